"""What a shell command prints by itself: texts that stand in it word for word behind `echo`, `printf` or `cat`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from hookwright.shell.simple_commands import SimpleCommand, simple_commands
from hookwright.shell.words import Word

UNKNOWN = "\ufffc"
"""What stands in a text for what only a run can tell, such as the value of a variable."""

_HEREDOC = re.compile(
    r"(?:^|[\n;&|{(]|\b(?:then|else|do))[ \t]*cat[ \t]*(?P<to>>&2[ \t]*)?"
    r"<<-?[ \t]*(?P<quote>['\"\\]?)(?P<end>\w+)['\"]?(?P<rest>[^\n]*)\n"
    r"(?P<body>.*?)\n[ \t]*(?P=end)[ \t]*(?=[\n)}]|\Z)",
    re.DOTALL,
)
_EXPANSION = re.compile(r"\\[\\$`]|\$(?:\w+|\{[^}]*\}|\((?:[^()]|\([^()]*\))*\))|`[^`]*`")
_CONVERSION = re.compile(r"%(?:%|[-+ #0]*[\d*]*(?:\.[\d*]+)?[a-zA-Z])")
_PRINTERS = frozenset({"echo", "printf"})
_SINGLE = re.compile(r"'[^']*'\Z")
_DOUBLE = re.compile(r'"(?:[^"\\]|\\.)*"\Z', re.DOTALL)
_ESCAPE = re.compile(r'\\([\\$`"])')
_FLAGS = re.compile(r"-[neE]+\Z")
_LONGEST_KEPT = 4000


@dataclass(frozen=True, slots=True)
class Printed:
    """A text that is printed; `start` and `end` are the place in the command of the words that it is written in."""

    text: str
    start: int
    end: int
    to_stderr: bool = False


def printed(command: str) -> tuple[Printed, ...]:
    """Every text that the command prints to its own stdout or stderr, in order; never raises.

    Nothing where a group of commands, or the shell itself, has its output sent elsewhere.
    """
    if "echo" not in command and "printf" not in command and "cat" not in command:
        return ()
    return (_remembered if len(command) <= _LONGEST_KEPT else _printed)(command)


def printed_by(text: str, command: SimpleCommand) -> Printed | None:
    """What one simple command of the text prints; None where it prints nothing, into a file, or what cannot be told."""
    if not command.words or command.words[0].raw not in _PRINTERS or command.after in ("|", "|&"):
        return None
    told = _destination(text, command)
    words = command.words[1:]
    while words and _FLAGS.match(words[0].raw):
        words = words[1:]
    if told is None or not words:
        return None
    known = [_literal(it) for it in words]
    if command.words[0].raw == "printf":
        return Printed(_formatted(known[0]), words[0].start, words[0].end, told)
    return Printed(" ".join(known), words[0].start, words[-1].end, told)


def _printed(command: str) -> tuple[Printed, ...]:
    commands = simple_commands(command)
    if _is_sent_elsewhere(commands):
        return ()
    found = [it for it in (printed_by(command, one) for one in commands) if it is not None]
    return tuple(sorted((*found, *_heredocs(command)), key=lambda it: it.start))


# A keystroke changes one command of a file; the others are judged again as they were.
_remembered = lru_cache(maxsize=2048)(_printed)


def _is_sent_elsewhere(commands: tuple[SimpleCommand, ...]) -> bool:
    for it in commands:
        ends_group = it.before == ")" or "}" in it.keywords or "done" in it.keywords or "fi" in it.keywords
        if ends_group and (it.targets or it.after in ("|", "|&")) and not it.words:
            return True
        if it.words and it.words[0].raw == "exec" and it.targets:
            return True
    return any(two.before in ("|", "|&") and one.after not in ("|", "|&") for one, two in pairwise(commands))


def _literal(word: Word) -> str:
    """What a word comes to; an object inside of quotes is no placeholder, though it may end in two braces."""
    raw = word.raw
    if _SINGLE.match(raw):
        return raw[1:-1]
    if _DOUBLE.match(raw):
        return _ESCAPE.sub(r"\1", _unfolded(raw[1:-1]))
    expanded = word.expand(lambda _: UNKNOWN)
    return UNKNOWN if expanded is None else expanded


def _unfolded(text: str) -> str:
    return _EXPANSION.sub(lambda it: it[0] if it[0][0] == "\\" else UNKNOWN, text)


def _destination(text: str, command: SimpleCommand) -> bool | None:
    """Whether a command prints to stderr; None where it does not print to either."""
    told = False
    for target in command.targets:
        before = text[: target.start].rstrip(" \t")
        if before.endswith(("2>", "2>>", "2>&")):
            continue
        if (before.endswith(">&") and target.raw == "2") or target.raw == "/dev/stderr":
            told = True
        elif not before.endswith(("<", "<&")):
            return None
    return told


def _formatted(text: str) -> str:
    found = _CONVERSION.sub(lambda it: "%" if it[0] == "%%" else UNKNOWN, text)
    return re.sub(r"\\[nt]", lambda it: "\n" if it[0] == "\\n" else "\t", found)


def _heredocs(command: str) -> Iterator[Printed]:
    for found in _HEREDOC.finditer(command) if "<<" in command else ():
        rest = found["rest"].strip()
        if rest and not re.match(r">&2|1>&2|;|&&|\|\|", rest):
            continue
        body = found["body"] if found["quote"] else _unfolded(found["body"])
        yield Printed(body, found.start("body"), found.end("body"), ">&2" in (found["to"] or "") + rest)
