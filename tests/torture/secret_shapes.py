"""The published shapes of tokens and keys, each put together while the tests run: no scanner finds one here."""

from __future__ import annotations

import base64
import json
import string
from collections.abc import Callable
from functools import partial

from tests.torture.lots import DIGITS, HEX, LETTERS_AND_DIGITS, LOWER, OF_URLS, UPPER, drawn, drawn_uuid


def _jwt() -> str:
    head, body = ({"alg": "HS256", "typ": "JWT"}, {"sub": drawn(10), "iat": 1_516_239_022})
    parts = [base64.urlsafe_b64encode(json.dumps(it).encode()).decode().rstrip("=") for it in (head, body)]
    return ".".join([*parts, drawn(43, OF_URLS)])


def _key(kind: str) -> str:
    lines = "\n".join(drawn(64, LETTERS_AND_DIGITS + "+/") for _ in range(6))
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{lines}\n-----END {kind}PRIVATE KEY-----"


# What it is, and the text before, the secret and the text after it.  Most shapes are facts that Gitleaks (MIT) and
# detect-secrets (Apache-2.0) publish, or that the documentation of the service states.
SHAPES: dict[str, Callable[[], tuple[str, str, str]]] = {}


def _token(name: str, make: Callable[[], str]) -> None:
    """A token that is known by itself."""
    SHAPES[name] = lambda: ("", make(), "")


def _inside(name: str, make: Callable[[], tuple[str, str, str]]) -> None:
    """A secret that is known by what is around it."""
    SHAPES[name] = make


_token("1password-key", lambda: "A3-" + "-".join(drawn(it, UPPER) for it in (6, 11, 5, 5, 5)))
_token("1password-service-account", lambda: "ops_" + "eyJ" + drawn(250))
_token("adobe-client-secret", lambda: "p8e-" + drawn(32, LOWER))
_token("age", lambda: "AGE-SECRET-" + "KEY-1" + drawn(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"))
_token("airtable-personal", lambda: "pat" + drawn(14) + "." + drawn(64, HEX))
_token("aiven", lambda: "AVNS_" + drawn(24, OF_URLS))
_token("alibaba-access-key", lambda: "LTAI" + drawn(20))
_token("anthropic", lambda: "sk-ant-" + "api03-" + drawn(93, OF_URLS) + "AA")
_token("anthropic-admin", lambda: "sk-ant-" + "admin01-" + drawn(93, OF_URLS) + "AA")
_token("artifactory-key", lambda: "AKCp" + drawn(69))
_token("artifactory-reference", lambda: "cmVmd" + drawn(59))
_token("asana-personal", lambda: f"1/{drawn(16, DIGITS)}:{drawn(32, HEX)}")
_token("atlassian", lambda: "ATATT3" + drawn(186, OF_URLS))
_token("authress", lambda: f"sc_{drawn(10, LOWER)}.{drawn(5, LOWER)}.acc-{drawn(12, LOWER)}.{drawn(40)}")
_token("aws-access-key", lambda: "AK" + "IA" + drawn(16, string.ascii_uppercase + "234567"))
_token("aws-temporary-key", lambda: "AS" + "IA" + drawn(16, string.ascii_uppercase + "234567"))
_token("aws-bedrock", lambda: "ABSK" + drawn(110))
_token("aws-session", lambda: "IQoJb3JpZ2lu" + drawn(300))
_token("azure-client-secret", lambda: drawn(3) + "8" + "Q~" + drawn(34))
_inside("azure-storage", lambda: ("AccountName=a;AccountKey=", drawn(86) + "==", ";EndpointSuffix=core.windows.net"))
_inside("azure-sas", lambda: ("https://a.blob.core.windows.net/c?sv=2022&sig=", drawn(43) + "%3D", ""))
_token("bitbucket-app", lambda: "ATBB" + drawn(32))
_token("braintree", lambda: "access_token$production$" + drawn(16, LOWER) + "$" + drawn(32, HEX))
_token("buildkite", lambda: "bkua_" + drawn(40, LOWER))
_token("circleci", lambda: "CCIPAT_" + drawn(22) + "_" + drawn(40, HEX))
_token("clickhouse", lambda: "4b1d" + drawn(38))
_token("clojars", lambda: "CLOJARS_" + drawn(60, LOWER))
_token("cloudflare-origin", lambda: "v1.0-" + drawn(24, HEX) + "-" + drawn(146, HEX))
_token("contentful", lambda: "CFPAT-" + drawn(43, OF_URLS))
_token("crates", lambda: "cio" + drawn(32))
_token("databricks", lambda: "dapi" + drawn(32, HEX))
_token("digitalocean", lambda: "dop_v1_" + drawn(64, HEX))
_token("discord-bot", lambda: f"M{drawn(25)}.{drawn(6)}.{drawn(38, OF_URLS)}")
_inside(
    "discord-webhook", lambda: ("https://discord.com/api/webhooks/" + drawn(18, DIGITS) + "/", drawn(68, OF_URLS), "")
)
_token("docker-hub", lambda: "dckr_pat_" + drawn(27, OF_URLS))
_token("doppler", lambda: "dp.pt." + drawn(43))
_token("dropbox", lambda: "sl." + drawn(140, OF_URLS))
_token("duffel", lambda: "duffel_live_" + drawn(43, OF_URLS))
_token("dynatrace", lambda: "dt0c01." + drawn(24, UPPER) + "." + drawn(64, UPPER))
_token("easypost", lambda: "EZAK" + drawn(54))
_token("facebook", lambda: "EAAC" + drawn(120))
_token("figma", lambda: "figd_" + drawn(40, OF_URLS))
_token("firebase", lambda: "AAAA" + drawn(7, OF_URLS) + ":" + drawn(140, OF_URLS))
_token("flutterwave", lambda: "FLWSECK_TEST-" + drawn(32, "abcdefgh0123456789") + "-X")
_token("fly", lambda: "fm2_" + drawn(120))
_token("frameio", lambda: "fio-u-" + drawn(64, OF_URLS))
_token("github-classic", lambda: "gh" + "p_" + drawn(36))
_token("github-fine-grained", lambda: "github_" + "pat_" + drawn(22) + "_" + drawn(59))
_token("github-app", lambda: "gh" + "s_" + drawn(36))
_token("gitlab-personal", lambda: "gl" + "pat-" + drawn(20, OF_URLS))
_token("gitlab-job", lambda: "glcbt-" + "64_" + drawn(20, OF_URLS))
_token("gitlab-deploy", lambda: "gldt-" + drawn(20, OF_URLS))
_token("gitlab-runner", lambda: "glrt-" + drawn(20, OF_URLS))
_token("gitlab-trigger", lambda: "glptt-" + drawn(40, HEX))
_token("gitlab-registration", lambda: "GR1348941" + drawn(20, OF_URLS))
_token("google-api", lambda: "AI" + "za" + drawn(35, OF_URLS))
_token("google-oauth-secret", lambda: "GOCSPX-" + drawn(28, OF_URLS))
_token("google-access", lambda: "ya29." + drawn(60, OF_URLS))
_token("google-refresh", lambda: "1//0" + drawn(60, OF_URLS))
_token("grafana-service", lambda: "glsa_" + drawn(32) + "_" + drawn(8, HEX))
_token("grafana-cloud", lambda: "glc_" + drawn(60))
_token("groq", lambda: "gsk_" + drawn(52))
_token("harness", lambda: f"pat.{drawn(22, OF_URLS)}.{drawn(24)}.{drawn(20)}")
_token("heroku", lambda: "HRKU-AA" + drawn(58, OF_URLS))
_token("hubspot-private-app", lambda: "pat-na1-" + drawn_uuid())
_token("huggingface", lambda: "hf_" + drawn(34, string.ascii_letters))
_token("infracost", lambda: "ico-" + drawn(32))
_token("jwt", _jwt)
_token("langsmith", lambda: "lsv2_pt_" + drawn(32, HEX) + "_" + drawn(10, HEX))
_token("launchdarkly", lambda: "sdk-" + drawn_uuid())
_token("linear", lambda: "lin_api_" + drawn(40))
_token("mailchimp", lambda: drawn(32, HEX) + "-us12")
_token("mailgun", lambda: "key-" + drawn(32, HEX))
_token("mapbox-secret", lambda: "sk.eyJ1" + drawn(60) + "." + drawn(22, OF_URLS))
_token("maxmind", lambda: drawn(6) + "_" + drawn(29) + "_mmk")
_token("neon", lambda: "napi_" + drawn(60, LOWER))
_token("netlify", lambda: "nfp_" + drawn(36))
_token("newrelic-user", lambda: "NRAK-" + drawn(27, UPPER))
_token("newrelic-ingest", lambda: "NRII-" + drawn(32, OF_URLS))
_token("notion", lambda: "ntn_" + drawn(11, DIGITS) + drawn(35))
_token("notion-old", lambda: "secret_" + drawn(43))
_token("npm", lambda: "np" + "m_" + drawn(36))
_token("nuget", lambda: "oy2" + drawn(43, LOWER))
_token("nvidia", lambda: "nvapi-" + drawn(64, OF_URLS))
_token("octopus", lambda: "API-" + drawn(26, UPPER))
_token("openai", lambda: "sk-" + drawn(20) + "T3Blbk" + "FJ" + drawn(20))
_token("openai-project", lambda: "sk-" + "proj-" + drawn(74, OF_URLS) + "T3Blbk" + "FJ" + drawn(74, OF_URLS))
_token("openrouter", lambda: "sk-or-" + "v1-" + drawn(64, HEX))
_token("openshift", lambda: "sha256~" + drawn(43, OF_URLS))
_token("perplexity", lambda: "pplx-" + drawn(48))
_token("pinecone", lambda: "pcsk_" + drawn(6) + "_" + drawn(60))
_token("plaid", lambda: "access-sandbox-" + drawn_uuid())
_token("planetscale", lambda: "pscale_tkn_" + drawn(43, OF_URLS))
_token("postman", lambda: "PMAK-" + drawn(24, HEX) + "-" + drawn(34, HEX))
_token("prefect", lambda: "pnu_" + drawn(36))
_token("private-key", lambda: _key(""))
_token("private-key-openssh", lambda: _key("OPENSSH "))
_token("pulumi", lambda: "pul-" + drawn(40, HEX))
_token("pypi", lambda: "pypi-" + "AgEIcHlwaS5vcmc" + drawn(120, OF_URLS))
_token("readme", lambda: "rdme_" + drawn(70, LOWER))
_token("replicate", lambda: "r8_" + drawn(37))
_token("resend", lambda: "re_" + drawn(8) + "_" + drawn(24))
_token("rubygems", lambda: "rubygems_" + drawn(48, HEX))
_token("scalingo", lambda: "tk-us-" + drawn(48, OF_URLS))
_token("sendgrid", lambda: "SG." + drawn(22, OF_URLS) + "." + drawn(43, OF_URLS))
_token("sendinblue", lambda: "xkeysib-" + drawn(64, HEX) + "-" + drawn(16))
_token("sentry-user", lambda: "sntryu_" + drawn(64, HEX))
_token("sentry-org", lambda: "sntrys_" + "eyJpYXQiO" + drawn(60) + "_" + drawn(43))
_token("settlemint", lambda: "sm_pat_" + drawn(16))
_token("shippo", lambda: "shippo_live_" + drawn(40, HEX))
_token("shopify-access", lambda: "shpat_" + drawn(32, HEX))
_token("shopify-shared", lambda: "shpss_" + drawn(32, HEX))
_token("slack-bot", lambda: "xox" + "b-" + drawn(12, DIGITS) + "-" + drawn(12, DIGITS) + "-" + drawn(24))
_token("slack-app", lambda: "xapp-1-" + drawn(11, UPPER) + "-" + drawn(13, DIGITS) + "-" + drawn(64, HEX))
_token("slack-refresh", lambda: "xoxe-1-" + drawn(146, UPPER))
_inside(
    "slack-webhook",
    lambda: ("https://hooks.slack.com/services/", f"T{drawn(10, UPPER)}/B{drawn(10, UPPER)}/{drawn(24)}", ""),
)
_token("sonarqube", lambda: "squ_" + drawn(40, HEX))
_token("sourcegraph", lambda: "sgp_" + drawn(40, HEX))
_token("square", lambda: "sq0csp-" + drawn(43, OF_URLS))
_token("square-access", lambda: "EAAA" + drawn(60, OF_URLS))
_token("stripe", lambda: "sk_" + "live_" + drawn(24))
_token("stripe-restricted", lambda: "rk_" + "live_" + drawn(99))
_token("stripe-webhook", lambda: "whsec_" + drawn(32))
_token("supabase", lambda: "sbp_" + drawn(40, HEX))
_token("tailscale", lambda: "tskey-auth-" + drawn(17) + "-" + drawn(32))
_inside(
    "teams-webhook",
    lambda: (
        f"https://acme.webhook.office.com/webhookb2/{drawn_uuid()}@{drawn_uuid()}/IncomingWebhook/",
        drawn(32, HEX) + "/" + drawn_uuid(),
        "",
    ),
)
_token("telegram", lambda: drawn(10, DIGITS) + ":AA" + drawn(33, OF_URLS))
_token("terraform", lambda: drawn(14) + ".atlasv1." + drawn(67, OF_URLS))
_token("twilio", lambda: "SK" + drawn(32, HEX))
_token("twitter-bearer", lambda: "AAAAAAAAAAAAAAAAAAAAA" + drawn(80))
_token("typeform", lambda: "tfp_" + drawn(59, OF_URLS))
_token("vault-service", lambda: "hvs." + drawn(95, OF_URLS))
_token("vault-short", lambda: "hvs." + drawn(24))
_token("vault-batch", lambda: "hvb." + drawn(150, OF_URLS))
_token("vault-old", lambda: "s." + drawn(24))
_token("cerebras", lambda: "csk-" + drawn(48, LOWER))
_token("grafana-old", lambda: "eyJrIjoi" + drawn(80))
_inside(
    "google-chat",
    lambda: ("https://chat.googleapis.com/v1/spaces/AAQA/messages?", f"key={drawn(39)}&token={drawn(43, OF_URLS)}", ""),
)
_token("langfuse", lambda: "sk-lf-" + drawn_uuid())
_token("posthog", lambda: "phx_" + drawn(43))
_token("tavily", lambda: "tvly-" + drawn(32))
_token("wandb", lambda: "wandb_v1_" + drawn(60))
_token("xai", lambda: "xai-" + drawn(80))
_token("yandex-cloud", lambda: "AQVN" + drawn(36, OF_URLS))

# What Gitleaks and TruffleHog list beside those, and what services sign their keys with.
_token("elevenlabs", lambda: "sk_" + drawn(48, HEX))
_token("aws-bedrock-short", lambda: "bedrock-api-key-" + "YmVkcm9jay5hbWF6b25hd3MuY29t" + drawn(120))
_token("aws-mws", lambda: "amzn.mws." + drawn_uuid())
_token("aws-old-key", lambda: "A3TX" + drawn(16, string.ascii_uppercase + "234567"))
_token("defined-networking", lambda: f"dnkey-{drawn(26, UPPER)}-{drawn(52, UPPER)}")
_token("facebook-app", lambda: f"{drawn(15, DIGITS)}|{drawn(27)}")
_token("fireworks", lambda: "fw_" + drawn(24))
_token("intra42", lambda: "s-s4t2ud-" + drawn(64, HEX))
_token("jwt-in-base64", lambda: base64.b64encode(_jwt().encode()).decode())
_token("lob", lambda: "live_pub_" + drawn(31, HEX))
_token("mailgun-signing", lambda: f"{drawn(32, HEX)}-{drawn(8, HEX)}-{drawn(8, HEX)}")
_token("openai-session", lambda: "sess-" + drawn(40))
_token("twitter-access", lambda: "1" + drawn(18, DIGITS) + "-a1" + drawn(38))
_token("yandex-cloud-aws", lambda: "YCAJE" + drawn(35, OF_URLS))
_token("yandex-iam", lambda: "t1." + drawn(86, OF_URLS) + "." + drawn(86, OF_URLS))
_token("azure-devops", lambda: drawn(76) + "AZDO" + drawn(4))
_token("azure-openai", lambda: drawn(52) + "JQQJ99" + drawn(6, UPPER) + "AAAB" + "ACOG" + drawn(4))
_token("azure-functions", lambda: drawn(44, OF_URLS) + "AzFu" + drawn(5) + "Q==")
_token("azure-search", lambda: drawn(42) + "AzSeD" + drawn(5))
_token("azure-redis", lambda: drawn(33) + "AzCaA" + drawn(5) + "=")
_token("azure-registry", lambda: drawn(42) + "+ACRD" + drawn(5))
_token("azure-storage-signed", lambda: drawn(76) + "+ASt" + drawn(5) + "Q==")
_token("azure-cosmos", lambda: drawn(76) + "ACDb" + drawn(5) + "g==")
_token("azure-batch", lambda: drawn(76) + "+ABa" + drawn(5) + "A==")
_token("azure-service-bus", lambda: drawn(33) + "+ASb" + drawn(5) + "E=")
_token("azure-event-hub", lambda: drawn(33) + "+AEh" + drawn(5) + "M=")
_token("azure-iot", lambda: drawn(33) + "AIoT" + drawn(5) + "Y=")
_token(
    "jwe",
    lambda: (
        f"eyJhbGciOiJSU0EtT0FFUCJ9.{drawn(342, OF_URLS)}.{drawn(16, OF_URLS)}.{drawn(80, OF_URLS)}.{drawn(22, OF_URLS)}"
    ),
)
_token(
    "jwe-direct",
    lambda: f"eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4In0..{drawn(16, OF_URLS)}.{drawn(80, OF_URLS)}.{drawn(22, OF_URLS)}",
)


def _der(beginning: str) -> str:
    return "\n".join(
        [
            beginning + drawn(64 - len(beginning), LETTERS_AND_DIGITS + "+/"),
            *(drawn(64, LETTERS_AND_DIGITS + "+/") for _ in range(6)),
        ]
    )


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
_inside(
    "key-end", lambda: ("", drawn(64) + "\n" + drawn(64) + "\n" + drawn(22) + "==", "\n-----END RSA PRIVATE KEY-----\n")
)
_inside("key-end-escaped", lambda: ('"', drawn(64) + "\\n" + drawn(40), '\\n-----END PRIVATE KEY-----\\n"'))
_inside("putty", lambda: ("Private-Lines: 3\n", "\n".join(drawn(64) for _ in range(3)), "\nPrivate-MAC: 0123\n"))
for _kind in ("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA "):
    _inside(
        f"kubeconfig-{_kind}",
        lambda kind=_kind: ("    client-key-data: ", base64.b64encode(_key(kind).encode()).decode(), "\n"),  # type: ignore[misc]
    )
_inside(
    "sts-key", lambda: ("<Credentials><SecretAccessKey>", drawn(40, LETTERS_AND_DIGITS + "/+"), "</SecretAccessKey>")
)
_inside("sts-token", lambda: ("<SessionToken>", drawn(300, LETTERS_AND_DIGITS + "/+="), "</SessionToken>"))
_inside("maven", lambda: ("<server><id>a</id><password>", "correct horse!", "</password></server>"))
_inside("android", lambda: ('<string name="api_key">', drawn(32, HEX), "</string>"))
_inside("nuget-config", lambda: ('<add key="ClearTextPassword" value="', drawn(20), '" />'))
_inside("net-config", lambda: ('<add key="ApiSecret" value="', drawn(32), '"/>'))
_inside("env-list-json", lambda: ('[{"name": "DB_PASSWORD", "value": "', drawn(10, string.ascii_lowercase), '"}]'))
_inside("env-list-yaml", lambda: ("- name: API_TOKEN\n  value: ", drawn(32), "\n"))
_inside("env-list-quoted", lambda: ('- name: "API_TOKEN"\n  value: "', drawn(32), '"\n'))


def _in_url(scheme: str) -> tuple[str, str, str]:
    return f"{scheme}://me:", f"{drawn(6)}@{drawn(6)}@{drawn(6)}", "@db.host/x"


for _scheme in ("postgres", "mysql", "mongodb+srv", "amqps", "redis", "https", "smtp", "ftp", "jdbc:postgresql"):
    _inside(f"url-{_scheme}", partial(_in_url, _scheme))
_inside("url-dollar", lambda: ("postgres://me:", f"{drawn(6)}${drawn(6)}", "@db/x"))
_inside("url-without-a-user", lambda: ("redis://:", drawn(16), "@cache:6379/0"))
_inside("yaml-block", lambda: ("  password: |\n    ", drawn(20), "\n  user: me\n"))
_inside("yaml-folded", lambda: ("password: >-\n  ", drawn(20), "\nuser: me\n"))
_inside("yaml-token", lambda: ("- api_token: |-\n    ", f"{drawn(24)}\n    {drawn(24)}", "\n  user: me\n"))
_SECRET = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\n"
_inside(
    "kubernetes",
    lambda: (f"{_SECRET}data:\n  user: ", base64.b64encode(drawn(9).encode()).decode(), "\ntype: Opaque\n"),
)
_inside("kubernetes-plain", lambda: (f"{_SECRET}stringData:\n  greeting: ", "open sesame please", "\n"))
_inside("kubernetes-first", lambda: ("\ndata:\n  a: ", drawn(24), "\napiVersion: v1\nkind: Secret\n"))
_inside("kubernetes-block", lambda: (f"{_SECRET}stringData:\n  a: |\n    ", "open sesame please", "\ntype: Opaque\n"))
_inside("kubernetes-list", lambda: ("items:\n- data:\n    a: ", drawn(24), "\n  kind: Secret\n"))
_inside("kubernetes-json", lambda: ('{"data": {"greeting": "', "open sesame please", '"}, "kind": "Secret"}'))
_inside("kubernetes-kubectl", lambda: (r'"{\"data\":{\"a\":\"', drawn(24), r'\"},\"kind\":\"Secret\"}"'))
_inside("pgpass", lambda: ("db.example.com:5432:main:me:", "letmein:twice".replace(":", ";"), "\n"))
_inside("pgpass-any", lambda: ("*:*:*:me:", drawn(12), "\n"))
_inside("function-url", lambda: ("https://a.azurewebsites.net/api/f?code=", drawn(54, OF_URLS) + "==", "&x=1"))
_inside("gitlab-session", lambda: ("Set: _gitlab_session=", drawn(32, HEX), "; path=/"))
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
    _inside(_name, lambda name=_name: (f"{name}: ", "a1" + drawn(30, HEX), "\n"))  # type: ignore[misc]
_inside("number-as-password", lambda: ("DB_PASSWORD=", "20261231", " psql"))

for _name in ("PGPASSWORD", "MYSQL_PWD", "SSHPASS", "REDISCLI_AUTH", "DB_PASS", "VAULT_TOKEN", "DISCORD_TOKEN"):
    _inside(_name, lambda name=_name: (f"{name}=", drawn(24), " psql -h db"))  # type: ignore[misc]
for _name in ("DATADOG_APP_KEY", "ALGOLIA_ADMIN_KEY", "HEROKU_API_KEY", "authToken", "NPM_AUTHTOKEN", "X-Api-Key"):
    _inside(_name, lambda name=_name: (f'{{"{name}": "', drawn(32, HEX), '"}'))  # type: ignore[misc]
_inside("authorization-sso", lambda: ("curl -H 'Authorization: SSWS ", "00" + drawn(40, OF_URLS), "' https://x"))
_inside("authorization-basic", lambda: ("Authorization: Basic ", base64.b64encode(drawn(20).encode()).decode(), "\r\n"))
_inside("cookie", lambda: ("curl -H 'Cookie: ", "session=" + drawn(32), "' https://x"))
_inside("curl-user", lambda: ("curl -s -u me:", drawn(16), " https://x"))
_inside("url", lambda: ("postgres://me:", drawn(16), "@db/x"))
_inside("sshpass", lambda: ("sshpass -p ", drawn(12), " ssh me@host"))
_inside("mysql", lambda: ("mysql -u root -p", drawn(12), " db"))
_inside("redis-cli", lambda: ("redis-cli -h r -a ", drawn(12), " ping"))
_inside("docker-login", lambda: ("docker login -u me -p ", drawn(16), " registry"))
_inside("netrc", lambda: ("machine example.com login me password ", drawn(12), "\n"))
_inside("npmrc", lambda: ("//registry.example.com/:_authToken=", drawn(36), "\n"))
_inside("docker-config", lambda: ('"auths": {"r": {"auth": "', base64.b64encode(drawn(30).encode()).decode(), '"}}'))
_inside("signed-url", lambda: ("https://s3/x?X-Amz-Signature=", drawn(64, HEX), "&a=b"))

AROUND = {
    "alone": "{}",
    "words": "got {} back",
    "quoted": '{{"a": "{}"}}',
    "escaped": r"{{\"a\": \"line\n{}\"}}",
    "colored": "\x1b[32m{}\x1b[0m",
    "url": "https://x/?q%3D{}&b",
}
