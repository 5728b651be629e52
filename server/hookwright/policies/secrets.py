"""Where a text has secrets: tokens of known forms, credentials of requests, and values beside telling names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from hookwright.policies.secret_blocks import block_scalar, ends_of_keys, kubernetes_values
from hookwright.policies.secret_names import is_secret_value, is_telling_name
from hookwright.policies.token_forms import TOKEN_FORMS, SecretForm


class Secret(Struct, frozen=True):
    """One secret: its indices into the text, and what it is, to say after `a`."""

    start: int
    end: int
    what: str


_NOT_A_REFERENCE = r"(?![$<{%*\[])"

_SCHEMES = (
    "bearer|basic|token|apikey|api-key|api_key|key|ssws|splunk|digest|negotiate|hmac|oauth|bot|geniekey|klaviyo-api-key"
    "|zoho-oauthtoken|aws4-hmac-sha256"
)
# Programs, and the option before which or after which their password is.
_PROGRAMS: tuple[tuple[str, str], ...] = (
    ("curl", r"(?:-u|--user)[ =]?\\*[\"']?[^\s:\"'$]{1,128}:"),
    ("wget", r"--(?:http-|ftp-)?password[ =]"),
    ("http", r"(?:-a|--auth)[ =][^\s:\"'$]{1,128}:"),
    ("smbclient", r"-U\s?[^\s%\"'$]{1,128}%"),
    ("sshpass", r"-p\s{0,4}"),
    ("mysql", r"-p"),
    ("mariadb", r"-p"),
    ("mongo", r"-p\s{1,4}"),
    ("redis-cli", r"(?:-a|--pass)\s{1,4}"),
    ("ldap", r"-w\s{1,4}"),
    ("docker login", r"-p[ =]"),
    ("podman login", r"-p[ =]"),
    ("helm registry login", r"-p[ =]"),
    ("az login", r"-p[ =]"),
    ("oc login", r"-p[ =]"),
    ("openssl", r"(?:-pass(?:in|out)?\s{1,4})?pass:"),
    ("zip", r"-P\s{1,4}"),
    ("unzip", r"-P\s{1,4}"),
    ("7z", r"-p"),
)
_PASSWORD = rf"\\*[\"']?(?P<secret>{_NOT_A_REFERENCE}[^\s\"'\\$|;&]{{3,256}})"

CONTEXT_FORMS: tuple[SecretForm, ...] = (
    SecretForm(
        "private key",
        ("PRIVATE KEY",),
        r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?=[\s\S]{0,200}?[A-Za-z0-9+/]{32})"
        r"[\s\S]*?(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    ),
    SecretForm(
        "JSON web token",
        ("eyJ",),
        r"eyJ(?:(?<![A-Za-z0-9]...)|(?<=\\[nrt]...)|(?<=m...)|(?<=%[0-9A-F]{2}...))[A-Za-z0-9_-]{8,4096}"
        r"\.eyJ[A-Za-z0-9_-]{8,65536}(?:\.[A-Za-z0-9_-]*)?",
    ),
    SecretForm(
        "encrypted web token",
        ("eyJ",),
        r"eyJ(?:(?<![A-Za-z0-9]...)|(?<=\\[nrt]...)|(?<=m...)|(?<=%[0-9A-F]{2}...))[A-Za-z0-9_-]{8,4096}"
        r"\.[A-Za-z0-9_-]{0,4096}\.[A-Za-z0-9_-]{8,64}\.[A-Za-z0-9_-]{1,65536}\.[A-Za-z0-9_-]{16,128}",
    ),
    SecretForm(
        "private key",
        ("Private-Lines:",),
        r"Private-Lines:\s{0,4}\d{1,4}(?P<secret>(?:\s|\\[rn])[A-Za-z0-9+/=\s\\]{16,65536})",
    ),
    SecretForm(
        # A sequence that begins with the integer 0, or with 3 as a PKCS #12 file does; no certificate and no public
        # key begins so.
        "private key",
        (
            "b3BlbnNzaC1rZXktdjE",
            "IBAAKB",
            "IBAAKC",
            "IBADAN",
            "IBAzCC",
            "AgEAMB",
            "CAQAwBQYDK2V",
            "MHcCAQEEI",
            "MIGkAgEBBD",
            "MIHcAgEBBEI",
        ),
        r"(?<![A-Za-z0-9+/])(?:b3BlbnNzaC1rZXktdjE|MII[A-Za-z0-9+/]{2}[wgAQ]IBA(?:AK[BC]|DAN|zCC)|MII[A-Za-z0-9+/]{3}AgEA|MI[CG][A-Za-z0-9+/]"
        r"{1,2}AgEAMB|M[A-Za-z0-9+/]{2}CAQAwBQYDK2V|MHcCAQEEI|MIGkAgEBBD|MIHcAgEBBEI)[A-Za-z0-9+/]{16,}={0,2}"
        r"(?:(?:\r?\n|\\r\\n|\\n)[ \t]{0,64}(?:[A-Za-z0-9+/]{16,128}={0,2}|[A-Za-z0-9+/]{1,15}={1,2}))*",
    ),
    SecretForm(
        "authorization header",
        ("uthorization", "UTHORIZATION"),
        rf"(?i:authorization)\\*[\"']?\s{{0,4}}[:=]\s{{0,4}}\\*[\"']?(?>(?:(?i:{_SCHEMES})\s{{1,4}})?)"
        rf"(?P<secret>{_NOT_A_REFERENCE}[^\s\"'\\,;]{{8,}})",
    ),
    SecretForm(
        "bearer token", ("earer ", "EARER "), rf"\b(?i:bearer) {{1,4}}(?P<secret>{_NOT_A_REFERENCE}[\w.~+/-]{{16,}}=*)"
    ),
    SecretForm(
        "cookie",
        ("ookie:", "OOKIE:"),
        r"(?i:\bcookie):\s{0,4}(?P<secret>[^\s\"'\\=;$]{1,64}=[^\"'\\\s$]{8,4096}"
        r"(?:; [^\s\"'\\=;$]{1,64}=[^\"'\\\s$]{1,4096})*)",
    ),
    SecretForm(
        "signature in a URL",
        ("ignature=", "sig="),
        r"[?&](?:X-(?:Amz|Goog)-Signature|Signature|sig)=(?P<secret>[A-Za-z0-9%+/=_-]{20,1024})",
    ),
    SecretForm(
        # The last `@` before the path ends the password, as browsers read it.
        "password in a URL",
        ("://",),
        rf"[A-Za-z][A-Za-z0-9+.-]{{1,20}}://[^\s/:@\"'?#]{{0,128}}:(?P<secret>{_NOT_A_REFERENCE}[^\s/\"'<>\\]{{1,256}})@",
    ),
    SecretForm(
        "token in a URL",
        ("https://",),
        rf"https://(?P<secret>{_NOT_A_REFERENCE}(?=[^\s/@]{{0,128}}\d)[A-Za-z0-9_-]{{20,255}})@",
    ),
    SecretForm(
        "password hash",
        ("$apr1$", "$1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$", "$argon2"),
        r"\$(?:apr1|1|2[aby]|5|6|y|argon2[a-z]{0,2})\$[A-Za-z0-9./=,+-]{1,64}(?:\$[A-Za-z0-9./=,+-]{12,128}){1,3}",
    ),
    SecretForm(
        "password in SQL",
        ("DENTIFIED BY", "dentified by", "PASSWORD '", "assword '"),
        r"(?i:identified\s{1,4}by(?:\s{1,4}password)?|with\s{1,4}(?:encrypted\s{1,4})?password)\s{1,4}"
        r"\\*[\"'](?P<secret>[^\"'\\\n]{3,256})",
    ),
    SecretForm(
        "password in PowerShell",
        ("ConvertTo-SecureString",),
        r"ConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?\\*[\"'](?P<secret>(?!\$)[^\"'\\\n]{3,256})",
    ),
    SecretForm(
        "value of a variable",
        ("setenv ", "set -x"),
        r"\b(?:setenv|set\s{1,4}-x?gx?)\s{1,4}\w{0,40}(?:TOKEN|SECRET|PASSWORD|PASSWD|KEY|PWD)\s{1,4}"
        rf"\\*[\"']?(?P<secret>{_NOT_A_REFERENCE}[^\s\"'\\;|&]{{6,512}})",
    ),
    SecretForm("network key", ("psk=",), rf"\bpsk=\\*[\"']?(?P<secret>{_NOT_A_REFERENCE}[^\s\"'\\]{{8,64}})"),
    SecretForm(
        "password in .netrc",
        ("machine ",),
        r"\bmachine\s{1,4}[^\s.]{1,128}\.\S{1,128}\s{1,16}login\s{1,4}\S{1,256}\s{1,16}password\s{1,4}(?P<secret>\S{1,256})",
    ),
    SecretForm(
        "password in .pgpass",
        (":5432:", ":5433:", ":6432:", ":*:"),
        r"(?<![^\s\"'])[^\s:\"'#]{1,128}:(?:\d{2,5}|\*):[^\s:\"']{1,64}:[^\s:\"']{1,64}:"
        r"(?P<secret>(?:[^\s:\"'\\]|\\[:\\]){1,256})(?=[ \t]{0,8}(?:[\r\n\"'\\]|\Z))",
    ),
    SecretForm("Facebook token", ("|",), r"(?<!\d)\d{15,16}\|(?P<secret>[A-Za-z0-9_-]{27,40})(?![A-Za-z0-9])"),
    SecretForm("key of a function", ("code=",), r"[?&]code=(?P<secret>[A-Za-z0-9%+/_-]{40,}={0,2})"),
    SecretForm("session cookie", ("_session=",), r"\b_[a-z]{2,20}_session=(?P<secret>[A-Za-z0-9%_-]{32,4096})"),
    *(
        SecretForm(
            "password on a command line", (program,), rf"\b{program}\w{{0,8}}\b[^|;&\n]{{0,200}}?\s{option}{_PASSWORD}"
        )
        for program, option in _PROGRAMS
    ),
)

_TOKEN_HINTS = tuple((hint, form) for form in TOKEN_FORMS for hint in form.hints)
_CONTEXT_HINTS = tuple((hint, form) for form in CONTEXT_FORMS for hint in form.hints)
# What a token can be part of: hints are looked for in these, which are a small part of most texts.
_LONG_WORDS = r"[A-Za-z0-9_.~$/+=:%-]{15,}"
# The shortest text that can hold a secret and tell so: `pwd=abcd`.
_SHORTEST = 8

# What a telling name has somewhere, in lower case; what it begins with; what comes between it and the value.
_TELLING_PARTS = ("token", "secret", "pass", "pwd", "key", "credential", "auth", "_pat")
_LONGEST_NAME = 64
# So much of a block tells whether it is a secret.
_LONGEST_LOOK = 4096
_NAME_BEFORE = r"[A-Za-z0-9_.-]*\Z"
# In JSON inside JSON the quotes have backslashes.
_SIGN_AFTER = r"[A-Za-z0-9_-]{0,32}(?P<between>(?:\\{0,16}[\"'])?\]?\s{0,4}(?:=>|:=|=|:)\s{0,4})"
# `<add key="Password" value="…">` and `{"name": "PASSWORD", "value": "…"}`, also in YAML.
_APART_AFTER = (
    r"[A-Za-z0-9_-]{0,32}(?P<between>(?:\\{0,16}[\"'])?,?(?:\s|\\n){1,32}"
    r"\\{0,16}[\"']?[Vv]alue(?:\\{0,16}[\"'])?\s{0,4}[:=]\s{0,4})"
)
_ELEMENT_AFTER = r"[A-Za-z0-9_-]{0,32}(?P<between>(?:\\{0,16}[\"'])?>)(?P<quoted>(?P<bare>[^<>\n]{4,4096}))</"
_BLANK_AFTER = r"[A-Za-z0-9_-]{0,32}(?P<between>\s{1,4})"
_VALUE = (
    r"(?:(?P<quote>\\{0,16}[\"'])(?P<quoted>(?:(?!(?P=quote))[^\n]){1,4096})"
    r"|(?P<bare>[^\s\"'\\`,;&|<>(){}\[\]=]{1,512}={0,2}))"
)

VALUE_PATTERNS = (_SIGN_AFTER + _VALUE, _BLANK_AFTER + _VALUE, _APART_AFTER + _VALUE, _ELEMENT_AFTER)
"""How a telling name goes on to its value."""


def secrets_in(text: str) -> tuple[Secret, ...]:
    """Every secret of the text, in order, none inside another; a text without any costs little."""
    if len(text) < _SHORTEST:
        return ()
    found: list[Secret] = []
    words = "\n".join(_compiled(_LONG_WORDS).findall(text))
    # To look for a hint in one word of 1 KB takes 2 µs, and there are 280 hints.
    letters = frozenset(words)
    for hint, form in _TOKEN_HINTS if words else ():
        if hint[0] in letters and hint in words:
            found += _of_form(form, hint, text)
    for hint, form in _CONTEXT_HINTS:
        if hint in text:
            found += _of_form(form, hint, text)
    found += _named(text)
    found += (Secret(*it, "value of a Kubernetes secret") for it in kubernetes_values(text))
    found += (Secret(*it, "private key") for it in ends_of_keys(text))
    return _without_overlaps(found) if found else ()


def _of_form(form: SecretForm, hint: str, text: str) -> Iterator[Secret]:
    pattern = _compiled(form.pattern)
    group = "secret" if "secret" in pattern.groupindex else 0
    for match in _beginning(pattern, hint, text) if form.begins else pattern.finditer(text):
        yield Secret(*match.span(group), form.what)


def _beginning(pattern: re.Pattern[str], hint: str, text: str) -> Iterator[re.Match[str]]:
    """What the pattern matches where the hint is."""
    place = text.find(hint)
    while place >= 0:
        match = pattern.match(text, place)
        if match is not None:
            yield match
        place = text.find(hint, match.end() if match else place + 1)


def _named(text: str) -> Iterator[Secret]:
    for begin, end in _telling_parts(text):
        head = text[max(0, begin - _LONGEST_NAME) : begin]
        match = (
            _compiled(_SIGN_AFTER + _VALUE).match(text, end)
            or _compiled(_ELEMENT_AFTER).match(text, end)
            or _compiled(_APART_AFTER + _VALUE).match(text, end)
        )
        if match is None and "--" in head:
            match = _compiled(_BLANK_AFTER + _VALUE).match(text, end)
        if match is None:
            yield from _in_block(text, begin, end, head)
            continue
        before = _compiled(_NAME_BEFORE).search(head)
        name = (before[0] if before else "") + text[begin : match.start("between")]
        # With nothing but a blank between them, name and value are an option and its argument.
        if match["between"].isspace() and not name.startswith("--"):
            continue
        group = "bare" if match["quoted"] is None else "quoted"
        nests = "\n" in match["between"] and match[group].endswith(":")
        if nests or text.startswith("(", match.end(group)):
            continue
        if is_telling_name(name) and is_secret_value(name, match[group]):
            yield Secret(*match.span(group), f"value of `{name.lstrip('-')}`")


def _in_block(text: str, begin: int, end: int, head: str) -> Iterator[Secret]:
    """The lines of a block scalar of YAML, which are the value."""
    sign = _compiled(_SIGN_AFTER).match(text, end)
    span = sign and block_scalar(text, begin, sign.end())
    if not sign or not span:
        return
    before = _compiled(_NAME_BEFORE).search(head)
    name = (before[0] if before else "") + text[begin : sign.start("between")]
    start = text[span[0] : min(span[1], span[0] + _LONGEST_LOOK)]
    if is_telling_name(name) and any(is_secret_value(name, it) for it in start.split()):
        yield Secret(*span, f"value of `{name}`")


def _telling_parts(text: str) -> Iterator[tuple[int, int]]:
    """Where names may be that announce a secret."""
    folded = text.lower()
    if len(folded) != len(text):
        folded = "".join(it.lower() if it.isascii() else it for it in text)
    for part in _TELLING_PARTS:
        place = folded.find(part)
        while place >= 0:
            yield place, place + len(part)
            place = folded.find(part, place + len(part))


def _without_overlaps(found: list[Secret]) -> tuple[Secret, ...]:
    """The first of those that share a place; of two that begin together, the one that is named first."""
    kept: list[Secret] = []
    for secret in sorted(found, key=lambda it: it.start):
        if not kept or secret.start >= kept[-1].end:
            kept.append(secret)
        elif secret.end > kept[-1].end:
            kept[-1] = Secret(kept[-1].start, secret.end, kept[-1].what)
    return tuple(kept)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # One at a time, when a text hints at it: compiling all of them would be felt at start.
    return re.compile(pattern)
