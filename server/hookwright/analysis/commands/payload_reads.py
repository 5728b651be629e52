"""Which members of the payload a command reads: with `jq`, or in Python or JavaScript code inside of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from hookwright.analysis.commands.inline_code import InlineCode, inline_codes
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language, ReadKey, Try
from hookwright.scripts.read import read_script
from hookwright.scripts.source import Source
from hookwright.shell.code_words import PYTHON
from hookwright.shell.parse import LONGEST, read_shell
from hookwright.shell.tree import PartKind, Shell, ShellCommand, Word

Path = tuple[str, ...]

_MEMBER = r"\.[A-Za-z_]\w*"
_PATH = late_pattern(rf"{_MEMBER}(?:{_MEMBER})*")
_LITERAL = r"(?:empty|null|true|false|\d+|\"[^\"\\()]*\"|\[\]|\{\})"
_ALTERNATIVE = rf"(?:(?:{_MEMBER})+\??|{_LITERAL})"
# One value of the payload, with what stands in for it if it is missing, and what is made of it.
_FILTER = late_pattern(rf"\s*\(?\s*((?:{_MEMBER})+\??(?:\s*//\s*{_ALTERNATIVE})*)\s*\)?\s*(?:\|.*)?\Z", re.DOTALL)
_JQ_FLAGS = late_pattern(r"-[rcejSMCa]+\Z|--(?:raw-output|compact-output|exit-status|join-output|tab|sort-keys)\Z")
_LOOP = late_pattern(r"\|\s*while\b")
_PRINTF = late_pattern(r"%s(?:\\n)?\Z")
_LOADED = late_pattern(
    r"JSON\.parse\((?>\s*)(?:require\((?>\s*)['\"](?:node:)?fs['\"](?>\s*)\)|fs)\.readFileSync\("
    r"(?:0|['\"]/dev/stdin['\"])(?:(?>\s*),(?>\s*)['\"][\w-]+['\"])?\)(?:\.toString\(\))?(?>\s*)\)"
)
_NAMED = late_pattern(r"\b(?:const|let|var)\s+(\w+)\s*=\s*JSON\.parse\(")
_STEP = late_pattern(r"(?:\?)?\.([A-Za-z_]\w*)\b(?!\s*\()|(?:\?\.)?\[\s*(['\"])(\w+)\2\s*\]")
_INSTEAD = late_pattern(r"\s*\)?\s*(?:\|\||\?\?)")


class PayloadRead(Struct, frozen=True):
    """A path of keys that a command reads from the payload; the last of them is at `start` to `end` of its text.

    Where it `reads_instead`, these are read where it has nothing, or it is read where they have nothing.
    """

    path: Path
    start: int
    end: int
    reads_instead: tuple[Path, ...] = ()


@lru_cache(maxsize=1024)
def first_reads(text: str) -> tuple[PayloadRead, ...]:
    """Each path that a command reads, at its first read; a keystroke changes one command of a file."""
    return tuple(_without_repeats(_payload_reads(text, read_shell(text))))


def _payload_reads(text: str, shell: Shell) -> Iterator[PayloadRead]:
    """Every such path that is written out; what only a run can tell is left out, and so is what gets other input."""
    if not shell.readable or shell.functions or len(text) > LONGEST or _LOOP.search(text):
        return
    holders = _holders(text, shell)
    for command in shell.commands:
        if command.name == "jq" and _gets_payload(shell, command, holders):
            yield from _by_jq(text, command)
    for code in inline_codes(shell):
        if not code.on_stdin and _gets_payload(shell, code.command, holders):
            yield from (_by_python if code.language == PYTHON else _by_javascript)(text, code)


def _holders(text: str, shell: Shell) -> frozenset[str]:
    """The variables that hold the payload: `$(cat)` is all that they are ever given."""
    named = {
        it.substitution.variable
        for it in shell.commands
        if it.name == "cat"
        and it.arguments in ((), ("-",), ("/dev/stdin",))
        and it.substitution is not None
        and it.substitution.command is None
        and len(shell.pipeline(it)) < 2
        and not it.redirections
    }
    return frozenset(it for it in named if it and len(re.findall(rf"(?<![\w$]){it}\+?=", text)) == 1)


def _gets_payload(shell: Shell, command: ShellCommand, holders: frozenset[str]) -> bool:
    """Whether the standard input of a command is that of the hook, or a variable that holds it."""
    given = [it for it in command.redirections if it.operator.startswith("<") and it.number in ("", "0")]
    if given:
        return given[-1].operator == "<<<" and _is_held(given[-1].target, holders)
    feeding = shell.feeding(command)
    if feeding:
        return len(feeding) == 1 and _passes_on(feeding[0], holders) and _is_at_start(shell, feeding[0])
    return not command.flow.subshells and _is_at_start(shell, command)


def _is_at_start(shell: Shell, command: ShellCommand) -> bool:
    """Whether no other command of a pipeline, in whose words it is, takes the input away."""
    outer = command.substitution.command if command.substitution is not None else None
    around = shell.commands[outer] if outer is not None else None
    return around is None or not shell.feeding(around)


def _passes_on(command: ShellCommand, holders: frozenset[str]) -> bool:
    """Whether it prints the payload as it is."""
    words = command.words[1:]
    if any(not it.operator.startswith("2") and it.number != "2" for it in command.own_redirections):
        return False
    if command.name == "cat":
        return not words or [it.bare for it in words] == ["-"]
    if command.name == "printf":
        return len(words) == 2 and _PRINTF.match(words[0].bare or "") is not None and _is_held(words[1], holders)
    if command.name == "echo":
        words = words[1:] if words and words[0].bare in ("-n", "-E", "-e") else words
        return len(words) == 1 and _is_held(words[0], holders)
    return False


def _is_held(word: Word, holders: frozenset[str]) -> bool:
    return len(word.parts) == 1 and word.parts[0].kind is PartKind.VARIABLE and word.parts[0].text in holders


def _by_jq(text: str, command: ShellCommand) -> Iterator[PayloadRead]:
    words = [*command.words[1:]]
    while words and words[0].bare is not None and _JQ_FLAGS.match(words[0].bare):
        words.pop(0)
    # What follows the filter is a file, which is read instead.
    found = _FILTER.match(words[0].bare) if len(words) == 1 and words[0].bare is not None else None
    if found is None:
        return
    written = [*dict.fromkeys(it[0] for it in _PATH.finditer(_without_texts(found[1])))]
    paths = [tuple(it[1:].split(".")) for it in written]
    for one, path in zip(written, paths, strict=True):
        at = re.compile(rf"(?<![\w.]){re.escape(one)}(?![\w.])").search(text, words[0].start, words[0].end)
        if at is not None:
            others = tuple(it for it in paths if it != path)
            yield from _prefixes(path, at.start() + 1, others)


def _without_texts(found: str) -> str:
    return re.sub(r'"[^"]*"', "", found)


def _prefixes(path: Path, start: int, others: tuple[Path, ...]) -> Iterator[PayloadRead]:
    """The path and those that lead to it, the shortest first; `start` is where its first key is."""
    for index, key in enumerate(path):
        yield PayloadRead(path[: index + 1], start, start + len(key), others)
        start += len(key) + 1


def _by_javascript(text: str, code: InlineCode) -> Iterator[PayloadRead]:
    """The members of what `JSON.parse` makes of the input, where that is all that is parsed."""
    if code.text.count("JSON.parse(") != 1:
        return
    named = _NAMED.search(code.text)
    if named is None:
        starts = [it.end() for it in _LOADED.finditer(code.text)]
    elif re.search(rf"(?<![\w.]){named[1]}\s*=(?!=)", code.text[named.end() :]):
        return
    else:
        starts = [it.end() for it in re.finditer(rf"(?<![\w.]){re.escape(named[1])}\b", code.text[named.end() :])]
        starts = [it + named.end() for it in starts]
    reads: list[tuple[Path, bool]] = []
    for start in starts:
        keys: list[str] = []
        at = start
        while (step := _STEP.match(code.text, at)) is not None:
            keys.append(step[1] or step[3])
            at = step.end()
        if keys and not re.match(r"\s*=(?!=)", code.text[at:]):
            reads.append((tuple(keys), _INSTEAD.match(code.text, at) is not None))
    others = tuple(path for path, _ in reads)
    for path, instead in dict.fromkeys(reads):
        for index in range(len(path)):
            place = code.place_in(text, path[index])
            if place is not None:
                yield PayloadRead(
                    path[: index + 1], *place, tuple(it for it in others if it != path) if instead else ()
                )


def _by_python(text: str, code: InlineCode) -> Iterator[PayloadRead]:
    """The members of what `json` makes of the input; none that is asked for first, or whose absence may be handled."""
    if "json" not in code.text:
        return
    script = read_script(Language.PYTHON, Source(code.text.strip()))
    every = script.effects if not script.fault else ()
    asked = {it.path for it in every if isinstance(it, ReadKey) and it.asks}
    handled = any(isinstance(it, Try) for it in every)
    for it in every:
        if isinstance(it, ReadKey) and it.path not in asked and (it.tolerant or not handled):
            place = code.place_in(text, it.path[-1])
            if place is not None:
                yield PayloadRead(it.path, *place, it.instead)


def _without_repeats(reads: Iterable[PayloadRead]) -> list[PayloadRead]:
    """Each path once, where it is read first."""
    found: dict[Path, PayloadRead] = {}
    for it in reads:
        found.setdefault(it.path, it)
    return list(found.values())
