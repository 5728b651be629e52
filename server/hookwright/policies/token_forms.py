"""The forms of tokens that services publish: what each begins with, its characters, and how many there are.

The facts are those of Gitleaks (config/gitleaks.toml, MIT license), of detect-secrets (detect_secrets/plugins,
Apache License 2.0) and of the services' own documentation.  Lengths are the least that occur or a little less: what
begins so and goes on in such characters is hidden rather than kept.
"""

from __future__ import annotations

import re

from msgspec import Struct

_WORD = r"[A-Za-z0-9]"
_DASHED = r"[A-Za-z0-9_-]"
_DOTTED = r"[A-Za-z0-9_.-]"
_BASE64 = r"[A-Za-z0-9+/=_-]"
_LOWER = r"[a-z0-9]"
_UPPER = r"[A-Z0-9]"
_HEX = r"[A-Fa-f0-9]"
_UUID = r"[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}"


class SecretForm(Struct, frozen=True):
    """A form that secrets have: what it is, texts one of which is in each of them, and its pattern.

    Where the pattern has a group `secret`, that is the secret; else all that it finds.  Where `begins`, it begins with
    one of the hints, and is looked for there only.
    """

    what: str
    hints: tuple[str, ...]
    pattern: str
    begins: bool = False


# A token begins where no other word goes on: after `\n` in JSON, after `%3D` in a URL and after a color, too.
_START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf])|(?<=%[0-9A-Fa-f]{2})|(?<=\x1b\[\dm)|(?<=\x1b\[\d\dm)|(?<=u001b\[\d\dm))"
# The same behind the first character: patterns that begin with a character are found faster.
_STARTED = r"(?:(?<![A-Za-z0-9].)|(?<=\\[nrtbf].)|(?<=%[0-9A-Fa-f]{2}.)|(?<=\x1b\[\dm.)|(?<=\x1b\[\d\dm.))"
_END = r"(?![A-Za-z0-9])"

# `-----BEGIN PRIVATE KEY` and its kin in Base64, as kubeconfig files have them.
_KEYS_IN_BASE64 = (
    "LS0tLS1CRUdJTiBQUklWQVRFIEtFW LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRV LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFW "
    "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZ LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURSBLRV "
    "LS0tLS1CRUdJTiBEU0EgUFJJVkFURSBLRV LS0tLS1CRUdJTiBQR1AgUFJJVkFURSBLRV"
)

# What it is, what it begins with, its characters after that, and how many there are at least.
_PREFIXED: tuple[tuple[str, str, str, int], ...] = (
    ("1Password token", "ops_eyJ", _BASE64, 60),
    ("Adobe secret", "p8e-", _LOWER, 32),
    ("age key", "AGE-SECRET-KEY-1", _UPPER, 50),
    ("AWS key", "bedrock-api-key-", _BASE64, 30),
    ("Aiven password", "AVNS_", _DASHED, 16),
    ("Alibaba Cloud key", "LTAI", _WORD, 16),
    ("Anthropic key", "sk-ant-", _DASHED, 16),
    ("Artifactory token", "AKCp", _WORD, 60),
    ("Artifactory token", "cmVmd", _WORD, 55),
    ("Atlassian token", "ATATT3 ATCTT3", _BASE64, 50),
    ("AWS key", "ABSK", _BASE64, 100),
    ("AWS session token", "IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz AQoDYXdz", _BASE64, 60),
    ("Bitbucket password", "ATBB", _WORD, 28),
    ("Buildkite token", "bkua_", _WORD, 30),
    ("Cerebras key", "csk-", _LOWER, 40),
    ("CircleCI token", "CCIPAT_ CCIPRJ_", r"[A-Za-z0-9_]", 40),
    ("Clojars token", "CLOJARS_", _WORD, 60),
    ("Contentful token", "CFPAT-", _DASHED, 40),
    ("DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", _HEX, 60),
    ("Defined Networking key", "dnkey-", r"[A-Za-z0-9=_-]", 60),
    ("Docker token", "dckr_pat_ dckr_oat_", _DASHED, 20),
    ("Doppler token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", _DOTTED, 32),
    ("Dropbox token", "sl.", _DASHED, 120),
    ("Duffel token", "duffel_test_ duffel_live_", r"[A-Za-z0-9_=-]", 40),
    ("EasyPost key", "EZAK EZTK", _WORD, 50),
    ("ElevenLabs key", "sk_", _HEX, 40),
    ("Facebook token", "EAAM EAAC EAAB EAAG EAAD EAAE EAAF EAAH", _WORD, 80),
    ("Figma token", "figd_ figo_ figu_", _DASHED, 30),
    ("Flutterwave key", "FLWSECK- FLWSECK_TEST-", r"[A-Za-z0-9-]", 12),
    ("Fly.io token", "fo1_ fm1a_ fm1r_ fm2_", r"[A-Za-z0-9+/_=,-]", 40),
    ("Frame.io token", "fio-u-", r"[A-Za-z0-9_=-]", 60),
    ("GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", r"[A-Za-z0-9_.-]", 30),
    ("GitHub token", "github_pat_", r"[A-Za-z0-9_]", 22),
    (
        "GitLab token",
        "glpat- glptt- gldt- glrt- glrtr- glcbt- glft- glffct- glimt- glagent- gloas- glsoat- glwt- GR1348941",
        _DOTTED,
        20,
    ),
    ("Google key", "AIza", _DASHED, 35),
    ("Google secret", "GOCSPX-", _DASHED, 20),
    ("Google token", "ya29.", _DOTTED, 20),
    ("Google token", "1//0", _DASHED, 40),
    ("Grafana token", "glsa_", r"[A-Za-z0-9_]", 32),
    ("Grafana token", "glc_ eyJrIjoi", _BASE64, 32),
    ("Groq key", "gsk_", _WORD, 40),
    ("42 secret", "s-s4t2ud- s-s4t2af-", _HEX, 60),
    ("Fireworks key", "fw_", _WORD, 22),
    ("Heroku key", "HRKU-", _DASHED, 36),
    ("Hugging Face token", "hf_ api_org_", _WORD, 30),
    ("JSON web token", "ZXlKaGJHY2lPa ZXlKMGVYQWlPa ZXlKcmFXUWlPa", _BASE64, 60),
    ("Lob key", "live_pub_ test_pub_", _HEX, 30),
    ("Infracost key", "ico-", _WORD, 32),
    ("LangSmith key", "lsv2_pt_ lsv2_sk_", r"[A-Fa-f0-9_]", 32),
    ("Langfuse key", "sk-lf-", r"[a-f0-9-]", 32),
    ("Linear token", "lin_api_ lin_oauth_", _WORD, 32),
    ("Mapbox token", "sk.eyJ tk.eyJ", _DOTTED, 40),
    ("Neon key", "napi_", _WORD, 40),
    ("Netlify token", "nfp_ nfo_ nfc_ nfu_", _WORD, 30),
    ("New Relic key", "NRAK- NRRA- NRAA-", _UPPER, 20),
    ("New Relic key", "NRII- NRIQ- NRJS-", _DASHED, 18),
    ("Notion token", "ntn_", _WORD, 40),
    ("Notion token", "secret_", _WORD, 43),
    ("npm token", "npm_", _WORD, 30),
    ("NuGet key", "oy2", _LOWER, 43),
    ("NVIDIA key", "nvapi-", _DASHED, 40),
    ("OpenAI key", "sk-proj- sk-svcacct- sk-admin- sk-None- sk-live- sk-test- sk-or-v1-", _DASHED, 16),
    ("OpenAI key", "sess-", _WORD, 40),
    ("OpenAI key", "sk-", _WORD, 20),
    ("OpenShift token", "sha256~", _DASHED, 40),
    ("Perplexity key", "pplx-", _WORD, 32),
    ("Pinecone key", "pcsk_", r"[A-Za-z0-9_]", 40),
    ("PlanetScale token", "pscale_tkn_ pscale_oauth_ pscale_pw_", r"[A-Za-z0-9_=.-]", 30),
    ("PostHog key", "phx_", _WORD, 30),
    ("Prefect key", "pnu_ pnb_", _WORD, 30),
    (
        "private key",
        _KEYS_IN_BASE64,
        _BASE64,
        20,
    ),
    ("Pulumi token", "pul-", _HEX, 40),
    ("PyPI token", "pypi-AgE pypi-", _DASHED, 50),
    ("ReadMe key", "rdme_", _WORD, 50),
    ("Replicate token", "r8_", _WORD, 32),
    ("RubyGems key", "rubygems_", _HEX, 40),
    ("Scalingo token", "tk-us-", _DASHED, 40),
    ("SendGrid key", "SG.", r"[A-Za-z0-9_.=-]", 50),
    ("Brevo key", "xkeysib- xsmtpsib-", r"[A-Za-z0-9-]", 50),
    ("Sentry token", "sntryu_", _HEX, 40),
    ("Sentry token", "sntrys_", r"[A-Za-z0-9+/_=-]", 40),
    ("SettleMint token", "sm_aat_ sm_pat_ sm_sat_", _WORD, 16),
    ("Shippo token", "shippo_live_ shippo_test_", _HEX, 32),
    ("Shopify token", "shpat_ shpca_ shppa_ shpss_ shptka_", _HEX, 32),
    ("Slack token", "xoxb- xoxp- xoxa- xoxr- xoxo- xoxs- xoxe- xoxc- xoxd- xoxe.xoxb- xoxe.xoxp- xapp-", _DOTTED, 10),
    ("SonarQube token", "squ_ sqp_ sqa_", _HEX, 40),
    ("Sourcegraph token", "sgp_ slk_", r"[A-Za-z0-9_]", 40),
    ("Square token", "sq0atp- sq0csp- EAAA", _DASHED, 22),
    ("Stripe key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_", _BASE64, 16),
    ("Supabase key", "sbp_ sb_secret_", _DASHED, 20),
    ("Tailscale key", "tskey-", r"[A-Za-z0-9-]", 20),
    ("Tavily key", "tvly-", _DASHED, 24),
    ("Typeform token", "tfp_", _DOTTED, 40),
    ("Vault token", "hvs. hvb. hvr.", _DASHED, 20),
    ("Weights & Biases key", "wandb_v1_", r"[A-Za-z0-9_]", 40),
    ("xAI key", "xai-", _WORD, 40),
    ("Yandex Cloud key", "YCAJE YCM YCN YCO YCP", _DASHED, 30),
    ("Yandex Cloud token", "t1.", _DOTTED, 100),
    ("Yandex Cloud key", "AQVN", _DASHED, 35),
)

# What it is, what it begins with, and the pattern of the rest.
_SHAPED: tuple[tuple[str, str, str], ...] = (
    ("1Password key", "A3-", rf"{_UPPER}{{6}}-(?:{_UPPER}{{11}}|{_UPPER}{{6}}-{_UPPER}{{5}})(?:-{_UPPER}{{5}}){{3}}"),
    ("Airtable token", "pat", rf"{_WORD}{{14}}\.{_HEX}{{64}}"),
    ("AWS access key", "AKIA ASIA ABIA ACCA A3TA A3TB A3TC A3TD A3TE A3TX", rf"{_UPPER}{{16}}{_END}"),
    ("AWS key", "amzn.mws.", _UUID),
    ("Braintree token", "access_token$", rf"(?:production|sandbox)\${_LOWER}{{16}}\${_HEX}{{32}}"),
    ("ClickHouse key", "4b1d", rf"{_WORD}{{38}}{_END}"),
    ("Cloudflare key", "v1.0-", rf"{_HEX}{{24}}-{_HEX}{{100,160}}"),
    ("crates.io token", "cio", rf"{_WORD}{{32}}{_END}"),
    ("Databricks token", "dapi", rf"{_HEX}{{32}}(?:-\d)?{_END}"),
    ("Discord token", "mfa.", rf"{_DASHED}{{80,90}}"),
    ("Dynatrace token", "dt0", rf"[a-z]\d\d\.{_WORD}{{24}}\.{_WORD}{{64}}"),
    ("Firebase key", "AAAA", rf"{_DASHED}{{7}}:{_DASHED}{{100,160}}"),
    ("Harness key", "pat. sat.", rf"{_DASHED}{{22}}\.{_WORD}{{24}}\.{_WORD}{{20}}"),
    ("HubSpot token", "pat-", rf"[a-z]{{2,4}}\d{{0,2}}-{_UUID}"),
    ("LaunchDarkly key", "sdk- api- mob-", _UUID),
    ("Mailgun key", "key-", rf"{_HEX}{{32}}{_END}"),
    ("Octopus key", "API-", rf"{_UPPER}{{25,32}}{_END}"),
    ("Plaid token", "access-", rf"(?:sandbox|development|production)-{_UUID}"),
    ("Postman key", "PMAK-", rf"{_HEX}{{24}}-{_HEX}{{34}}"),
    ("Resend key", "re_", rf"{_WORD}{{8}}_{_WORD}{{20,40}}{_END}"),
    ("Twilio key", "SK", rf"[a-f0-9]{{32}}{_END}"),
    ("Twitter token", "AAAAAAAAAAAAAAAAAAA", r"A{0,4}(?!A)[A-Za-z0-9%]{60,}"),
    ("Vault token", "s.", rf"(?=\D{{0,23}}\d)(?=[^A-Z]{{0,23}}[A-Z])(?=[^a-z]{{0,23}}[a-z]){_WORD}{{24}}{_END}"),
)

# Those that begin with any character.
_OTHERS: tuple[SecretForm, ...] = (
    SecretForm("Asana token", ("/",), rf"[0-9]{_STARTED}/\d{{16}}(?:/\d{{16}})?:{_HEX}{{32}}{_END}"),
    SecretForm(
        "Authress key",
        (".acc-", ".acc_"),
        rf"[a-z]{_STARTED}[a-z]{{1,8}}_{_WORD}{{5,30}}\.{_WORD}{{4,6}}\.acc[_-][A-Za-z0-9-]{{10,32}}\.{_BASE64}{{30,120}}",
    ),
    # What services of Azure sign their keys with, near the end.
    SecretForm(
        "Azure key",
        ("AzFu", "AzSe", "AzCa", "AZDO", "JQQJ9", "+ACR"),
        rf"[A-Za-z0-9+/_-]{_STARTED}[A-Za-z0-9+/_-]{{31,80}}?(?:AzFu|AzSe|AzCa|AZDO|JQQJ9|\+ACR)[A-Za-z0-9+/_-]{{4,40}}={{0,2}}",
    ),
    SecretForm(
        "Azure key",
        ("ACDb", "APIM", "+ABa", "+AMC", "+ASt", "+ASb", "+AEh", "+ARm", "AIoT"),
        rf"[A-Za-z0-9+/]{_STARTED}[A-Za-z0-9+/]{{31,80}}?(?:ACDb|APIM|AIoT|\+(?:ABa|AMC|ASt|ASb|AEh|ARm))[A-Za-z0-9+/]{{5,6}}={{1,2}}",
    ),
    SecretForm("Azure secret", ("Q~",), rf"[A-Za-z0-9_~.]{_STARTED}[A-Za-z0-9_~.]{{2}}\dQ~[A-Za-z0-9_~.-]{{31,34}}"),
    SecretForm("Discord token", (".",), rf"[MNO]{_STARTED}{_DASHED}{{23,27}}\.{_DASHED}{{6}}\.{_DASHED}{{27,40}}"),
    SecretForm("Discord webhook", ("/api/webhooks/",), rf"/api/webhooks/\d{{15,21}}/(?P<secret>{_DASHED}{{40,100}})"),
    SecretForm(
        "Google Chat webhook",
        ("chat.googleapis.com",),
        rf"chat\.googleapis\.com/v1/spaces/{_DASHED}{{1,64}}/messages\?(?P<secret>[^\s\"'<>]{{20,300}})",
    ),
    SecretForm("Twitter token", ("-",), rf"\d{_STARTED}\d{{16,20}}-(?=[A-Za-z]{{0,39}}\d)[A-Za-z0-9]{{38,40}}{_END}"),
    SecretForm("Mailchimp key", ("-us",), rf"[A-Fa-f0-9]{_STARTED}{_HEX}{{31}}-us\d{{1,2}}{_END}"),
    SecretForm("Mailgun key", ("-",), rf"[a-f0-9]{_STARTED}[a-f0-9]{{31}}-[a-f0-9]{{8}}-[a-f0-9]{{8}}{_END}(?!-)"),
    SecretForm("MaxMind key", ("_mmk",), rf"[A-Za-z0-9]{_STARTED}{_WORD}{{5}}_{_WORD}{{29}}_mmk{_END}"),
    SecretForm(
        "Slack webhook",
        ("hooks.slack.com",),
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9]{6,64}/[A-Za-z0-9/]{12,})",
    ),
    SecretForm("Teams webhook", ("/IncomingWebhook/",), r"/IncomingWebhook/(?P<secret>\w{32}/[A-Za-z0-9-]{36})"),
    SecretForm("Telegram token", (":AA",), rf"[0-9]{_STARTED}\d{{6,10}}:AA{_DASHED}{{32,36}}"),
    SecretForm("Terraform token", (".atlasv1.",), rf"[A-Za-z0-9]{_STARTED}{_WORD}{{13}}\.atlasv1\.{_BASE64}{{50,80}}"),
)


def _form(what: str, beginnings: str, rest: str) -> SecretForm:
    hints = tuple(beginnings.split())
    choices = "|".join(map(re.escape, hints))
    return SecretForm(what, hints, rf"{_START}(?:{choices}){rest}", begins=True)


TOKEN_FORMS: tuple[SecretForm, ...] = (
    *(_form(what, beginnings, rest) for what, beginnings, rest in _SHAPED),
    *(_form(what, beginnings, f"{characters}{{{least},4096}}") for what, beginnings, characters, least in _PREFIXED),
    *_OTHERS,
)
