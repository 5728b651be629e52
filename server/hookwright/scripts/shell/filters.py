"""Programs that read a text and print what they make of it, such as `grep` and `sed`."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.patterns import late_pattern
from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.printing import pass_on, text_of_start
from hookwright.scripts.shell.questions import ask
from hookwright.scripts.shell.regexes import matches
from hookwright.scripts.shell.state import DONE, FAILED, Outcome, unknown
from hookwright.scripts.shell.templates import text_of
from hookwright.scripts.shell.utilities import KEEPING, OPTIONS_WITH_VALUE, SCRIPTED, SEARCHES
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import UNKNOWN, Literal, OneOf, Value
from hookwright.shell.programs import word_set

_NOTHING = (Literal(""), Literal("\n"))
_ALWAYS_KEEPING = word_set("cut head tail sort uniq tac rev fold expand tee iconv")
_COUNTS = frozenset("c")
_FIELD = late_pattern(r"\{\s*print(?:\s+\$\w+)?\s*;?\s*\}")
_SIGNS = late_pattern(r"\\[|(){}?+]|[(){}?+|]")
_STEP_ENDS = late_pattern(r"\s*[;\n]\s*(?=s\W)")
_REPLACEMENT = late_pattern(r"s([/|#,@!])((?:(?!\1).)*)\1(?:(?!\1).)*\1[gIipE0-9]*")
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
    if (
        walk.lacks
        and not named
        and given in _NOTHING
        and (found := _of_nothing(walk, call, kind, options, operands, given))
    ):
        return found
    made = unknown([given, *operands])
    if call.name in KEEPING and not named:
        pass_on(walk, unknown([given]) if _takes_quotes_away(options, operands) else given, call)
    elif not _says_nothing(kind, options):
        walk.print(made, call.spot)
    return _found(call, options, operands, given, made, is_given=not named)


def _found(
    call: Call, options: Sequence[str], operands: Sequence[Value], given: Value, made: Value, *, is_given: bool
) -> Outcome:
    """What a filter comes to; one that searches may find nothing."""
    if call.name not in SEARCHES:
        return DONE
    if not is_given or isinstance(given, Literal):
        return Outcome(fails=1, about=(made,))
    return Outcome(fails=1, about=(given,), empty=_of_empty(options, operands, inverted=_inverted(options)))


def _of_nothing(
    walk: Walk, call: Call, kind: str, options: Sequence[str], operands: Sequence[Value], given: Value
) -> Outcome | None:
    """What a filter comes to that is given no text, or an empty line; None if it may make something of it."""
    has_line = given != Literal("")
    if kind in ("rg", "ag", "grep"):
        found = _finds_nothing(options, operands, has_line=has_line)
        if found and not _says_nothing(kind, options) and _COUNTS.isdisjoint("".join(options)):
            walk.print(Literal(""), call.spot, newline=False)
        return FAILED if found else None
    text = text_of(operands[0]) if operands and isinstance(operands[0], Literal) else ""
    if kind == "tr":
        kept = not has_line or (len(operands) < 2 and "-c" not in options)
    elif kind == "sed":
        kept = not has_line or (len(operands) == 1 and _changes_some_text(text))
    elif kind == "awk":
        kept = "BEGIN" not in text and "END" not in text and (not has_line or _FIELD.fullmatch(text) is not None)
    else:
        kept = kind in _ALWAYS_KEEPING
    if kept:
        walk.print(given, call.spot, newline=False)
    return DONE if kept else None


def _finds_nothing(options: Sequence[str], operands: Sequence[Value], *, has_line: bool) -> bool:
    """Whether a search that is given no text, or an empty line, finds nothing."""
    if not has_line:
        return not any(it.startswith(("-L", "--files-without")) for it in options)
    pattern = operands[0] if operands else UNKNOWN
    plain = not _inverted(options) and not any(it.startswith(("-f", "--file", "-L")) for it in options)
    if not plain or any(it in ("-e", "--regexp") for it in options[1:]):
        return False
    patterns = pattern.values if isinstance(pattern, OneOf) else (pattern,)
    texts = [text_of(it) for it in patterns if isinstance(it, Literal)]
    # What is no letter in a basic expression is one in an extended one: that makes it longer, or an alternative.
    is_basic = not any(it[:1] == "-" and it[1:2] != "-" and not {"E", "P"}.isdisjoint(it) for it in options)
    return len(texts) == len(patterns) and all(_needs_text(it, is_basic=is_basic) for it in texts)


def _needs_text(pattern: str, *, is_basic: bool) -> bool:
    if is_basic:
        pattern = _SIGNS.sub(lambda it: it[0][1:] if len(it[0]) > 1 else "x", pattern)
    return bool(pattern) and matches(pattern, "") is False


def _changes_some_text(script: str) -> bool:
    """Whether a script of `sed` consists of replacements that find nothing in an empty line."""
    steps = [it.strip() for it in _STEP_ENDS.split(script)]
    found = [_REPLACEMENT.fullmatch(it) for it in steps if it]
    return bool(found) and all(it is not None and _needs_text(it[2], is_basic=False) for it in found)


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
