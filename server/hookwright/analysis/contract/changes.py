"""What fixes change in a script: a word at a place, or the stream that a text goes to."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hookwright.analysis.rule import Fix, given
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language, Print
from hookwright.scripts.values import Spot
from hookwright.text import Edit, Span

_IMPORTS_SYS = late_pattern(r"^\s*import\s+(?:\w+\s*,\s*)*sys\b", re.MULTILINE)
_CALLS_MAIN = late_pattern(r"^[ \t]+(?P<call>main\(\))[ \t]*$", re.MULTILINE)
_NEAR = 200
_ENDS_MEMBER = late_pattern(r"\s*[,}]|\s*=(?![=>])")
_EXIT_WITH_TEXT = late_pattern(r"sys\.exit\((.+)\)\Z", re.DOTALL)
_HEAD = late_pattern(r"(?:(?:[ \t]*(?:#|set\b)[^\n]*)?\n)*")
_ECHO = late_pattern(r"(?:echo|printf)\b[^<>|&;]*\Z")
_PRINT = late_pattern(r"print\(.*\)\Z", re.DOTALL)
_STREAMS = {"console.log(": "console.error(", "console.info(": "console.error(", "process.stdout.": "process.stderr."}


def word(subject: ScriptSubject, spots: Iterable[Spot], old: str, new: str, *, safe: bool = True) -> tuple[Fix, ...]:
    """The fix that changes a word that stands once in each of some pieces of the script; none if it does not."""
    places = [once(subject, it, old) for it in dict.fromkeys(spots)]
    edits = [
        Edit(Span(it.start, it.end), f"{new}: {old}" if _is_shorthand(subject, it) else new)
        for it in dict.fromkeys(places)
        if it is not None
    ]
    if not edits or None in places:
        return ()
    return (Fix(f"Change to `{new}`", given(*edits), preferred=True, safe=safe),)


def _is_shorthand(subject: ScriptSubject, spot: Spot) -> bool:
    """Whether a key of an object names a variable of JavaScript as well, as in `{ tool_name }`."""
    if subject.script.language is not Language.JAVASCRIPT:
        return False
    before = subject.text[max(0, spot.start - _NEAR) : spot.start].rstrip()
    return before.endswith(("{", ",")) and _ENDS_MEMBER.match(subject.text, spot.end) is not None


def said_on_stderr(subject: ScriptSubject, spot: Spot, code: int) -> tuple[Fix, ...]:
    """The fix that makes two statements of `sys.exit("…")`: one that prints the text, and one that ends with a code."""
    piece = "" if spot.file else subject.text[spot.start : spot.end]
    found, line = _EXIT_WITH_TEXT.match(piece), subject.text.rfind("\n", 0, spot.start) + 1
    indent = subject.text[line : spot.start]
    if subject.script.language is not Language.PYTHON or found is None or indent.strip():
        return ()
    edit = Edit(Span(spot.start, spot.end), f"print({found[1]}, file=sys.stderr)\n{indent}sys.exit({code})")
    return (Fix(f"Print the text, and use `sys.exit({code})`", given(edit), preferred=True, safe=False),)


def exits_with_result(subject: ScriptSubject, code: int) -> tuple[Fix, ...]:
    """The fix that ends a Python script with the code that its `main` returns; none if it returns no such code."""
    text, calls = subject.text, [*_CALLS_MAIN.finditer(subject.text)]
    is_returned = re.search(rf"^[ \t]+return {code}\b", text, re.MULTILINE) is not None
    if subject.script.language is not Language.PYTHON or len(calls) != 1 or not is_returned:
        return ()
    if _IMPORTS_SYS.search(text) is None:
        return ()
    edit = Edit(Span(*calls[0].span("call")), "sys.exit(main())")
    return (Fix("Exit with the code that `main` returns", given(edit), preferred=True, safe=False),)


def asked_for(subject: ScriptSubject, program: str, code: int) -> tuple[Fix, ...]:
    """The fix that ends a shell script at its beginning, behind comments and options, where a program is missing."""
    if subject.script.language is not Language.SHELL:
        return ()
    head = _HEAD.match(subject.text)
    place = 0 if head is None else head.end()
    line = f'command -v {program} >/dev/null || {{ echo "{program} is required" >&2; exit {code}; }}\n'
    edit = Edit(Span(place, place), line)
    return (Fix(f"Block if `{program}` is missing", given(edit), preferred=True, safe=False),)


def to_stderr(subject: ScriptSubject, printed: Print) -> tuple[Fix, ...]:
    """The fix that sends a text to stderr; none if it is printed in an unusual way."""
    spot = printed.spot
    piece = "" if spot.file else subject.text[spot.start : spot.end]
    edit = None
    match subject.script.language:
        case Language.SHELL if _ECHO.match(piece) is not None:
            edit = Edit(Span(spot.end, spot.end), " >&2")
        case Language.PYTHON if _PRINT.match(piece) is not None and _IMPORTS_SYS.search(subject.text) is not None:
            if "file=" not in piece:
                edit = Edit(Span(spot.end - 1, spot.end - 1), ", file=sys.stderr")
        case Language.JAVASCRIPT:
            start = next((it for it in _STREAMS if piece.startswith(it)), "")
            edit = Edit(Span(spot.start, spot.start + len(start)), _STREAMS[start]) if start else None
    return () if edit is None else (Fix("Send it to stderr", given(edit), preferred=True),)


def once(subject: ScriptSubject, spot: Spot, word: str) -> Spot | None:
    """Where a word stands in a piece of the script; None if it does not, or more than once."""
    if spot.file:
        return None
    if subject.text[spot.start : spot.end] == word:
        return spot
    form = re.compile(rf"(?<![\w.-]){re.escape(word)}(?!\w)")
    found = [Spot(*it.span()) for it in form.finditer(subject.text, spot.start, spot.end)]
    return found[0] if len(found) == 1 else None
