"""No published shape of a token passes the redaction, and what is no secret stays.

Every token is put together here while the test runs, so that no scanner finds one in the repository.
"""

from __future__ import annotations

import base64
import json
import random
import string
import time
import uuid
from collections.abc import Callable

import pytest

from hookwright.policies.redaction import redact, redact_json
from hookwright.policies.secrets import secrets_in
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
    assert len(_SHAPES) > 150


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


def test_what_is_no_secret_stays() -> None:
    assert [redact(it) for it in _WORDS] == _WORDS


_ALPHABETS = [_HEX, _LOWER, _ALNUM, _URL, _ALNUM + "+/=", "A", "-", "eyJ.", "sk-", "token=", "s.", "M.", "mysql -p"]


@pytest.mark.parametrize("alphabet", _ALPHABETS)
def test_no_text_is_slow(alphabet: str) -> None:
    """Twice the text takes no more than some three times as long."""
    text = _s(200_000, alphabet)
    took: list[float] = []
    for size in (100_000, 200_000):
        began = time.process_time()
        redact(text[:size])
        took.append(time.process_time() - began)
    assert took[1] < 3 * took[0] + 0.2
