"""What the words of a command come to: texts, variables, the output of commands, and what of them is not followed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hookwright.patterns import late_pattern
from hookwright.scripts.effects import ReadArgument, ReadVariable
from hookwright.scripts.shell.launching import PROGRAM, SOURCES, cut, own_path, rest_of
from hookwright.scripts.shell.state import Outcome, one_of, outcome_by, status_by, unknown
from hookwright.scripts.shell.templates import Template, plain_literal, text_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import (
    UNKNOWN,
    Argument,
    Items,
    Json,
    Literal,
    OneOf,
    Payload,
    PayloadText,
    Value,
    joined,
)
from hookwright.scripts.values import Variable as Named
from hookwright.shell.programs import word_set
from hookwright.shell.structure import Block, Simple
from hookwright.shell.tree import PartKind, Word, WordPart

_ANSI = late_pattern(r"\\([nrtae'\"\\])")
_ANSI_SIGNS = {"n": "\n", "r": "\r", "t": "\t", "a": "\a", "e": "\x1b"}
_POSITION = late_pattern(r"\$\{(\d+|[@*])(?:(:?[-=?+])(.*)|([%#/^,:].*))?\}\Z", 16)
_OF_NAME = late_pattern(r"\$\{(\w+)(:?[-=?+]|[%#/^,:@])(.*)\}\Z", 16)
_ARRAY = late_pattern(r"\$\{(#?)(\w+)\[([^\]]*)\](.*)\}\Z", 16)
_NAMES = late_pattern(r"[A-Za-z_]\w*")
_SUM = late_pattern(r"\$\(\(\s*(-?\d+)\s*\)\)\Z")
# What the shell itself sets.
_OWN = word_set(
    "BASH BASHPID BASH_ARGV0 BASH_LINENO BASH_REMATCH BASH_SOURCE BASH_VERSION BASH_VERSINFO EPOCHREALTIME EPOCHSECONDS"
    " EUID FUNCNAME GROUPS HOSTNAME HOSTTYPE IFS LINENO MACHTYPE OLDPWD OPTARG OPTIND OSTYPE PIPESTATUS PPID PWD RANDOM"
    " REPLY SECONDS SHLVL SRANDOM UID funcstack match mbegin mend pipestatus status ZSH_VERSION"
)
_SPECIAL = frozenset("?#!$-")
STDIN = Literal("/dev/stdin")


def words_of(walk: Walk, words: Iterable[Word]) -> list[Value]:
    """The arguments that words come to; `"$@"` and arrays whose items are known become several."""
    found: list[Value] = []
    for it in words:
        if it.text in ('"$@"', "$@", '"${@}"', "$*") and (arguments := _arguments(walk)) is not None:
            found += arguments
            continue
        if "${@:" in it.text and (rest := rest_of(walk, it.text, _arguments(walk))) is not None:
            found += rest
            continue
        value = value_of(walk, it)
        found += value.items if isinstance(value, Items) else [value]
    return found


def value_of(walk: Walk, word: Word) -> Value:
    """What a word comes to; an object where it is the JSON text of one."""
    if len(word.parts) == 1 and (part := word.parts[0]).kind is not PartKind.TEXT:
        return part_value(walk, part, word.written(part))
    if (literal := plain_literal(word.bare)) is not None:
        return literal
    return template_of(walk, word.parts, word).meant(walk.unit.spot)


def template_of(walk: Walk, parts: Sequence[WordPart], word: Word | None = None) -> Template:
    """The text of a word, or of a here-document."""
    found = Template()
    for it in parts:
        if it.kind is PartKind.TEXT:
            found.write(it.text, it.start if len(it.text) == it.end - it.start else it.end - len(it.text))
        else:
            written = word.written(it) if word is not None else walk.unit.text[it.start : it.end]
            value = part_value(walk, it, written)
            before = len(found.text)
            found.put(_as_text(value), it.start)
            walk.wrote(len(found.text) - before)
    return found


def _as_text(value: Value) -> Value:
    """Items of an array where they are written into a text."""
    if not isinstance(value, Items):
        return value
    parts: list[Value] = []
    for it in value.items:
        parts += [Literal(" "), it] if parts else [it]
    return joined(*parts)


def part_value(walk: Walk, part: WordPart, written: str) -> Value:
    """What an expansion comes to."""
    if part.kind is PartKind.VARIABLE and part.plain:
        # Most are.
        return variable(walk, part.text, part)
    match part.kind:
        case PartKind.VARIABLE:
            found = _OF_NAME.match(written)
            if found is None:
                return unknown([variable(walk, part.text, part)])
            return _with_operator(walk, part, found[2], found[3], part.text)
        case PartKind.COMMANDS:
            return _output(walk, part, written)
        case PartKind.OTHER:
            return _other(walk, part, written)
    return Literal(part.text)


def variable(walk: Walk, name: str, part: WordPart, *, tolerant: bool | None = None) -> Value:
    """The value of a variable, or of a positional or special parameter."""
    if name.isdigit() or name in ("@", "*"):
        return _argument(walk, name, part)
    if name == "?":
        return walk.state.status
    known = walk.state.variables.get(name)
    if known is not None:
        return known
    if name == SOURCES:
        return own_path(walk)
    if name in walk.assigned or name in _SPECIAL or name in _OWN:
        # Where the script sets it elsewhere, it may have been set here in a way that is not followed.
        return UNKNOWN
    strict = "nounset" in walk.state.options
    spot = walk.unit.spot(part.start, part.end)
    walk.emit(ReadVariable(name, spot, tolerant=not strict if tolerant is None else tolerant))
    return Named(name)


def _argument(walk: Walk, name: str, part: WordPart) -> Value:
    arguments = _arguments(walk)
    number = int(name) if name.isdigit() else 0
    if name == "0":
        return walk.state.variables.get(PROGRAM, UNKNOWN)
    if arguments is not None:
        if number:
            return arguments[number - 1] if number <= len(arguments) else Literal("")
        return arguments[0] if len(arguments) == 1 else Items(tuple(arguments))
    walk.emit(ReadArgument(min(number, 99), walk.unit.spot(part.start, part.end)))
    return Argument(number)


def _arguments(walk: Walk) -> list[Value] | None:
    """Those of the function; None for those of the script."""
    return next((it.arguments for it in reversed(walk.frames) if it.arguments is not None), walk.arguments)


def _with_operator(walk: Walk, part: WordPart, operator: str, rest: str, name: str) -> Value:
    if operator.lstrip(":") not in ("-", "=", "?", "+"):
        value = variable(walk, name, part)
        return value if operator == "@" else cut(walk, value, operator + rest) or unknown([value])
    instead = _word_in_braces(walk, part, rest)
    value = variable(walk, name, part, tolerant=operator[-1] != "?")
    match operator[-1]:
        case "-" | "=":
            value = _or(value, instead)
            if operator[-1] == "=" and not name.isdigit():
                walk.state.variables[name] = value
        case "+":
            value = one_of((Literal(""), instead)) if not _is_text(value) else instead
    return value


def _word_in_braces(walk: Walk, part: WordPart, rest: str) -> Value:
    """The word behind an operator in braces."""
    if not part.inner:
        return Literal(rest.replace('"', "").replace("'", "").replace("\\", ""))
    parts = _inside(walk, part)
    return parts[0] if len(parts) == 1 and _is_whole(part.inner[0], rest) else unknown(parts)


def _is_whole(inner: WordPart, rest: str) -> bool:
    return inner.end - inner.start == len(rest.replace('"', ""))


def _or(value: Value, instead: Value) -> Value:
    """A value, or another if it is empty."""
    if value == Literal(""):
        return instead
    if _is_text(value) or instead == Literal(""):
        return value
    if isinstance(value, OneOf) and Literal("") in value.values:
        value = one_of(it for it in value.values if it != Literal(""))
    return one_of((value, instead))


def _is_text(value: Value) -> bool:
    return isinstance(value, Literal | Json) and value != Literal("")


def _other(walk: Walk, part: WordPart, written: str) -> Value:
    if written.startswith("$'"):
        return Literal(_ANSI.sub(lambda it: _ANSI_SIGNS.get(it[1], it[1]), written[2:-1]))
    if (found := _POSITION.match(written)) is not None:
        if found[2] is not None:
            return _with_operator(walk, part, found[2], found[3], found[1])
        value = variable(walk, found[1], part)
        return value if found[4] is None else cut(walk, value, found[4]) or unknown([value])
    if (found := _ARRAY.match(written)) is not None:
        return _array(walk, found[1], found[2], found[3], found[4])
    if (found := _SUM.match(written)) is not None:
        return Literal(found[1])
    if written.startswith("(") and not written.startswith("(("):
        return Items(tuple(part_value(walk, it, walk.unit.text[it.start : it.end]) for it in part.inner), open=True)
    return unknown([*_inside(walk, part), *named_in(walk, written)])


def _array(walk: Walk, count: str, name: str, index: str, rest: str) -> Value:
    if name == SOURCES and index == "0" and not count:
        path = own_path(walk)
        return path if not rest else cut(walk, path, rest) or UNKNOWN
    value = walk.state.variables.get(name)
    if value is None:
        return UNKNOWN
    if count or rest or not isinstance(value, Items):
        return unknown([value]) if count or rest else value
    if index.isdigit() and not value.open:
        return value.items[int(index)] if int(index) < len(value.items) else Literal("")
    return value if index in ("@", "*") and not value.open else unknown(value.items)


def _inside(walk: Walk, part: WordPart) -> list[Value]:
    return [part_value(walk, it, walk.unit.text[it.start : it.end]) for it in part.inner]


def named_in(walk: Walk, text: str) -> list[Value]:
    """The values of the variables that arithmetic names."""
    if not text.startswith(("$((", "((", "$[")):
        return []
    return [value for it in _NAMES.findall(text) if (value := walk.state.variables.get(it)) is not None]


def _output(walk: Walk, part: WordPart, written: str) -> Value:
    """What commands print that are in a word."""
    nodes = walk.unit.reader.blocks.get(part.start)
    if nodes is None:
        walk.not_whole()
        return UNKNOWN
    if written.startswith(">("):
        with walk.guard():
            walk.caught(lambda: walk.block(nodes))
        return UNKNOWN

    def run() -> None:
        if not walk.zsh:
            # Where it is not asked to, bash does not take `set -e` along.
            walk.state.options -= {"errexit", "err"}
        walk.block(nodes[:-1])
        if nodes and walk.state.alive:
            found.append(walk.outcome_of(nodes[-1]))
            walk.state.status = status_by(found[0])

    if (read := _file_read(walk, nodes)) is not None:
        return read
    before, found = walk.substituted, list[Outcome]()
    value = walk.caught(run)
    if before is not None:
        walk.risk(before.risks)
    walk.substituted = found[0] if found and not walk.left else outcome_by(walk.state.status)
    return value


def _file_read(walk: Walk, nodes: Block) -> Value | None:
    """What `$(< file)` is; None if it is something else."""
    match nodes:
        case (Simple(draft=draft),) if not draft.words and not draft.assignments and len(draft.redirections) == 1:
            only = draft.redirections[0]
            if only.operator == "<":
                path = value_of(walk, only.target)
                return walk.take_input(walk.unit.spot(only.start, only.end)) if path == STDIN else UNKNOWN
    return None


def is_empty(value: Value) -> bool | None:
    """Whether a text is empty; None if only a run can tell."""
    match value:
        case Literal():
            return not text_of(value)
        case Json():
            return False
        case Items(items=items):
            return not items and not value.open
    parts = getattr(value, "parts", ())
    if any(isinstance(it, Literal) and text_of(it) for it in parts):
        return False
    return None


def is_from_payload(value: Value) -> bool:
    """Whether a value is a part of the payload, or the whole of it, as it was sent."""
    return isinstance(value, Payload | PayloadText) or (isinstance(value, Json) and is_from_payload(value.value))
