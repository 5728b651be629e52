"""Programs that read a text and print what they make of it, such as `grep` and `sed`."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.printing import pass_on, text_of_start
from hookwright.scripts.shell.questions import ask
from hookwright.scripts.shell.regexes import matches
from hookwright.scripts.shell.state import DONE, Outcome, unknown
from hookwright.scripts.shell.templates import text_of
from hookwright.scripts.shell.utilities import KEEPING, OPTIONS_WITH_VALUE, SCRIPTED, SEARCHES
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import UNKNOWN, Literal, Value

_ALIKE = {"egrep": "grep", "fgrep": "grep", "rg": "grep", "ag": "grep", "zgrep": "grep", "gawk": "awk", "mawk": "awk"}


def filtered(walk: Walk, call: Call) -> Outcome:
    """Does a filter, which reads stdin where no file is named."""
    values = call.values(walk)
    options, operands = _parted(_ALIKE.get(call.name, call.name), values)
    kind = _ALIKE.get(call.name, call.name)
    if call.name == "xargs":
        return _xargs(walk, call)
    scripted = kind in SCRIPTED and not any(it in ("-e", "-f", "--regexp", "--file") for it in options)
    files = operands[1:] if scripted else operands
    if kind == "tr":
        files = []
    if kind == "tee":
        files = []
    if kind == "grep" and any(it.startswith("-") and "r" in it.lower() and it[1:2] != "-" for it in options):
        files = files or [UNKNOWN]
    named = [it for it in files if it not in (Literal("-"), Literal("/dev/stdin"))]
    if not named:
        ask(walk, call.name, call.spot)
    given = UNKNOWN if named else walk.take_input(call.spot)
    made = unknown([given, *operands])
    if call.name in KEEPING and not named:
        pass_on(walk, unknown([given]) if _takes_quotes_away(options, operands) else given, call)
    elif not _says_nothing(kind, options):
        walk.print(made, call.spot)
    if call.name not in SEARCHES:
        return DONE
    if named or isinstance(given, Literal):
        return Outcome(fails=1, about=(made,))
    return Outcome(fails=1, about=(given,), empty=_of_empty(options, operands, inverted=_inverted(options)))


def _takes_quotes_away(options: Sequence[str], operands: Sequence[Value]) -> bool:
    """Whether it is as `tr -d '"'`, behind which the text is not JSON any more."""
    return "-d" in options and any(isinstance(it, Literal) and '"' in text_of(it) for it in operands)


def _inverted(options: Sequence[str]) -> bool:
    return any(it == "--invert-match" or (it[:1] == "-" and it[1:2] != "-" and "v" in it) for it in options)


def _says_nothing(kind: str, options: Sequence[str]) -> bool:
    if kind == "sed":
        return "-i" in options or any(it.startswith("-i") for it in options)
    return kind == "grep" and any(
        it in ("--quiet", "--silent") or (it[:1] == "-" and it[1:2] != "-" and "q" in it) for it in options
    )


def _of_empty(options: Sequence[str], operands: Sequence[Value], *, inverted: bool) -> str:
    """Where a search goes that is given an empty text."""
    pattern = operands[0] if operands else UNKNOWN
    if not isinstance(pattern, Literal) or any(it.startswith("-") and "P" in it for it in options):
        return ""
    found = matches(text_of(pattern), "")
    if found is None:
        return ""
    return "then" if found != inverted else "otherwise"


def _parted(kind: str, values: Sequence[Value]) -> tuple[list[str], list[Value]]:
    """The options, and the other arguments."""
    options: list[str] = []
    operands: list[Value] = []
    valued = OPTIONS_WITH_VALUE.get(kind, frozenset())
    takes = False
    for it in values:
        text = text_of_start(it)
        if takes:
            takes = False
            if options[-1] in ("-e", "--regexp") and kind == "grep":
                operands.insert(0, it)
        elif text.startswith("-") and len(text) > 1 and "--" not in options:
            options.append(text)
            takes = text in valued or (kind == "grep" and text[1:2] != "-" and text[-1:] == "e")
            if takes and text not in valued:
                options.append("-e")
        else:
            operands.append(it)
    return options, operands


def _xargs(walk: Walk, call: Call) -> Outcome:
    """What `xargs` runs is given what it reads."""
    given = walk.take_input(call.spot)
    walk.print(unknown([given]), call.spot)
    alone = all(it.text.startswith("-") for it in call.words[1:])
    return Outcome(about=(given,), usual=0 if alone else None)
