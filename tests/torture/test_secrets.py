"""No published shape of a token passes the redaction, and what is no secret stays.

Every token is put together here while the test runs, so that no scanner finds one in the repository.
"""

from __future__ import annotations

import base64
import json
import random
import re
import string
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hookwright.policies.redaction import redact, redact_json
from hookwright.policies.secrets import CONTEXT_FORMS, VALUE_PATTERNS, secrets_in
from hookwright.policies.token_forms import TOKEN_FORMS

_LOT = random.Random(20_260_101)
_ALNUM = string.ascii_letters + string.digits
_LOWER = string.ascii_lowercase + string.digits
_UPPER = string.ascii_uppercase + string.digits
_HEX = string.hexdigits[:16]
_DIGITS = string.digits
_URL = _ALNUM + "-_"


def _s(size: int, alphabet: str = _ALNUM) -> str:
    return "".join(_LOT.choice(alphabet) for _ in range(size))


def _uuid() -> str:
    return str(uuid.UUID(int=_LOT.getrandbits(128), version=4))


def _jwt() -> str:
    head, body = ({"alg": "HS256", "typ": "JWT"}, {"sub": _s(10), "iat": 1_516_239_022})
    parts = [base64.urlsafe_b64encode(json.dumps(it).encode()).decode().rstrip("=") for it in (head, body)]
    return ".".join([*parts, _s(43, _URL)])


def _key(kind: str) -> str:
    lines = "\n".join(_s(64, _ALNUM + "+/") for _ in range(6))
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{lines}\n-----END {kind}PRIVATE KEY-----"


# What it is, and the text before, the secret and the text after it.  Most shapes are facts that Gitleaks (MIT) and
# detect-secrets (Apache-2.0) publish, or that the documentation of the service states.
_SHAPES: dict[str, Callable[[], tuple[str, str, str]]] = {}


def _token(name: str, make: Callable[[], str]) -> None:
    """A token that is known by itself."""
    _SHAPES[name] = lambda: ("", make(), "")


def _inside(name: str, make: Callable[[], tuple[str, str, str]]) -> None:
    """A secret that is known by what is around it."""
    _SHAPES[name] = make


_token("1password-key", lambda: "A3-" + "-".join(_s(it, _UPPER) for it in (6, 11, 5, 5, 5)))
_token("1password-service-account", lambda: "ops_" + "eyJ" + _s(250))
_token("adobe-client-secret", lambda: "p8e-" + _s(32, _LOWER))
_token("age", lambda: "AGE-SECRET-" + "KEY-1" + _s(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"))
_token("airtable-personal", lambda: "pat" + _s(14) + "." + _s(64, _HEX))
_token("aiven", lambda: "AVNS_" + _s(24, _URL))
_token("alibaba-access-key", lambda: "LTAI" + _s(20))
_token("anthropic", lambda: "sk-ant-" + "api03-" + _s(93, _URL) + "AA")
_token("anthropic-admin", lambda: "sk-ant-" + "admin01-" + _s(93, _URL) + "AA")
_token("artifactory-key", lambda: "AKCp" + _s(69))
_token("artifactory-reference", lambda: "cmVmd" + _s(59))
_token("asana-personal", lambda: f"1/{_s(16, _DIGITS)}:{_s(32, _HEX)}")
_token("atlassian", lambda: "ATATT3" + _s(186, _URL))
_token("authress", lambda: f"sc_{_s(10, _LOWER)}.{_s(5, _LOWER)}.acc-{_s(12, _LOWER)}.{_s(40)}")
_token("aws-access-key", lambda: "AK" + "IA" + _s(16, string.ascii_uppercase + "234567"))
_token("aws-temporary-key", lambda: "AS" + "IA" + _s(16, string.ascii_uppercase + "234567"))
_token("aws-bedrock", lambda: "ABSK" + _s(110))
_token("aws-session", lambda: "IQoJb3JpZ2lu" + _s(300))
_token("azure-client-secret", lambda: _s(3) + "8" + "Q~" + _s(34))
_inside("azure-storage", lambda: ("AccountName=a;AccountKey=", _s(86) + "==", ";EndpointSuffix=core.windows.net"))
_inside("azure-sas", lambda: ("https://a.blob.core.windows.net/c?sv=2022&sig=", _s(43) + "%3D", ""))
_token("bitbucket-app", lambda: "ATBB" + _s(32))
_token("braintree", lambda: "access_token$production$" + _s(16, _LOWER) + "$" + _s(32, _HEX))
_token("buildkite", lambda: "bkua_" + _s(40, _LOWER))
_token("circleci", lambda: "CCIPAT_" + _s(22) + "_" + _s(40, _HEX))
_token("clickhouse", lambda: "4b1d" + _s(38))
_token("clojars", lambda: "CLOJARS_" + _s(60, _LOWER))
_token("cloudflare-origin", lambda: "v1.0-" + _s(24, _HEX) + "-" + _s(146, _HEX))
_token("contentful", lambda: "CFPAT-" + _s(43, _URL))
_token("crates", lambda: "cio" + _s(32))
_token("databricks", lambda: "dapi" + _s(32, _HEX))
_token("digitalocean", lambda: "dop_v1_" + _s(64, _HEX))
_token("discord-bot", lambda: f"M{_s(25)}.{_s(6)}.{_s(38, _URL)}")
_inside("discord-webhook", lambda: ("https://discord.com/api/webhooks/" + _s(18, _DIGITS) + "/", _s(68, _URL), ""))
_token("docker-hub", lambda: "dckr_pat_" + _s(27, _URL))
_token("doppler", lambda: "dp.pt." + _s(43))
_token("dropbox", lambda: "sl." + _s(140, _URL))
_token("duffel", lambda: "duffel_live_" + _s(43, _URL))
_token("dynatrace", lambda: "dt0c01." + _s(24, _UPPER) + "." + _s(64, _UPPER))
_token("easypost", lambda: "EZAK" + _s(54))
_token("facebook", lambda: "EAAC" + _s(120))
_token("figma", lambda: "figd_" + _s(40, _URL))
_token("firebase", lambda: "AAAA" + _s(7, _URL) + ":" + _s(140, _URL))
_token("flutterwave", lambda: "FLWSECK_TEST-" + _s(32, "abcdefgh0123456789") + "-X")
_token("fly", lambda: "fm2_" + _s(120))
_token("frameio", lambda: "fio-u-" + _s(64, _URL))
_token("github-classic", lambda: "gh" + "p_" + _s(36))
_token("github-fine-grained", lambda: "github_" + "pat_" + _s(22) + "_" + _s(59))
_token("github-app", lambda: "gh" + "s_" + _s(36))
_token("gitlab-personal", lambda: "gl" + "pat-" + _s(20, _URL))
_token("gitlab-job", lambda: "glcbt-" + "64_" + _s(20, _URL))
_token("gitlab-deploy", lambda: "gldt-" + _s(20, _URL))
_token("gitlab-runner", lambda: "glrt-" + _s(20, _URL))
_token("gitlab-trigger", lambda: "glptt-" + _s(40, _HEX))
_token("gitlab-registration", lambda: "GR1348941" + _s(20, _URL))
_token("google-api", lambda: "AI" + "za" + _s(35, _URL))
_token("google-oauth-secret", lambda: "GOCSPX-" + _s(28, _URL))
_token("google-access", lambda: "ya29." + _s(60, _URL))
_token("google-refresh", lambda: "1//0" + _s(60, _URL))
_token("grafana-service", lambda: "glsa_" + _s(32) + "_" + _s(8, _HEX))
_token("grafana-cloud", lambda: "glc_" + _s(60))
_token("groq", lambda: "gsk_" + _s(52))
_token("harness", lambda: f"pat.{_s(22, _URL)}.{_s(24)}.{_s(20)}")
_token("heroku", lambda: "HRKU-AA" + _s(58, _URL))
_token("hubspot-private-app", lambda: "pat-na1-" + _uuid())
_token("huggingface", lambda: "hf_" + _s(34, string.ascii_letters))
_token("infracost", lambda: "ico-" + _s(32))
_token("jwt", _jwt)
_token("langsmith", lambda: "lsv2_pt_" + _s(32, _HEX) + "_" + _s(10, _HEX))
_token("launchdarkly", lambda: "sdk-" + _uuid())
_token("linear", lambda: "lin_api_" + _s(40))
_token("mailchimp", lambda: _s(32, _HEX) + "-us12")
_token("mailgun", lambda: "key-" + _s(32, _HEX))
_token("mapbox-secret", lambda: "sk.eyJ1" + _s(60) + "." + _s(22, _URL))
_token("maxmind", lambda: _s(6) + "_" + _s(29) + "_mmk")
_token("neon", lambda: "napi_" + _s(60, _LOWER))
_token("netlify", lambda: "nfp_" + _s(36))
_token("newrelic-user", lambda: "NRAK-" + _s(27, _UPPER))
_token("newrelic-ingest", lambda: "NRII-" + _s(32, _URL))
_token("notion", lambda: "ntn_" + _s(11, _DIGITS) + _s(35))
_token("notion-old", lambda: "secret_" + _s(43))
_token("npm", lambda: "np" + "m_" + _s(36))
_token("nuget", lambda: "oy2" + _s(43, _LOWER))
_token("nvidia", lambda: "nvapi-" + _s(64, _URL))
_token("octopus", lambda: "API-" + _s(26, _UPPER))
_token("openai", lambda: "sk-" + _s(20) + "T3Blbk" + "FJ" + _s(20))
_token("openai-project", lambda: "sk-" + "proj-" + _s(74, _URL) + "T3Blbk" + "FJ" + _s(74, _URL))
_token("openrouter", lambda: "sk-or-" + "v1-" + _s(64, _HEX))
_token("openshift", lambda: "sha256~" + _s(43, _URL))
_token("perplexity", lambda: "pplx-" + _s(48))
_token("pinecone", lambda: "pcsk_" + _s(6) + "_" + _s(60))
_token("plaid", lambda: "access-sandbox-" + _uuid())
_token("planetscale", lambda: "pscale_tkn_" + _s(43, _URL))
_token("postman", lambda: "PMAK-" + _s(24, _HEX) + "-" + _s(34, _HEX))
_token("prefect", lambda: "pnu_" + _s(36))
_token("private-key", lambda: _key(""))
_token("private-key-openssh", lambda: _key("OPENSSH "))
_token("pulumi", lambda: "pul-" + _s(40, _HEX))
_token("pypi", lambda: "pypi-" + "AgEIcHlwaS5vcmc" + _s(120, _URL))
_token("readme", lambda: "rdme_" + _s(70, _LOWER))
_token("replicate", lambda: "r8_" + _s(37))
_token("resend", lambda: "re_" + _s(8) + "_" + _s(24))
_token("rubygems", lambda: "rubygems_" + _s(48, _HEX))
_token("scalingo", lambda: "tk-us-" + _s(48, _URL))
_token("sendgrid", lambda: "SG." + _s(22, _URL) + "." + _s(43, _URL))
_token("sendinblue", lambda: "xkeysib-" + _s(64, _HEX) + "-" + _s(16))
_token("sentry-user", lambda: "sntryu_" + _s(64, _HEX))
_token("sentry-org", lambda: "sntrys_" + "eyJpYXQiO" + _s(60) + "_" + _s(43))
_token("settlemint", lambda: "sm_pat_" + _s(16))
_token("shippo", lambda: "shippo_live_" + _s(40, _HEX))
_token("shopify-access", lambda: "shpat_" + _s(32, _HEX))
_token("shopify-shared", lambda: "shpss_" + _s(32, _HEX))
_token("slack-bot", lambda: "xox" + "b-" + _s(12, _DIGITS) + "-" + _s(12, _DIGITS) + "-" + _s(24))
_token("slack-app", lambda: "xapp-1-" + _s(11, _UPPER) + "-" + _s(13, _DIGITS) + "-" + _s(64, _HEX))
_token("slack-refresh", lambda: "xoxe-1-" + _s(146, _UPPER))
_inside(
    "slack-webhook",
    lambda: ("https://hooks.slack.com/services/", f"T{_s(10, _UPPER)}/B{_s(10, _UPPER)}/{_s(24)}", ""),
)
_token("sonarqube", lambda: "squ_" + _s(40, _HEX))
_token("sourcegraph", lambda: "sgp_" + _s(40, _HEX))
_token("square", lambda: "sq0csp-" + _s(43, _URL))
_token("square-access", lambda: "EAAA" + _s(60, _URL))
_token("stripe", lambda: "sk_" + "live_" + _s(24))
_token("stripe-restricted", lambda: "rk_" + "live_" + _s(99))
_token("stripe-webhook", lambda: "whsec_" + _s(32))
_token("supabase", lambda: "sbp_" + _s(40, _HEX))
_token("tailscale", lambda: "tskey-auth-" + _s(17) + "-" + _s(32))
_inside(
    "teams-webhook",
    lambda: (
        f"https://acme.webhook.office.com/webhookb2/{_uuid()}@{_uuid()}/IncomingWebhook/",
        _s(32, _HEX) + "/" + _uuid(),
        "",
    ),
)
_token("telegram", lambda: _s(10, _DIGITS) + ":AA" + _s(33, _URL))
_token("terraform", lambda: _s(14) + ".atlasv1." + _s(67, _URL))
_token("twilio", lambda: "SK" + _s(32, _HEX))
_token("twitter-bearer", lambda: "AAAAAAAAAAAAAAAAAAAAA" + _s(80))
_token("typeform", lambda: "tfp_" + _s(59, _URL))
_token("vault-service", lambda: "hvs." + _s(95, _URL))
_token("vault-short", lambda: "hvs." + _s(24))
_token("vault-batch", lambda: "hvb." + _s(150, _URL))
_token("vault-old", lambda: "s." + _s(24))
_token("cerebras", lambda: "csk-" + _s(48, _LOWER))
_token("grafana-old", lambda: "eyJrIjoi" + _s(80))
_inside(
    "google-chat",
    lambda: ("https://chat.googleapis.com/v1/spaces/AAQA/messages?", f"key={_s(39)}&token={_s(43, _URL)}", ""),
)
_token("langfuse", lambda: "sk-lf-" + _uuid())
_token("posthog", lambda: "phx_" + _s(43))
_token("tavily", lambda: "tvly-" + _s(32))
_token("wandb", lambda: "wandb_v1_" + _s(60))
_token("xai", lambda: "xai-" + _s(80))
_token("yandex-cloud", lambda: "AQVN" + _s(36, _URL))

# What Gitleaks and TruffleHog list beside those, and what services sign their keys with.
_token("elevenlabs", lambda: "sk_" + _s(48, _HEX))
_token("aws-bedrock-short", lambda: "bedrock-api-key-" + "YmVkcm9jay5hbWF6b25hd3MuY29t" + _s(120))
_token("aws-mws", lambda: "amzn.mws." + _uuid())
_token("aws-old-key", lambda: "A3TX" + _s(16, string.ascii_uppercase + "234567"))
_token("defined-networking", lambda: f"dnkey-{_s(26, _UPPER)}-{_s(52, _UPPER)}")
_token("facebook-app", lambda: f"{_s(15, _DIGITS)}|{_s(27)}")
_token("fireworks", lambda: "fw_" + _s(24))
_token("intra42", lambda: "s-s4t2ud-" + _s(64, _HEX))
_token("jwt-in-base64", lambda: base64.b64encode(_jwt().encode()).decode())
_token("lob", lambda: "live_pub_" + _s(31, _HEX))
_token("mailgun-signing", lambda: f"{_s(32, _HEX)}-{_s(8, _HEX)}-{_s(8, _HEX)}")
_token("openai-session", lambda: "sess-" + _s(40))
_token("twitter-access", lambda: "1" + _s(18, _DIGITS) + "-a1" + _s(38))
_token("yandex-cloud-aws", lambda: "YCAJE" + _s(35, _URL))
_token("yandex-iam", lambda: "t1." + _s(86, _URL) + "." + _s(86, _URL))
_token("azure-devops", lambda: _s(76) + "AZDO" + _s(4))
_token("azure-openai", lambda: _s(52) + "JQQJ99" + _s(6, _UPPER) + "AAAB" + "ACOG" + _s(4))
_token("azure-functions", lambda: _s(44, _URL) + "AzFu" + _s(5) + "Q==")
_token("azure-search", lambda: _s(42) + "AzSeD" + _s(5))
_token("azure-redis", lambda: _s(33) + "AzCaA" + _s(5) + "=")
_token("azure-registry", lambda: _s(42) + "+ACRD" + _s(5))
_token("azure-storage-signed", lambda: _s(76) + "+ASt" + _s(5) + "Q==")
_token("azure-cosmos", lambda: _s(76) + "ACDb" + _s(5) + "g==")
_token("azure-batch", lambda: _s(76) + "+ABa" + _s(5) + "A==")
_token("azure-service-bus", lambda: _s(33) + "+ASb" + _s(5) + "E=")
_token("azure-event-hub", lambda: _s(33) + "+AEh" + _s(5) + "M=")
_token("azure-iot", lambda: _s(33) + "AIoT" + _s(5) + "Y=")
_token("jwe", lambda: f"eyJhbGciOiJSU0EtT0FFUCJ9.{_s(342, _URL)}.{_s(16, _URL)}.{_s(80, _URL)}.{_s(22, _URL)}")
_token("jwe-direct", lambda: f"eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4In0..{_s(16, _URL)}.{_s(80, _URL)}.{_s(22, _URL)}")


def _der(beginning: str) -> str:
    return "\n".join([beginning + _s(64 - len(beginning), _ALNUM + "+/"), *(_s(64, _ALNUM + "+/") for _ in range(6))])


for _name, _beginning in {
    "rsa": "MIIEpAIBAAKCAQEA",
    "rsa-4096": "MIIJKAIBAAKCAgEA",
    "rsa-1024": "MIICXQIBAAKBgQ",
    "rsa-pkcs8": "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
    "p256": "MHcCAQEEI",
    "p384": "MIGkAgEBBD",
    "p521": "MIHcAgEBBEI",
    "p256-pkcs8": "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEH",
    "ed25519": "MC4CAQAwBQYDK2VwBCIE",
    "pkcs12": "MIIKOgIBAzCC",
    "openssh": "b3BlbnNzaC1rZXktdjEAAAAA",
}.items():
    _token(f"body-{_name}", lambda beginning=_beginning: _der(beginning))  # type: ignore[misc]
_inside("key-end", lambda: ("", _s(64) + "\n" + _s(64) + "\n" + _s(22) + "==", "\n-----END RSA PRIVATE KEY-----\n"))
_inside("key-end-escaped", lambda: ('"', _s(64) + "\\n" + _s(40), '\\n-----END PRIVATE KEY-----\\n"'))
_inside("putty", lambda: ("Private-Lines: 3\n", "\n".join(_s(64) for _ in range(3)), "\nPrivate-MAC: 0123\n"))
for _kind in ("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA "):
    _inside(
        f"kubeconfig-{_kind}",
        lambda kind=_kind: ("    client-key-data: ", base64.b64encode(_key(kind).encode()).decode(), "\n"),  # type: ignore[misc]
    )
_inside("sts-key", lambda: ("<Credentials><SecretAccessKey>", _s(40, _ALNUM + "/+"), "</SecretAccessKey>"))
_inside("sts-token", lambda: ("<SessionToken>", _s(300, _ALNUM + "/+="), "</SessionToken>"))
_inside("maven", lambda: ("<server><id>a</id><password>", "correct horse!", "</password></server>"))
_inside("android", lambda: ('<string name="api_key">', _s(32, _HEX), "</string>"))
_inside("nuget-config", lambda: ('<add key="ClearTextPassword" value="', _s(20), '" />'))
_inside("net-config", lambda: ('<add key="ApiSecret" value="', _s(32), '"/>'))
_inside("env-list-json", lambda: ('[{"name": "DB_PASSWORD", "value": "', _s(10, string.ascii_lowercase), '"}]'))
_inside("env-list-yaml", lambda: ("- name: API_TOKEN\n  value: ", _s(32), "\n"))
_inside("env-list-quoted", lambda: ('- name: "API_TOKEN"\n  value: "', _s(32), '"\n'))
for _scheme in ("postgres", "mysql", "mongodb+srv", "amqps", "redis", "https", "smtp", "ftp", "jdbc:postgresql"):
    _inside(f"url-{_scheme}", lambda scheme=_scheme: (f"{scheme}://me:", f"{_s(6)}@{_s(6)}@{_s(6)}", "@db.host/x"))  # type: ignore[misc]
_inside("url-dollar", lambda: ("postgres://me:", f"{_s(6)}${_s(6)}", "@db/x"))
_inside("url-without-a-user", lambda: ("redis://:", _s(16), "@cache:6379/0"))
_inside("yaml-block", lambda: ("  password: |\n    ", _s(20), "\n  user: me\n"))
_inside("yaml-folded", lambda: ("password: >-\n  ", _s(20), "\nuser: me\n"))
_inside("yaml-token", lambda: ("- api_token: |-\n    ", f"{_s(24)}\n    {_s(24)}", "\n  user: me\n"))
_SECRET = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\n"
_inside(
    "kubernetes", lambda: (f"{_SECRET}data:\n  user: ", base64.b64encode(_s(9).encode()).decode(), "\ntype: Opaque\n")
)
_inside("kubernetes-plain", lambda: (f"{_SECRET}stringData:\n  greeting: ", "open sesame please", "\n"))
_inside("kubernetes-first", lambda: ("\ndata:\n  a: ", _s(24), "\napiVersion: v1\nkind: Secret\n"))
_inside("kubernetes-block", lambda: (f"{_SECRET}stringData:\n  a: |\n    ", "open sesame please", "\ntype: Opaque\n"))
_inside("kubernetes-list", lambda: ("items:\n- data:\n    a: ", _s(24), "\n  kind: Secret\n"))
_inside("kubernetes-json", lambda: ('{"data": {"greeting": "', "open sesame please", '"}, "kind": "Secret"}'))
_inside("kubernetes-kubectl", lambda: (r'"{\"data\":{\"a\":\"', _s(24), r'\"},\"kind\":\"Secret\"}"'))
_inside("pgpass", lambda: ("db.example.com:5432:main:me:", "letmein:twice".replace(":", ";"), "\n"))
_inside("pgpass-any", lambda: ("*:*:*:me:", _s(12), "\n"))
_inside("function-url", lambda: ("https://a.azurewebsites.net/api/f?code=", _s(54, _URL) + "==", "&x=1"))
_inside("gitlab-session", lambda: ("Set: _gitlab_session=", _s(32, _HEX), "; path=/"))
for _name in (
    "AZURE_OPENAI_KEY",
    "AZURE_SEARCH_KEY",
    "COSMOS_KEY",
    "x-functions-key",
    "WEBHOOK_KEY",
    "JWT_KEY",
    "HMAC_KEY",
    "Ocp-Apim-Subscription-Key",
    "snyk_token",
    "MERAKI_DASHBOARD_API_KEY",
    "CO_API_KEY",
    "zendesk_secret",
    "OKTA_API_TOKEN",
    "BUNDLE_RUBYGEMS_TOKEN",
    "TF_VAR_secret",
    "fastlyApiToken",
    "JIRA_API_TOKEN",
    "linkedin_client_secret",
    "TWITCH_CLIENT_SECRET",
    "coinbase_api_secret",
):
    _inside(_name, lambda name=_name: (f"{name}: ", "a1" + _s(30, _HEX), "\n"))  # type: ignore[misc]
_inside("number-as-password", lambda: ("DB_PASSWORD=", "20261231", " psql"))

for _name in ("PGPASSWORD", "MYSQL_PWD", "SSHPASS", "REDISCLI_AUTH", "DB_PASS", "VAULT_TOKEN", "DISCORD_TOKEN"):
    _inside(_name, lambda name=_name: (f"{name}=", _s(24), " psql -h db"))  # type: ignore[misc]
for _name in ("DATADOG_APP_KEY", "ALGOLIA_ADMIN_KEY", "HEROKU_API_KEY", "authToken", "NPM_AUTHTOKEN", "X-Api-Key"):
    _inside(_name, lambda name=_name: (f'{{"{name}": "', _s(32, _HEX), '"}'))  # type: ignore[misc]
_inside("authorization-sso", lambda: ("curl -H 'Authorization: SSWS ", "00" + _s(40, _URL), "' https://x"))
_inside("authorization-basic", lambda: ("Authorization: Basic ", base64.b64encode(_s(20).encode()).decode(), "\r\n"))
_inside("cookie", lambda: ("curl -H 'Cookie: ", "session=" + _s(32), "' https://x"))
_inside("curl-user", lambda: ("curl -s -u me:", _s(16), " https://x"))
_inside("url", lambda: ("postgres://me:", _s(16), "@db/x"))
_inside("sshpass", lambda: ("sshpass -p ", _s(12), " ssh me@host"))
_inside("mysql", lambda: ("mysql -u root -p", _s(12), " db"))
_inside("redis-cli", lambda: ("redis-cli -h r -a ", _s(12), " ping"))
_inside("docker-login", lambda: ("docker login -u me -p ", _s(16), " registry"))
_inside("netrc", lambda: ("machine example.com login me password ", _s(12), "\n"))
_inside("npmrc", lambda: ("//registry.example.com/:_authToken=", _s(36), "\n"))
_inside("docker-config", lambda: ('"auths": {"r": {"auth": "', base64.b64encode(_s(30).encode()).decode(), '"}}'))
_inside("signed-url", lambda: ("https://s3/x?X-Amz-Signature=", _s(64, _HEX), "&a=b"))

_AROUND = {
    "alone": "{}",
    "words": "got {} back",
    "quoted": '{{"a": "{}"}}',
    "escaped": r"{{\"a\": \"line\n{}\"}}",
    "colored": "\x1b[32m{}\x1b[0m",
    "url": "https://x/?q%3D{}&b",
}


def test_there_are_many_shapes() -> None:
    assert len(_SHAPES) >= 250


def test_every_form_has_its_shape() -> None:
    made = ["".join(make()) for make in _SHAPES.values()]
    assert {it.what for it in TOKEN_FORMS} <= {it.what for text in made for it in secrets_in(text)}


def test_no_shape_passes() -> None:
    passed = {
        f"{name}, {place}"
        for name, make in _SHAPES.items()
        for place, around in _AROUND.items()
        if _passes(make(), place, around)
    }
    assert sorted(passed) == []


def _passes(made: tuple[str, str, str], place: str, around: str) -> bool:
    before, secret, after = made
    if (before or after or "\n" in secret) and place not in {"alone", "words"}:
        return False
    text = around.format(before + secret + after)
    kept = redact(text)
    return (
        "[redacted: " not in kept
        or any(piece in kept for piece in (secret, *_pieces(secret)))
        or secret in json.dumps(redact_json({"tool_input": {"command": text}, "n": [text]}))
    )


def _pieces(secret: str) -> list[str]:
    """Long parts of it; what all of its kind begin with may stay."""
    size = max(12, len(secret) // 2)
    return [secret[-size:], secret[-size - 4 : -4]]


_WORDS = [
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "sha512-xYz0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1qR2sT3uV4wX5yZ6aB7cA==",
    "123e4567-e89b-12d3-a456-426614174000",
    "toolu_01A2B3C4D5E6F7G8H9J0K1L2",
    "npm_config_registry npm_lifecycle_event npm_package_version",
    "sk-learn scikit-learn task-management-application-server-side",
    "hf_transfer hf_hub_download_with_resume_and_progress",
    "pul-request key-value-store API-GATEWAY-V2 xai-studio ico-moon",
    "glsa glc_options pat.match sat.solver re_compile_pattern_with_flags",
    "s.startswith s.replaceAllOccurrencesOf v1.0-alpha1 1//0",
    "/usr/lib/python3/dist-packages/setuptools/_vendor/importlib_metadata/__init__.py",
    "https://example.com/path?q=search+terms&page=2#sig=1",
    "com.example.application.infrastructure.persistence.RepositoryImplementation",
    "2026-01-01T00:00:00.000Z ERROR [main] org.example.Main - request 12345678 took 35 ms",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "author: someone123 authority: example42 authored_by: me2you4 oauth2",
    "Content-Type: application/json; cookie policy: accept all of them",
    "mysql -u root -p db; docker run -p 8080:8080 image; ssh -p 2222 host; cp -a src1234567 dst",
    "compass: 12ab34cd56ef; bypass=abc123def456; keyboard: 1a2b3c4d5e6f",
    "access-control-allow-origin-and-credentials-for-development",
    "The password is asked for. Pass the token on. Authorization: see docs",
    "EAAAnExample LTAIwan AKCpress ASIAN AKIABC ghp_ glpat- hvs. xoxb-",
    "first pass: failed, second pass: succeeded, two-pass=enabled",
    "machine learning login page password reset",
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKx9Kq2LmZp0Rt7VbN4cYw8Hd3FgJs6Ae1Uo5iMnBv me@host",
]


def _base64(size: int) -> str:
    return base64.b64encode(_LOT.randbytes(size)).decode()


def _wrapped(text: str, width: int) -> str:
    return "\n".join(text[it : it + width] for it in range(0, len(text), width))


def _certificate() -> str:
    body = _wrapped("MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa" + _base64(700), 64)
    return f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n"


# What is made by lot and no secret: identities, digests, public keys, pictures, and what programs write of them.
_MADE: list[Callable[[], str]] = [
    lambda: _s(40, _HEX),
    lambda: _s(64, _HEX),
    lambda: _s(128, _HEX),
    lambda: _s(32, _HEX),
    lambda: _s(7, _HEX) + ".." + _s(7, _HEX),
    _uuid,
    lambda: f"commit {_s(40, _HEX)}\nMerge: {_s(7, _HEX)} {_s(7, _HEX)}\nAuthor: A <a@example.com>",
    lambda: "\n".join(f"{_s(64, _HEX)}  dist/file-{it}.tar.gz" for it in range(9)),
    lambda: f"index {_s(7, _HEX)}..{_s(7, _HEX)} 100644",
    lambda: f"{_s(40, _HEX)} refs/heads/main",
    lambda: f"sha512-{_base64(64)}",
    lambda: f"sha256-{_base64(32)}",
    lambda: f'"integrity": "sha512-{_base64(64)}",',
    lambda: f'"resolved": "https://registry.example.org/@a/b/-/b-1.0.0.tgz#{_s(40, _HEX)}",',
    lambda: f'checksum = "{_s(64, _HEX)}"',
    lambda: f"github.com/a/b v1.2.3 h1:{_base64(32)}",
    lambda: f"requests==2.32.3 --hash=sha256:{_s(64, _HEX)}",
    lambda: f"image: repo/app@sha256:{_s(64, _HEX)}",
    lambda: f"docker.io/library/app:20260101-{_s(40, _HEX)}",
    lambda: f"FROM node:22@sha256:{_s(64, _HEX)}",
    lambda: f"uses: actions/checkout@{_s(40, _HEX)} # v4",
    lambda: f"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA{_base64(900)}",
    lambda: f"data:font/woff2;base64,d09GMgABAAAAA{_base64(900)}",
    lambda: f"<img src='data:image/gif;base64,R0lGODlh{_base64(300)}'>",
    lambda: _wrapped(_base64(2000), 76),
    lambda: f"//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozL{_base64(600)}",
    _certificate,
    lambda: _certificate() * 3,
    lambda: f"client-certificate-data: {base64.b64encode(_certificate().encode()).decode()}",
    lambda: f"certificate-authority-data: {base64.b64encode(_certificate().encode()).decode()}",
    lambda: (
        "-----BEGIN PUBLIC KEY-----\n"
        f"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA{_base64(200)}\n-----END PUBLIC KEY-----"
    ),
    lambda: f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC{_base64(300)} me@host",
    lambda: f"ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABB{_base64(60)} me@host",
    lambda: f"The key fingerprint is: SHA256:{_base64(32).rstrip('=')} me@host",
    lambda: f"traceparent: 00-{_s(32, _HEX)}-{_s(16, _HEX)}-01",
    lambda: f"x-request-id: {_uuid()}",
    lambda: f'etag: W/"{_s(27)}"',
    lambda: f"toolu_{_s(24)} msg_{_s(24)} chatcmpl-{_s(29)} req_{_s(24)}",
    lambda: f"arn:aws:iam::{_s(12, _DIGITS)}:role/deploy",
    lambda: f"arn:aws:logs:*:{_s(12, _DIGITS)}:log-group:main",
    lambda: f"i-{_s(17, _HEX)} sg-{_s(17, _HEX)} vpc-{_s(17, _HEX)}",
    lambda: f"projects/a/secrets/b/versions/{_s(3, _DIGITS)}",
    lambda: f"/subscriptions/{_uuid()}/resourceGroups/main",
    lambda: f"https://example.com/{_uuid()}/{_s(40, _HEX)}?v={_s(10, _DIGITS)}",
    lambda: f"https://cdn.example.com:8443/@scope/name@1.2.3/{_s(20, _HEX)}.js",
    lambda: f"chunk-{_s(8)}.js main.{_s(20, _HEX)}.css index-{_s(8, _URL)}.mjs",
    lambda: f".css-{_s(6, _LOWER)}{{color:#{_s(6, _HEX)}}}._{_s(5)}_{_s(5)}_1{{}}",
    lambda: f'<path d="M{_s(3, _DIGITS)}.{_s(2, _DIGITS)}l-{_s(2, _DIGITS)} {_s(2, _DIGITS)}z"/>',
    lambda: f"cache-key: node-Linux-x64-npm-{_s(64, _HEX)}",
    lambda: f"cacheKey: '{_s(64, _HEX)}'",
    lambda: f"public_key: '{_base64(32)}'",
    lambda: f"primary_key = '{_uuid()}'",
    lambda: f"Idempotency-Key: {_uuid()}",
    lambda: f"0x{_s(40, _HEX)} 0x{_s(64, _HEX)}",
    lambda: f"{_s(64, _HEX)}\n{_s(64, _HEX)}\n{_s(64, _HEX)}\n{_s(64, _HEX)}\n{_s(64, _HEX)}",
    lambda: f"{_s(18, _DIGITS)} {_s(19, _DIGITS)}",
    lambda: f"ObjectId('{_s(24, _HEX)}')",
    lambda: f"nonce-{_base64(16)}",
    lambda: f"sha1:{_s(40, _HEX)} md5:{_s(32, _HEX)} crc32:{_s(8, _HEX)}",
    lambda: f"layer sha256:{_s(64, _HEX)}: Pull complete",
    lambda: f'flake.lock: narHash = "sha256-{_base64(32)}"',
    lambda: f"bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi {_s(3, _DIGITS)}",
]
_PLAIN = [
    "kind: ConfigMap\ndata:\n  greeting: open sesame please\n---\nkind: Service\nspec: {}\n",
    '{"kind": "ConfigMap", "data": {"greeting": "open sesame please"}}',
    "kind: SecretProviderClass\ndata:\n  greeting: open sesame please\n",
    "secretRef:\n  name: db-credentials\nenvFrom:\n- secretRef: {name: other}\n",
    "- name: DB_HOST\n  value: db.example.com\n- name: LEVEL\n  value: debug\n",
    "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: {name: db, key: password}\n",
    '{"name": "TOKEN_FILE", "value": "/run/secrets/token"}',
    "description: |\n  A long text of several words.\n  It says how tokens are made.\n",
    "run: |\n  npm ci\n  npm test -- --grep token\n",
    "token: |\n  not one\n  but some words\n",
    "password:\n  required: true\n  type: string\n",
    "root:*:0:0:System Administrator:/var/root:/bin/sh",
    "nobody:x:65534:65534:nobody:/:/usr/sbin/nologin",
    "Private-MAC is the last line of a PuTTY file; Private-Lines: see there",
    "-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----",
    "ssh://git@github.com:22/a/b http://localhost:8080/x@y git+ssh://git@host/a.git",
    "http://user@host/path mailto:me@example.com https://example.com/@me",
    "postgres://me@localhost:5432/db jdbc:postgresql://db:5432/main?user=me",
    "https://user:$PASSWORD@host https://user:${TOKEN}@host https://x:<token>@host",
    "<PasswordPolicy>strong</PasswordPolicy> <Key>logs/2026/file.txt</Key> <NextToken/>",
    "<input type='password' name='password' placeholder='Password'>",
    "function a(t,e){return t.token=e,t.key==e.key?t:{...t,token:null}}var n=e=>e.password;",
    '!function(e,t){"object"==typeof exports?module.exports=t():e.lib=t()}(this,(function(){return 1}));',
    "const sk_buttons = fw_helpers.sess-ion; live_pub_sub test_pub_key_name",
    "az webapp config access-restriction add --azsearch AzSearchClient AIoTDevice",
    "echo 123456789012345|grep -c x; ls | wc -l | sort -n",
    "JSON.parse(body).data.Secret; kind of a Secret, with data: none",
    "exp_average_squared_gradient_accumulator_of_the_model t1.created_at t1.updated_at",
    "?code=SPLxl0BIZQ&state=abc code=0 zip_code=12345",
    "session: abc; _session=1; phpsession=2",
    "function_key=F12 host_key_checking=no data-key=title server_key: main",
]


def test_there_are_many_harmless_texts() -> None:
    assert len(_WORDS) + len(_MADE) + len(_PLAIN) >= 100


def test_what_is_made_by_lot_and_public_stays() -> None:
    texts = [*_PLAIN, *(make() for make in _MADE for _ in range(5))]
    assert {it[:200]: redact(it)[:200] for it in texts if redact(it) != it} == {}


def test_what_is_no_secret_stays() -> None:
    assert [redact(it) for it in _WORDS] == _WORDS


_ALPHABETS = [_HEX, _LOWER, _ALNUM, _URL, _ALNUM + "+/=", "A", "-", "eyJ.", "sk-", "token=", "s.", "M.", "mysql -p"]
_REPEATED = [
    "token: |\n ",
    " data:\n",
    '"data": {',
    "kind: Secret\ndata:\n a: b\n",
    "AAAA\n-----END PRIVATE KEY",
    "-----BEGIN PRIVATE KEY-----\n",
    "MIIEpAIBAAKCAQEA",
    "-eyJhbGciOiJkaXIi..",
    "https://a:",
    "https://a:b@",
    "a:*:b:c:",
    "Private-Lines: 1\n",
    '<add key="password" value=',
    "password>",
    "\\",
]


@pytest.mark.parametrize(
    "text", [*(_s(200_000, it) for it in _ALPHABETS), *(it * (200_000 // len(it)) for it in _REPEATED)]
)
def test_what_is_behind_a_hostile_text_is_found(text: str) -> None:
    token = "gh" + "p_" + _s(36)
    assert token not in redact(f"{text}\n{token}\n")


_PATTERNS = [*(it.pattern for it in (*TOKEN_FORMS, *CONTEXT_FORMS)), *VALUE_PATTERNS]
# Each line of a key begins with a line feed, and each further cookie with `; `, which are in none of them; so there is
# one way alone to read them.
_IN_PARTS = ("(?:[A-Za-z0-9+/]{16,128}", "(?:; [")


@pytest.mark.parametrize("pattern", _PATTERNS)
def test_no_pattern_takes_more_than_linear_time(pattern: str) -> None:
    """What is repeated without an end comes last, or ends with the text; no variable repetition is inside another."""
    parsed = list(_flat(re._parser.parse(pattern)))  # type: ignore[attr-defined]
    endless = [place for place, it in enumerate(parsed) if _width(it) >= _ENDLESS and not _is_of_backslashes(it)]
    assert all(_width(it, least=True) == 0 for place in endless for it in parsed[place + 1 :]) or r"|\Z)" in pattern
    assert not list(_nested(parsed, within=False)) or any(it in pattern for it in _IN_PARTS)


def _flat(items: Any) -> Iterator[Any]:
    """The parts in their order, those of groups among them."""
    for name, argument in items:
        if str(name) == "SUBPATTERN":
            yield from _flat(argument[-1])
        else:
            yield name, argument


def _is_of_backslashes(item: Any) -> bool:
    """No pattern begins with them, so that each run is passed once for what is before it."""
    name, argument = item
    return str(name) == "MAX_REPEAT" and str(list(argument[2])) == "[(LITERAL, 92)]"


# What Python has for "without an end" differs between its versions; none of our limits is nearly as large.
_ENDLESS = 1 << 24


def _width(item: Any, *, least: bool = False) -> int:
    part = re._parser.SubPattern(re._parser.State(), [item])  # type: ignore[attr-defined]
    return int(part.getwidth()[0 if least else 1])


def _nested(items: Any, *, within: bool) -> Iterator[Any]:
    """Repetitions of variable size that are repeated themselves, and can be tried again in another way."""
    for name, argument in items:
        if str(name) in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, inner = argument
            several = most > 1 and least != most
            if within and several and len(inner) and most > 3:
                yield name, argument
            yield from _nested(inner, within=within or (several and most > 3))
        elif str(name) == "ATOMIC_GROUP":
            yield from _nested(argument, within=False)
        elif str(name) == "SUBPATTERN":
            yield from _nested(argument[-1], within=within)
        elif str(name) == "BRANCH":
            for it in argument[1]:
                yield from _nested(it, within=within)
