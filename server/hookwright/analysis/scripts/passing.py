"""Whether the agent sees what a script in a command reads, prints and exits with, or only what the command makes of it.

Where in doubt, it is taken not to.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from hookwright.shell.programs import word_set
from hookwright.shell.tree import CommandKind, Redirection, Shell, ShellCommand


class Passing(IntEnum):
    """How much of a script a command hands on; the least of several counts."""

    PART = 0
    """The payload, what is printed, or the exit code may be another."""
    NO_CODE = 1
    """All but the exit code: the command always ends with 0."""
    ONE_CODE = 2
    """All but the exit codes of failures: the command ends with another one, the same for all."""
    ALL = 3
    """All of it."""


_KEYWORDS = frozenset({"if", "then", "elif", "else", "!", "{"})
_AROUND = frozenset({"then", "else", "{"})
# What reads nothing and prints nothing.
_QUIET = word_set(
    "cd pushd popd [ test : true false export set unset shopt umask mkdir chmod touch sleep source . local declare exit"
)
# What reads nothing, and prints to where it is sent.
_QUIET_IF_SENT = word_set("command type hash which git echo printf")
_NAMING = word_set("git pwd dirname basename realpath readlink cd echo printf command which date uname id whoami")
_ENDS_WITH_ZERO = frozenset({"true", ":", "exit 0"})
_EXIT = "exit"
_MOST = 255


def passing(shell: Shell, command: ShellCommand) -> Passing:
    """How much of a command that is no part of a substitution its text hands on."""
    if not shell.readable or shell.functions or command.flow.stage is not None:
        return Passing.PART
    if not _AROUND.issuperset(command.flow.keywords) or _takes_input(shell, command):
        return Passing.PART
    index = next(number for number, it in enumerate(shell.sequence) if it is command)
    if not all(_is_quiet(it) for it in shell.sequence[:index]):
        return Passing.PART
    found = _behind(command, shell.sequence[index + 1 :])
    # No agent decides by the errors of a hook that ends with 0.
    kept = (it for it in command.redirections if found is not Passing.NO_CODE or it.number != "2" or not _leaves(it))
    return Passing.PART if any(kept) else found


def failing_code(shell: Shell, command: ShellCommand) -> int | None:
    """The exit code behind `||` that every failure of a command becomes; None if there is none."""
    index = next(number for number, it in enumerate(shell.sequence) if it is command)
    running = [it for it in shell.sequence[index + 1 :] if it.kind is not CommandKind.END]
    return _failing_code(command, running)


def _failing_code(command: ShellCommand, running: Sequence[ShellCommand]) -> int | None:
    words = [it.text for it in running[0].words] if len(running) == 1 else []
    if command.flow.after != "||" or len(words) != 2 or words[0] != _EXIT:
        return None
    code = int(words[1]) if words[1].isascii() and words[1].isdecimal() else 0
    return code if 0 < code <= _MOST else None


def _leaves(redirection: Redirection) -> bool:
    """Whether stderr goes to a file."""
    return redirection.operator in (">", ">>") and not redirection.text.startswith("/dev/std")


def _takes_input(shell: Shell, command: ShellCommand) -> bool:
    """Whether a substitution in or before a command may read the payload first."""
    inside = (it for it in shell.commands if it.substitution is not None and it.start < command.end)
    return any(it.runs and it.words and it.name not in _NAMING for it in inside)


def _is_quiet(command: ShellCommand) -> bool:
    if command.flow.stage is not None or command.flow.after == "&" or not _KEYWORDS.issuperset(command.flow.keywords):
        return command.kind is CommandKind.END
    if command.kind is not CommandKind.SIMPLE:
        return command.kind is not CommandKind.HEAD
    if not command.words or command.name in _QUIET:
        return True
    return command.name in _QUIET_IF_SENT and any(not it.operator.startswith("<") for it in command.redirections)


def _behind(command: ShellCommand, following: Sequence[ShellCommand]) -> Passing:
    """What the commands that follow leave of it."""
    rest = _without_else(following)
    joins = [command.flow.after, *(it.flow.after for it in rest if it.kind is CommandKind.END)]
    if "&" in joins or "|" in joins:
        return Passing.PART
    running = [it for it in rest if it.kind is not CommandKind.END]
    if not running:
        return Passing.ALL
    is_zero = len(running) == 1 and " ".join(it.text for it in running[0].words) in _ENDS_WITH_ZERO
    is_one = _failing_code(command, running) is not None
    if not (is_zero or is_one) or running[0].redirections or running[0].flow.keywords:
        return Passing.PART
    if is_one:
        return Passing.ONE_CODE
    return Passing.PART if "&&" in joins else Passing.NO_CODE


def _without_else(following: Sequence[ShellCommand]) -> Sequence[ShellCommand]:
    """The commands that follow without those of the other branch, which do not run with it."""
    if not following or not {"else", "elif"}.intersection(following[0].flow.keywords):
        return following
    depth = 1
    for number, it in enumerate(following):
        depth += it.flow.keywords.count("if") - it.flow.keywords.count("fi")
        if not depth:
            return following[number:]
    return following
