"""The scripts that a hook's command runs: where they are named in it, and where they have to lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from hookwright.analysis.scripts.interpreters import Way, script_word
from hookwright.paths import is_in, named_by
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import ShellCommand, Word

_IN_BRACES = late_pattern(r"\$\{(\w+)\}")
_OPENING = frozenset({"if", "while", "until", "for", "case", "select"})
_CLOSING = frozenset({"fi", "done", "esac"})
_FILE_TESTS = frozenset({"-d", "-e", "-f", "-h", "-L", "-r", "-s", "-w", "-x"})
_FAILURE_IS_FINE = ("true", ":", "exit 0")
_LONGEST = 20_000
_LONG = 1000


class Places(Struct, frozen=True):
    """What paths in a command start from: the folder that it runs in (None if unknown), and known variables."""

    folder: str | None
    variables: dict[str, str]


class ScriptRef(Struct, frozen=True):
    """A script that a command runs; `start` and `end` are indices into the command.

    `path` is absolute, None where it cannot be told.  `optional`: the command looks for the script before it runs it,
    makes it, or goes on where it is missing.
    """

    text: str
    start: int
    end: int
    way: Way
    path: str | None
    optional: bool


def scripts(command: str, places: Places) -> tuple[ScriptRef, ...]:
    """Every script that a shell command runs, in the order of the text, none for very long ones; never raises."""
    if len(command) > _LONGEST:
        return ()
    find = _remembered if len(command) <= _LONG else _remembered_long
    return find(command, places.folder, tuple(places.variables.items()))


def _scripts(command: str, start: str | None, variables: tuple[tuple[str, str], ...]) -> tuple[ScriptRef, ...]:
    shell = read_shell(command)
    commands = shell.sequence
    values = {name: value for name, value in variables if name not in shell.assigned}
    tested = {path for it in commands if it.is_test for path in _paths(_asked_for(it), values, start)}
    seen: set[str] = set()
    found: list[ScriptRef] = []
    for index, (it, folder) in enumerate(with_folders(commands, values, start)):
        following = commands[index + 1] if index + 1 < len(commands) else None
        ref = _script_of(it, values, folder)
        if ref is not None:
            optional = ref.path in seen or _is_tested(ref.path, tested) or _may_fail(it, following)
            found.append(ScriptRef(ref.text, ref.start, ref.end, ref.way, ref.path, optional))
        if following is not None:
            targets = (each.target for each in it.redirections if not each.operator.startswith("<<"))
            seen |= _paths((*it.words, *targets), values, folder)
    return tuple(found)


# A keystroke changes one command of a file; the others are judged again as they were.
_remembered = lru_cache(maxsize=4096)(_scripts)
# Several rules ask about each; few files have more than a handful.
_remembered_long = lru_cache(maxsize=64)(_scripts)


def argument_script(words: list[str], places: Places) -> tuple[int, Way, str | None] | None:
    """Which of the words of a command without a shell is its script, how it is run, and its absolute path if known."""
    known = [_IN_BRACES.sub(lambda it: places.variables.get(it[1], it[0]), it) for it in words]
    found = script_word(known)
    if found is None:
        return None
    word = known[found[0]]
    return *found, None if word.startswith(("$", "~")) else named_by(word, places.folder)


def _script_of(command: ShellCommand, values: dict[str, str], folder: str | None) -> ScriptRef | None:
    if not command.runs or command.is_test:
        return None
    expanded = [it.expand(_lookup(values, folder)) for it in command.words]
    found = script_word(expanded)
    if found is None:
        return None
    word, path = command.words[found[0]], expanded[found[0]] or ""
    return ScriptRef(word.text, word.start, word.end, found[1], named_by(path, folder), optional=False)


def with_folders(
    commands: tuple[ShellCommand, ...], values: dict[str, str], folder: str | None
) -> Iterator[tuple[ShellCommand, str | None]]:
    """Each command with the folder that it runs in, as far as `cd` can be followed."""
    folders: dict[tuple[int, ...], str | None] = {(): folder}
    choices = 0
    for it in commands:
        choices += _opened(it)
        subshells = it.flow.subshells
        for depth in range(1, len(subshells) + 1):
            folders.setdefault(subshells[:depth], folders[subshells[: depth - 1]])
        here = folders[subshells]
        yield it, here
        if it.words and it.words[0].text in ("cd", "pushd", "popd"):
            folders[subshells] = None if choices else _entered(it, values, here)


def _opened(command: ShellCommand) -> int:
    """How many branches and loops a command opens, less those that end before it."""
    words = [*command.flow.keywords, *(it.text for it in command.words[:1])]
    return sum((it in _OPENING) - (it in _CLOSING) for it in words)


def _entered(command: ShellCommand, values: dict[str, str], folder: str | None) -> str | None:
    if command.flow.keywords or command.flow.before in ("&&", "||", "|") or len(command.words) != 2:
        return None
    target = command.words[1].expand(_lookup(values, folder))
    return named_by(target, folder) if target and command.words[0].text != "popd" else None


def _asked_for(test: ShellCommand) -> list[Word]:
    """The operands of the file operators in a test."""
    return [word for flag, word in pairwise(test.words) if flag.text in _FILE_TESTS]


def _paths(words: Iterable[Word], values: dict[str, str], folder: str | None) -> set[str]:
    expanded = (it.expand(_lookup(values, folder)) for it in words)
    found = (named_by(it, folder) for it in expanded if it)
    return {it for it in found if it}


def _lookup(values: dict[str, str], folder: str | None) -> Callable[[str], str | None]:
    def value(name: str) -> str | None:
        return folder if name == "PWD" else values.get(name)

    return value


def _is_tested(path: str | None, tested: set[str]) -> bool:
    """Whether the path, or a folder above it, is asked for in a test."""
    return path is not None and any(is_in(path, it) for it in tested)


def _may_fail(command: ShellCommand, following: ShellCommand | None) -> bool:
    if command.flow.after != "||" or following is None:
        return False
    return " ".join(it.text for it in following.words) in _FAILURE_IS_FINE
