"""What `echo`, `printf` and `cat` print."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.patterns import late_pattern
from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.json_texts import HOLE
from hookwright.scripts.shell.state import DONE, Outcome
from hookwright.scripts.shell.templates import Template, text_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import STDIN, template_of, words_of
from hookwright.scripts.values import UNKNOWN, Literal, Text, Value, joined
from hookwright.shell.tree import Word

_FLAGS = late_pattern(r"-[neE]+\Z")
_PIECE = late_pattern(r"%(?:%|[-+ #0]*[\d*]*(?:\.[\d*]+)?([a-zA-Z]))|\\(n|t|r|\\|\"|'|[0-7]{1,3}|x[0-9a-fA-F]{1,2})")
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'"}


def echo(walk: Walk, call: Call) -> Outcome:
    """Prints its arguments."""
    words, flags = call.words[1:], ""
    while words and (flag := words[0].bare) is not None and _FLAGS.match(flag):
        flags += flag
        words = words[1:]
    written = Template()
    for index, it in enumerate(words):
        if index:
            written.write(" ", it.start, exact=False)
        written.add(_written(walk, it))
    if "e" in flags and "\\" in written.text:
        written = _escaped(written)
    walk.print(written.meant(walk.unit.spot), call.spot, newline="n" not in flags)
    return DONE


def _written(walk: Walk, word: Word) -> Template:
    return template_of(walk, word.parts, word)


def _escaped(written: Template) -> Template:
    return _formatted(written, [], only_signs=True)


def printf(walk: Walk, call: Call) -> Outcome:
    """Prints its arguments as a format says, or puts them into a variable."""
    words, target = call.words[1:], None
    if words and words[0].text == "-v" and len(words) > 1:
        target, words = words[1].text, words[2:]
    if words and words[0].text == "--":
        words = words[1:]
    if not words:
        return DONE
    form = _written(walk, words[0])
    values = words_of(walk, words[1:])
    written = _formatted(form, values)
    if target is not None:
        walk.state.variables[target] = written.meant(walk.unit.spot)
        return DONE
    ends = written.text.endswith("\n")
    if ends:
        written.text, written.places = written.text[:-1], written.places[:-1]
    walk.print(written.meant(walk.unit.spot), call.spot, newline=ends)
    return DONE


def _formatted(form: Template, values: Sequence[Value], *, only_signs: bool = False) -> Template:
    """A format with values in it, as often as there are values for it."""
    found = Template()
    rest = list(values)
    while True:
        count = len(rest)
        _once(form, rest, found, only_signs=only_signs)
        if not rest or len(rest) == count:
            return found


def _once(form: Template, rest: list[Value], found: Template, *, only_signs: bool) -> None:
    at, holes = 0, iter(form.holes)
    for it in _PIECE.finditer(form.text):
        if only_signs and not it[2]:
            continue
        _copy(form, at, it.start(), holes, found)
        at = it.end()
        start = form.place(it.start())
        if it[1]:
            found.put(rest.pop(0) if rest else Literal(""), start)
        else:
            found.write(_SIGNS.get(it[2], "?") if it[2] else "%", start, exact=False)
    _copy(form, at, len(form.text), holes, found)


def _copy(form: Template, start: int, end: int, holes: object, found: Template) -> None:
    text = form.text[start:end]
    found.text += text
    found.places += form.places[start:end]
    found.holes += [next(holes) for _ in range(text.count(HOLE))]  # type: ignore[call-overload]


def cat(walk: Walk, call: Call) -> Outcome:
    """Prints what is on stdin, or files."""
    values = call.values(walk)
    files = [it for it in values if it not in (Literal("-"), STDIN) and not text_of_start(it).startswith("-")]
    if files:
        walk.print(UNKNOWN, call.spot)
        return Outcome(about=tuple(files), fails=1) if walk.hushed else DONE
    pass_on(walk, walk.take_input(call.spot), call)
    return DONE


def pass_on(walk: Walk, value: Value, call: Call) -> None:
    """Prints a text as it is."""
    match value:
        case Literal() if text_of(value).endswith("\n"):
            walk.print(Literal(text_of(value)[:-1]), call.spot)
        case Text(parts=(*first, Literal() as last)) if text_of(last).endswith("\n"):
            walk.print(joined(*first, Literal(text_of(last)[:-1])), call.spot)
        case _:
            walk.print(value, call.spot)


def text_of_start(value: Value) -> str:
    """What a text begins with, as far as it is written out."""
    if isinstance(value, Text):
        value = value.parts[0]
    return text_of(value) if isinstance(value, Literal) else ""
