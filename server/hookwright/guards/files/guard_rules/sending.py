"""Which secret variables a command sends to a server where they do not belong, and what a shell prints with `-x`."""

from __future__ import annotations

import re

from shell_reader import UNKNOWN, Command
from shell_reader.late import late_pattern
from shell_reader.programs import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# How variables are called that belong to a service, and a word that is in the names of its servers.
SERVICES = {
    "GITHUB": "github",
    "GH": "github",
    "GITLAB": "gitlab",
    "NPM": "npm",
    "PYPI": "pypi",
    "AWS": "amazonaws",
    "SLACK": "slack",
    "STRIPE": "stripe",
}
# The options behind which there is what is sent.
_DATA = frozenset(
    "-d --data --data-raw --data-binary --data-ascii --data-urlencode --json --post-data --body-data".split()
)
_ADDRESS = late_pattern(r"https?://(?:[^/@]*@)?([^/:?#]+)")
_HERE = late_pattern(r"localhost\Z|127\.|0\.0\.0\.0\Z|\[|host\.docker\.internal\Z")
_USED = late_pattern(r"\$\{?(\w+)|(?:^|[;&|]|\n)\s*(?:\.|source)\s+([^\s;&|]+)")


def sent_variable(command: Command, secrets: re.Pattern[str]) -> str | None:
    """The secret variable that `curl` or `wget` sends as it is, or to a server that it is not for; None for others.

    A token in a header, for a server that it may be for, is what tokens are there for.
    """
    if command.name not in ("curl", "wget"):
        return None
    named = sorted(filter(secrets.search, command.variables))
    hosts = [it for word in command.arguments for it in _ADDRESS.findall(word)]
    far = [it for it in hosts if UNKNOWN not in it and not _HERE.match(it)]
    for it in named:
        service = SERVICES.get(it.partition("_")[0].upper())
        if service is not None and far and not any(service in host for host in far):
            return it
    return named[0] if named and far and _sends_only_that(command) else None


def _sends_only_that(command: Command) -> bool:
    """Whether what is sent is one variable and nothing else; another one may be in a header."""
    words = [part for it in command.arguments for part in _apart(it)]
    sent = [behind for it, behind in zip(words, words[1:]) if it in _DATA]
    others = [it for it in words if UNKNOWN in it and it != UNKNOWN and not _ADDRESS.match(it)]
    return UNKNOWN in sent and not others


def _apart(word: str) -> tuple[str, ...]:
    """An option and its value, which may be in one word."""
    name, sign, value = word.partition("=")
    return (name, value) if sign and name in _DATA else (word,)


def traced_text(command: Command) -> Iterator[str]:
    """The names of variables, and of files that are read as commands, in what a shell runs and prints."""
    if command.name in SHELLS and "-x" in command.options:
        yield from command.variables
        for word in command.operands:
            yield from (name or path for name, path in _USED.findall(word))
    elif _is_traced(command):
        yield from command.variables
        if command.name in (".", "source"):
            yield from command.operands[:1]


def _is_traced(command: Command) -> bool:
    """Whether `set -x` is in force."""
    for it in reversed(command.earlier):
        if it.name == "set" and ("+x" in it.arguments or "xtrace" in it.arguments or "-x" in it.options):
            return "-x" in it.options or "-o" in it.arguments
    return False
