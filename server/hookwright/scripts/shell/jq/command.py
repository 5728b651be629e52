"""What `jq` is called with, and what it does then."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from hookwright.scripts.effects import Failure, Risk, Run
from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.jq.parse import parse_filter
from hookwright.scripts.shell.jq.syntax import Filter
from hookwright.scripts.shell.jq.texts import parsed, printed
from hookwright.scripts.shell.jq.values import Reading, TooLong
from hookwright.scripts.shell.state import Outcome, unknown
from hookwright.scripts.shell.templates import Template
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import template_of, value_of
from hookwright.scripts.values import UNKNOWN, Items, Literal, Payload, Value
from hookwright.shell.tree import Word

MISSING = 127
"""The exit status of a program that is not there."""

_OPERANDS = {"arg": 2, "argjson": 2, "slurpfile": 2, "rawfile": 2, "indent": 1, "L": 1}
_READS_FILE = frozenset({"slurpfile", "rawfile"})
_LETTERS = {
    "null-input": "n",
    "raw-output": "r",
    "join-output": "j",
    "compact-output": "c",
    "exit-status": "e",
    "slurp": "s",
    "raw-input": "R",
    "from-file": "f",
    "raw-output0": "r",
}


class Options(Struct):
    """Its options by letter, the values that it is given by name, its filter, and the files that it reads."""

    letters: str = ""
    variables: dict[str, Value] = field(default_factory=dict)
    filter: Word | None = None
    files: list[Value] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)


def jq(walk: Walk, call: Call) -> Outcome:
    """Reads JSON, and prints what its filter makes of it."""
    options = _options(walk, call.words[1:])
    source = Template()
    if options.filter is not None:
        source = template_of(walk, options.filter.parts, options.filter)
    text = _text(walk, call, options)
    given = _given(text, options)
    parsed_filter = parse_filter(source.text) if "f" not in options.letters and source.text.strip() else None
    reading = Reading(source.holes, options.variables, lambda a, b: walk.unit.spot(source.place(a), source.end(b)))
    outputs = _outputs(reading, parsed_filter, given) if source.text.strip() else [given]
    walk.emit(*dict.fromkeys(reading.reads))
    # By its path, it is not looked for on the PATH.
    program = call.words[0].text if walk.lacks and "/" in call.words[0].text else "jq"
    walk.emit(Run(program, (*options.values, source.value()), call.spot, _stdin(walk, text), hushed=walk.hushed))
    raw = not {"r", "j"}.isdisjoint(options.letters)
    for it in outputs:
        walk.print(printed(it, raw=raw), call.spot, newline="j" not in options.letters)
    return _outcome(program, call, options, outputs, given)


def _outcome(program: str, call: Call, options: Options, outputs: Sequence[Value], given: Value) -> Outcome:
    risk = Risk(Failure.PROGRAM, call.spot, program, goes_on=True, code=MISSING)
    about = tuple(dict.fromkeys(it for it in outputs if not isinstance(it, Literal))) or (unknown([given]),)
    if "e" not in options.letters:
        return Outcome(about=about[:4], risks=(risk,), usual=0, present=frozenset({program}))
    empty = "otherwise" if isinstance(about[0], Payload) else ""
    return Outcome(fails=1, about=about[:4], empty=empty, risks=(risk,), present=frozenset({program}))


def _outputs(reading: Reading, it: Filter | None, given: Value) -> list[Value]:
    if it is None:
        return [unknown([given])]
    try:
        return reading.outputs(it, given)
    except (TooLong, RecursionError):
        return [unknown([given])]


def _stdin(walk: Walk, text: Value | None) -> Value | None:
    if text is None:
        return Literal("")
    return text if walk.given is not None else None


def _text(walk: Walk, call: Call, options: Options) -> Value | None:
    """What it reads on stdin; None if it reads nothing there."""
    files = [it for it in options.files if it not in (Literal("-"), Literal("/dev/stdin"))]
    return None if "n" in options.letters or files else walk.take_input(call.spot)


def _given(text: Value | None, options: Options) -> Value:
    """What the filter is given."""
    if text is None:
        return Literal(None) if "n" in options.letters else UNKNOWN
    if "R" in options.letters:
        return text if "s" in options.letters else unknown([text])
    value = parsed(text)
    return Items((value,), open=True) if "s" in options.letters else value


def _options(walk: Walk, words: Sequence[Word]) -> Options:
    found = Options()
    rest = list(words)
    while rest:
        word = rest.pop(0)
        text = word.bare
        if text is None or not text.startswith("-") or text == "-":
            if (found.filter is None and "f" not in found.letters) or found.filter is None:
                found.filter = word
            else:
                found.files.append(value_of(walk, word))
        elif text.startswith("--") or text == "-L":
            rest = _long(walk, text.lstrip("-"), rest, found)
        else:
            found.letters += text[1:]
    return found


def _long(walk: Walk, name: str, rest: list[Word], found: Options) -> list[Word]:
    if name in ("args", "jsonargs"):
        if found.filter is None and rest:
            found.filter = rest.pop(0)
        found.values += [value_of(walk, it) for it in rest]
        return []
    count = _OPERANDS.get(name, 0)
    if name in ("arg", "argjson", *_READS_FILE) and len(rest) >= 2:
        value = value_of(walk, rest[1])
        found.values.append(value)
        known = value if name == "arg" else parsed(value) if name == "argjson" else UNKNOWN
        found.variables[rest[0].bare or ""] = known
    found.letters += _LETTERS.get(name, "")
    return rest[count:]
