"""Where a string ends whose quotes are not as they should be: missing, too many, or a line apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hookwright.syntax.nodes import Kind
from hookwright.syntax.scan import Scan, insertion, replacement
from hookwright.text import Edit

_BODY = re.compile(r'"(?>(?:[^"\\\r\n]++|\\[^\r\n]|\\)*)')
_UNCLOSED_KEY = re.compile(r'"[\w.$@-]++(?=[ \t]*+:)')
_REST_OF_KEY = re.compile(r'[^"\\\r\n]*+"[ \t]*+:')
_QUOTES_INSIDE = re.compile(r'"(?>(?:[^"\\\r\n]++|\\[^\r\n]|"(?![ \t]*+(?:[,:}\]\r\n]|\Z)))*)')
_QUOTE_IN_LATER_LINE = re.compile(r'[^"\\]*+(?>(?:\\(?s:.)[^"\\]*+)*)"(?=[ \t\r\n]*+[,}\]])')
_COLON = re.compile(r"[ \t]*+:")
_STRUCTURE_NEXT = re.compile(r'[ \t\r\n]*+["{}\[\]]')
_ESCAPE_OR_QUOTE = re.compile(r'\\.|"')
_LINE_END = re.compile(r"\r\n|\r|\n")

_AFTER_KEY = frozenset(" \t\r\n:,}=/")
_AFTER_VALUE = frozenset(' \t\r\n,}]/:;#"')
_FAR = 4000

_NEVER_CLOSED = "this string is never closed; add a double quote at its end"
_INNER_QUOTES = 'a double quote inside a string must be written `\\"`'
_LINE_BREAKS = "a string may not span lines; write each line break as `\\n`"


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a string ends, whether with a quote, and what is wrong about that, if anything is."""

    end: int
    closed: bool
    message: str = ""
    fix: Edit | None = None


def extent(scan: Scan, *, as_key: bool) -> Extent:
    """How far the string reaches whose opening quote is at the current place."""
    text, start = scan.text, scan.pos
    match = _BODY.match(text, start)
    end = match.end() if match else start + 1
    following = text[end + 1 : end + 2]
    if text[end : end + 1] == '"' and (not following or following in (_AFTER_KEY if as_key else _AFTER_VALUE)):
        return Extent(end + 1, closed=True)
    if text[end : end + 1] != '"':
        return _unclosed_in_line(scan, start, end, as_key=as_key)
    early = _early_end(text, start, end, as_key=as_key)
    if early >= 0:
        return _never_closed(early)
    late = -1 if as_key else _late_end(scan, start)
    if late >= 0:
        escaped = _ESCAPE_OR_QUOTE.sub(lambda it: '\\"' if it[0] == '"' else it[0], text[start + 1 : late])
        return Extent(late + 1, closed=True, message=_INNER_QUOTES, fix=replacement(start + 1, late, escaped))
    return Extent(end + 1, closed=True)


def _unclosed_in_line(scan: Scan, start: int, end: int, *, as_key: bool) -> Extent:
    text = scan.text
    if as_key:
        match = _UNCLOSED_KEY.match(text, start)
        return _never_closed(match.end() if match else _without_tail(scan, start, end))
    if match := _QUOTE_IN_LATER_LINE.match(text, end, min(len(text), end + _FAR)):
        content = _LINE_END.sub(r"\\n", text[start + 1 : match.end() - 1])
        fix = replacement(start + 1, match.end() - 1, content)
        return Extent(match.end(), closed=True, message=_LINE_BREAKS, fix=fix)
    return _never_closed(_without_tail(scan, start, end))


def _never_closed(end: int) -> Extent:
    return Extent(end, closed=False, message=_NEVER_CLOSED, fix=insertion(end, '"'))


def _early_end(text: str, start: int, end: int, *, as_key: bool) -> int:
    """Where a string ends that lost its closing quote and runs to the next opening one; -1 if it did not."""
    if as_key and (match := _UNCLOSED_KEY.match(text, start)):
        return match.end()
    kept = len(text[start + 1 : end].rstrip(" \t,{}[]")) + start + 1
    structure = text[kept:end].strip(" \t")
    return kept if structure and _REST_OF_KEY.match(text, end + 1) else -1


def _late_end(scan: Scan, start: int) -> int:
    """Where the last quote is of a string with quotes inside, -1 if there is no telling."""
    text = scan.text
    if start < scan.no_inner_quotes:
        return -1
    match = _QUOTES_INSIDE.match(text, start, min(len(text), start + _FAR))
    end = match.end() if match else start
    if text[end : end + 1] == '"' and not _COLON.match(text, end + 1):
        return end
    scan.no_inner_quotes = end
    return -1


def _without_tail(scan: Scan, start: int, end: int) -> int:
    """Where an unclosed string ends if the commas and brackets that end its line are not its own."""
    text = scan.text
    content = text[start + 1 : end]
    kept = content.rstrip(" \t,}]")
    tail = content[len(kept) :]
    closing = [char for char in tail if char in "}]"]
    if closing:
        return start + 1 + len(kept) if _closes_this_line(scan, start, kept, closing) else end
    if "," in tail and _STRUCTURE_NEXT.match(text, end):
        return start + 1 + len(kept)
    return end


def _closes_this_line(scan: Scan, start: int, kept: str, closing: list[str]) -> bool:
    """Whether brackets after a string fit the innermost containers, and those opened in the same line."""
    if len(closing) > len(scan.stack) or any(kept.count(left) > kept.count(right) for left, right in ("{}", "[]")):
        return False
    containers = scan.stack[-len(closing) :]
    wanted = ["}" if node.kind is Kind.OBJECT else "]" for node in reversed(containers)]
    return closing == wanted and containers[0].start > scan.text.rfind("\n", 0, start)
