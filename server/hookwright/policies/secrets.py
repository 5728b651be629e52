"""Where a text has secrets: tokens of known forms, credentials of requests, and values beside telling names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from hookwright.policies.secret_names import is_secret_value, is_telling_name


@dataclass(frozen=True, slots=True)
class Secret:
    """One secret: its indices into the text, and what it is, to say after `a`."""

    start: int
    end: int
    what: str


@dataclass(frozen=True, slots=True)
class SecretForm:
    """A form that secrets have: what it is, texts one of which is in each of them, and its pattern.

    Where the pattern has a group `secret`, that is the secret; else all that it finds.
    """

    what: str
    hints: tuple[str, ...]
    pattern: str


_NOT_A_REFERENCE = r"(?![$<{%*\[])"

SECRET_FORMS: tuple[SecretForm, ...] = (
    SecretForm(
        "private key",
        ("PRIVATE KEY",),
        r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?=[\s\S]{0,200}?[A-Za-z0-9+/]{32})"
        r"[\s\S]*?(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    ),
    SecretForm(
        "GitHub token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})",
    ),
    SecretForm("GitLab token", ("glpat-",), r"(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,64}"),
    SecretForm("AWS access key", ("AKIA", "ASIA"), r"(?<![A-Za-z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])"),
    SecretForm("Slack token", ("xox", "xapp-"), r"(?<![A-Za-z0-9])(?:xox[a-z]-|xapp-)[A-Za-z0-9-]{10,512}"),
    SecretForm(
        "Slack webhook",
        ("hooks.slack.com",),
        r"hooks\.slack\.com/(?:services|workflows)/(?P<secret>[A-Za-z0-9]{6,}/[A-Za-z0-9/]{12,})",
    ),
    SecretForm("Anthropic key", ("sk-ant-",), r"(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{16,512}"),
    SecretForm(
        "OpenAI key",
        ("sk-",),
        r"(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|live|test)-[A-Za-z0-9_-]{16,512}|[A-Za-z0-9]{20,512})",
    ),
    SecretForm(
        "Google key", ("AIza", "ya29."), r"(?<![A-Za-z0-9])(?:AIza[A-Za-z0-9_-]{35,64}|ya29\.[A-Za-z0-9_-]{20,})"
    ),
    SecretForm("Stripe key", ("k_live_", "k_test_"), r"(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}"),
    SecretForm("npm token", ("npm_",), r"(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}"),
    SecretForm("PyPI token", ("pypi-",), r"(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,512}"),
    SecretForm("Hugging Face token", ("hf_",), r"(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,64}"),
    SecretForm("SendGrid key", ("SG.",), r"(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}"),
    SecretForm(
        "JSON web token",
        ("eyJ",),
        r"(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?",
    ),
    SecretForm(
        "authorization header",
        ("uthorization", "UTHORIZATION"),
        r"(?i:authorization)\\*[\"']?\s{0,4}[:=]\s{0,4}\\*[\"']?(?:(?i:bearer|basic|token|apikey)\s{1,4})?"
        rf"(?P<secret>{_NOT_A_REFERENCE}[^\s\"'\\,;]{{8,}})",
    ),
    SecretForm(
        "bearer token", ("earer ", "EARER "), rf"\b(?i:bearer) {{1,4}}(?P<secret>{_NOT_A_REFERENCE}[\w.~+/-]{{16,}}=*)"
    ),
    SecretForm(
        "password in a URL",
        ("://",),
        rf"[A-Za-z][A-Za-z0-9+.-]{{1,20}}://[^\s/:@\"'?#]{{0,128}}:(?P<secret>{_NOT_A_REFERENCE}[^\s/@\"'$]{{1,256}})@",
    ),
    SecretForm(
        "password on a command line",
        ("curl",),
        r"\bcurl\b[^|;&\n]{0,200}?\s(?:-u|--user)[ =]?\\*[\"']?[^\s:\"'$]{1,128}:"
        rf"(?P<secret>{_NOT_A_REFERENCE}[^\s\"'\\$]{{3,256}})",
    ),
)

_HINTS = tuple((hint, form) for form in SECRET_FORMS for hint in form.hints)
# The shortest text that can hold a secret and tell so: `pwd=abcd`.
_SHORTEST = 8

# What a telling name has somewhere, in lower case; what it begins with; what comes between it and the value.
_TELLING_PARTS = ("token", "secret", "passw", "pwd", "passphrase", "passcode", "key", "credential", "_pat")
_LONGEST_NAME = 64
_NAME_BEFORE = r"[A-Za-z0-9_.-]*\Z"
# In JSON inside JSON the quotes have backslashes.
_SIGN_AFTER = r"[A-Za-z0-9_-]{0,32}(?P<between>(?:\\*[\"'])?\s{0,4}(?:=>|:=|=|:)\s{0,4})"
_BLANK_AFTER = r"[A-Za-z0-9_-]{0,32}(?P<between>\s{1,4})"
_VALUE = (
    r"(?:(?P<quote>\\*[\"'])(?P<quoted>(?:(?!(?P=quote))[^\n]){1,4096})"
    r"|(?P<bare>[^\s\"'\\`,;&|<>(){}\[\]=]{1,512}={0,2}))"
)


def secrets_in(text: str) -> tuple[Secret, ...]:
    """Every secret of the text, in order, none inside another; a text without any costs little."""
    if len(text) < _SHORTEST:
        return ()
    found: list[Secret] = []
    for hint, form in _HINTS:
        if hint in text:
            found += _of_form(form, text)
    found += _named(text)
    return _without_overlaps(found) if found else ()


def _of_form(form: SecretForm, text: str) -> Iterator[Secret]:
    pattern = _compiled(form.pattern)
    group = "secret" if "secret" in pattern.groupindex else 0
    for match in pattern.finditer(text):
        yield Secret(*match.span(group), form.what)


def _named(text: str) -> Iterator[Secret]:
    for begin, end in _telling_parts(text):
        head = text[max(0, begin - _LONGEST_NAME) : begin]
        match = _compiled(_SIGN_AFTER + _VALUE).match(text, end)
        if match is None and "--" in head:
            match = _compiled(_BLANK_AFTER + _VALUE).match(text, end)
        if match is None:
            continue
        before = _compiled(_NAME_BEFORE).search(head)
        name = (before[0] if before else "") + text[begin : match.start("between")]
        # With nothing but a blank between them, name and value are an option and its argument.
        if match["between"].isspace() and not name.startswith("--"):
            continue
        group = "bare" if match["quoted"] is None else "quoted"
        if text.startswith("(", match.end(group)):
            continue
        if is_telling_name(name) and is_secret_value(name, match[group]):
            yield Secret(*match.span(group), f"value of `{name.lstrip('-')}`")


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


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> re.Pattern[str]:
    # One at a time, when a text hints at it: compiling all of them would be felt at start.
    return re.compile(pattern)
