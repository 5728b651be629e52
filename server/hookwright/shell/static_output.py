"""What a shell command prints by itself: texts that are in it word for word behind `echo`, `printf` or `cat`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import CommandKind, PartKind, ShellCommand, Word, WordPart

UNKNOWN = "\ufffc"
"""What is in a text for what only a run can tell, such as the value of a variable."""

_CONVERSION = late_pattern(r"%(?:%|[-+ #0]*[\d*]*(?:\.[\d*]+)?[a-zA-Z])")
_ESCAPE = late_pattern(r"\\[nt]")
_PATTERN = late_pattern(r"[*?\[\]{}]")
_FLAGS = late_pattern(r"-[neE]+\Z")
_PIPES = ("|", "|&")
OPENING = frozenset({"then", "else", "elif", "do", "{"})
# What follows is another branch than what comes before.
_OTHERWISE = ("||", ";;")


class Printed(Struct, frozen=True):
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
    commands = read_shell(command).sequence
    if any(_sends_elsewhere(it) for it in commands):
        return ()
    found = [each for it in commands if (each := printed_by(it) or _heredoc(it)) is not None]
    return tuple(sorted(found, key=lambda it: it.start))


def printed_by(command: ShellCommand) -> Printed | None:
    """What `echo` or `printf` prints; None if that goes into a file or a pipe."""
    to_stderr = command.to_stderr
    if to_stderr is None or command.flow.after in _PIPES:
        return None
    words = command.words[1:]
    while words and _FLAGS.match(words[0].text):
        words = words[1:]
    if not words or command.words[0].text not in ("echo", "printf"):
        return None
    if command.name == "printf":
        return Printed(_formatted(_literal(words[0])), words[0].start, words[0].end, to_stderr)
    return Printed(" ".join(_literal(it) for it in words), words[0].start, words[-1].end, to_stderr)


def printed_in(text: str, commands: Sequence[ShellCommand]) -> list[Printed]:
    """What those commands print to the stdout or stderr of the whole command."""
    known = {it.start for it in printed(text)}
    found = (printed_by(it) for it in commands)
    return [it for it in found if it is not None and it.start in known]


def before(commands: Sequence[ShellCommand], index: int) -> list[ShellCommand]:
    """The commands that have run when that one runs, back to where its branch begins, in order."""
    found: list[ShellCommand] = []
    for position in range(index, -1, -1):
        it = commands[position]
        if it.flow.subshells != commands[index].flow.subshells or it.kind is CommandKind.END:
            break
        if position != index:
            found.append(it)
        if it.flow.before in _OTHERWISE or OPENING.intersection(it.flow.keywords):
            break
    return found[::-1]


def is_last(commands: Sequence[ShellCommand], index: int) -> bool:
    """Whether nothing follows a command but the ends of subshells."""
    return all(it.kind is CommandKind.END and it.flow.keywords == (")",) for it in commands[index + 1 :])


def _sends_elsewhere(command: ShellCommand) -> bool:
    written = any(not it.operator.startswith("<") for it in command.redirections)
    if command.kind is CommandKind.END:
        return written or command.flow.after in _PIPES
    return command.name == "exec" and written


def _heredoc(command: ShellCommand) -> Printed | None:
    """What `cat` prints of the body that it is given."""
    found = next((it for it in command.redirections if it.is_heredoc and it.closed), None)
    to_stderr = command.to_stderr
    if (
        found is None
        or to_stderr is None
        or command.name != "cat"
        or len(command.words) > 1
        or command.flow.after in _PIPES
    ):
        return None
    text = "".join(_known(it) for it in found.parts) if found.parts else found.text
    end = found.body + len(found.text)
    # The end of the last line is not part of it.
    return Printed(text.removesuffix("\n"), found.body, max(found.body, end - 1), to_stderr)


def _literal(word: Word) -> str:
    """What a word comes to; an object in quotes is not a placeholder, though it may end in two braces."""
    if word.open or any(not it.quote and it.kind is PartKind.TEXT and _PATTERN.search(it.text) for it in word.parts):
        return UNKNOWN
    return "".join(_known(it) for it in word.parts)


def _known(part: WordPart) -> str:
    return part.text if part.kind is PartKind.TEXT else UNKNOWN


def _formatted(text: str) -> str:
    found = _CONVERSION.sub(lambda it: "%" if it[0] == "%%" else UNKNOWN, text)
    return _ESCAPE.sub(lambda it: "\n" if it[0] == "\\n" else "\t", found)
