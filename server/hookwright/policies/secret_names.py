"""Which names announce a secret (`GITHUB_TOKEN`, `apiKey`), and which values beside such a name are one."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

from hookwright.patterns import late_pattern

# A name is taken apart into words, whatever its spelling: GITHUB_TOKEN, githubToken, github-token.
_WORDS = late_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

# fmt: off
_PASSWORDS = frozenset({"password", "passwd", "pwd", "passphrase", "passcode", "sshpass"})
_TOKENS = frozenset(
    {"token", "secret", "credential", "credentials", "apikey", "bearer", "pat", "pass", "auth", "authorization"}
)
_KEYS_OF = frozenset(
    {"api", "access", "secret", "private", "auth", "signing", "encryption", "service", "account", "app", "application",
     "admin", "master", "license", "deploy", "storage", "integration", "ingest", "write", "consumer", "personal",
     "client", "function", "functions", "host", "openai", "azure", "shared", "signature", "server", "hmac",
     "jwt", "cosmos", "search", "subscription", "data", "webhook", "crypto", "cipher", "aes", "rsa", "ssh", "gpg"}
)
# fmt: on
# What a word ends with that is written without a gap: PGPASSWORD, NPM_AUTHTOKEN.
_PASSWORD_ENDS = ("password", "passwd", "passphrase")
_TOKEN_ENDS = ("token", "apikey", "accesskey", "secretkey")
# What a telling word says nothing about when one of these comes after it: TOKEN_FILE, passwordLength.
# fmt: off
_HARMLESS_ENDS = frozenset(
    {"age", "algorithm", "arn", "budget", "class", "command", "cost", "count", "dir", "directory", "endpoint", "env",
     "environment", "expires", "expiry", "field", "file", "filename", "format", "header", "help", "hint", "host",
     "id", "index", "kind", "label", "length", "limit", "location", "max", "min", "mode", "name", "names", "note",
     "path", "pattern", "policy", "prefix", "prompt", "provider", "ref", "regex", "region", "required", "rotation",
     "rule", "scope", "service", "size", "source", "status", "store", "strategy", "suffix", "total", "ttl", "type",
     "uri", "url", "usage", "user", "username", "valid", "validator", "var", "variable", "version"}
)
# fmt: on

_REFERENCE = late_pattern(
    r"^(?:[$%<{\[(*@]|\.{0,2}/|~/|[a-z][a-z0-9+.-]*://|(?:process|os|env|secrets|vars)\b[.\[])", re.IGNORECASE
)
_FILLER = late_pattern(
    r"x{4,}|\*{3,}|\.{3,}|\b(?:your|my|some|insert|enter)[_ -]|change[_-]?me|placeholder|example|redacted|dummy"
    r"|\babc[_-]?123\b",
    re.IGNORECASE,
)
# How variables are written that commands read: the value names one if it should be.
_VARIABLE = late_pattern(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_SEPARATORS = frozenset("._-")
_LEAST_PASSWORD = 4
_LEAST_TOKEN = 8
_WORDLESS = 24


def is_password_name(name: str) -> bool:
    """Whether every value beside the name is secret, in any form."""
    words = _last_words(name)
    # DB_PASS is one, `pass: yes` is none.
    return name.endswith("_PASS") or any(it in _PASSWORDS or it.endswith(_PASSWORD_ENDS) for it in words)


def is_telling_name(name: str) -> bool:
    """Whether the name announces a secret: its last words do, or earlier ones whose end does not say otherwise."""
    words = _last_words(name)
    if not words or words[-1] in _HARMLESS_ENDS:
        return False
    if any(it in _PASSWORDS or it in _TOKENS or it.endswith(_PASSWORD_ENDS + _TOKEN_ENDS) for it in words):
        return True
    return any(second == "key" and first in _KEYS_OF for first, second in pairwise(words))


def is_secret_value(name: str, value: str) -> bool:
    """Whether a value beside a telling name is the secret itself: no reference or name of one, no number, no word.

    A password needs only to be there; a token or key has to look as if it was drawn by lot.
    """
    if _REFERENCE.match(value) or value.casefold() in ("true", "false", "null", "none"):
        return False
    if _VARIABLE.fullmatch(value) and is_telling_name(value):
        return False
    if is_password_name(name):
        return len(value) >= _LEAST_PASSWORD
    return not value.isdecimal() and looks_random(value)


def looks_random(text: str) -> bool:
    """Whether the text looks drawn by lot rather than spoken: many different characters, digits among letters."""
    if len(text) < _LEAST_TOKEN or any(it.isspace() or it in "()<>{}$" for it in text):
        return False
    letters, digits = any(it.isalpha() for it in text), any(it.isdigit() for it in text)
    if letters and digits:
        return entropy(text) >= 2.5
    mixed = text != text.lower() and text != text.upper()
    return len(text) >= _WORDLESS and mixed and not _SEPARATORS.intersection(text) and entropy(text) >= 4.0


def is_filler(text: str) -> bool:
    """Whether the text is only a placeholder for a secret: `xxxx`, `your-token`, `AKIAIOSFODNN7EXAMPLE`."""
    return _FILLER.search(text) is not None or entropy(text) < 1.5


def entropy(text: str) -> float:
    """Shannon's measure of the text, in bits a character."""
    size = len(text)
    return -sum(count / size * math.log2(count / size) for count in Counter(text).values()) if text else 0.0


def _last_words(name: str) -> list[str]:
    return [it.lower() for it in _WORDS.findall(name)][-4:]
