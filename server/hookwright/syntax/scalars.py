"""Reads keys and scalars, however they are written: in other quotes, without quotes, or never closed."""

from __future__ import annotations

import re

from msgspec import Struct

from hookwright.syntax.clean_reader import literal, number
from hookwright.syntax.scan import Scan, insertion, replacement, report
from hookwright.syntax.strings import decode, quote
from hookwright.syntax.tree import Kind, Node
from hookwright.text import Edit

_SOUND = re.compile(
    r"(?:true|false|null|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)(?![^\s,:}\]{\[\"'/;#])"
)
_NUMBER_LIKE = re.compile(r"[+-]?\.?[0-9][\w.+-]{0,80}\Z")
_WORDS = re.compile(r"[^\s{}\[\],:\"';=][^{}\[\],:\"\r\n;]*+")
_WORD = re.compile(r"[^\s{}\[\],:\"';=#]++")
_COMMENT_IN_WORDS = re.compile(r"[ \t](?://|/\*|#)")
_QUOTE_ENDS = re.compile(r'"[ \t]*+(?:[,:}\]\r\n]|\Z)')
_OTHER_QUOTES = re.compile(
    r"(['`])(?P<plain>(?>(?:(?!\1)[^\\\r\n]|\\[^\r\n])*))\1|[“”„‘’](?P<typeset>[^“”„‘’\"\r\n]*+)[“”„‘’\"]"
)
_TO_DELIMITER = re.compile(r".[^,:}\]\r\n]*+", re.DOTALL)
_FAULT_IN_STRING = re.compile(
    r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|(?P<escape>\\.?)|(?P<control>[\x00-\x09\x0b\x0c\x0e-\x1f])'
)
_LITERAL_OF = {"true": "true", "false": "false", "null": "null", "none": "null", "undefined": "null", "nil": "null"}

_OPENING = "'`“”„‘’"
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


def read_key(scan: Scan, char: str) -> Node | None:
    """The key at the current place; None if a character means nothing, which is passed over."""
    if char == '"':
        return _string(scan, as_key=True)
    if char in _OPENING:
        return _other_quotes(scan)
    match = _WORD.match(scan.text, scan.pos)
    if not match:
        _meaningless(scan, char)
        return None
    return _unquoted(scan, match.end(), "this key")


def read_scalar(scan: Scan, char: str) -> Node | None:
    """The scalar at the current place; None if a character means nothing, which is passed over."""
    if char == '"':
        return _string(scan, as_key=False)
    if char in _OPENING:
        return _other_quotes(scan)
    start = scan.pos
    if match := _SOUND.match(scan.text, start):
        scan.pos = match.end()
        constant = literal(match[0])
        kind, value = constant or (Kind.NUMBER, number(match[0]))
        return Node(kind, start, scan.pos, value)
    words = _WORDS.match(scan.text, start)
    if not words:
        _meaningless(scan, char)
        return None
    comment = _COMMENT_IN_WORDS.search(words[0])
    raw = words[0][: comment.start()] if comment else words[0]
    return _odd_literal(scan, raw.rstrip()) or _unquoted(scan, start + len(raw), "this text")


def _string(scan: Scan, *, as_key: bool) -> Node:
    start = scan.pos
    found = extent(scan, as_key=as_key)
    if found.message:
        report(scan, found.message, start, found.end, found.fix)
    scan.pos = found.end
    raw = scan.text[start + 1 : found.end - found.closed]
    _check_content(scan, start + 1, raw)
    return Node(Kind.STRING, start, found.end, decode(raw), closed=found.closed)


def _check_content(scan: Scan, offset: int, raw: str) -> None:
    if "\\" not in raw and raw.isprintable():
        return
    for match in _FAULT_IN_STRING.finditer(raw):
        start, end = offset + match.start(), offset + match.end()
        if match["escape"]:
            fix = insertion(start, "\\")
            report(scan, f"`{match[0]}` is not an escape sequence; write `\\{match[0]}`", start, end, fix)
        elif match["control"]:
            escape = quote(match[0])[1:-1]
            report(scan, f"a control character must be written `{escape}`", start, end, replacement(start, end, escape))


def _other_quotes(scan: Scan) -> Node:
    start = scan.pos
    match = _OTHER_QUOTES.match(scan.text, start)
    closed = match is not None
    match = match or _TO_DELIMITER.match(scan.text, start)
    assert match
    scan.pos = match.end()
    raw = scan.text[start + 1 : scan.pos - closed]
    fix = replacement(start, scan.pos, quote(decode(raw.replace("\\'", "'"))))
    report(scan, "JSON strings need straight double quotes; replace these", start, scan.pos, fix)
    return Node(Kind.STRING, start, scan.pos, decode(raw), closed=closed)


def _unquoted(scan: Scan, end: int, what: str) -> Node:
    """A word without quotes, or with the closing quote only."""
    start, text = scan.pos, scan.text
    closed = bool(_QUOTE_ENDS.match(text, end))
    raw = text[start:end] if closed else text[start:end].rstrip()
    scan.pos = end + 1 if closed else start + len(raw)
    fix = insertion(start, '"') if closed else replacement(start, scan.pos, quote(raw))
    report(scan, f"{what} is not in double quotes; add them", start, scan.pos, fix)
    return Node(Kind.STRING, start, scan.pos, decode(raw), closed=closed)


def _odd_literal(scan: Scan, raw: str) -> Node | None:
    """A literal or number as another language writes it."""
    start, end = scan.pos, scan.pos + len(raw)
    name = _LITERAL_OF.get(raw.lower())
    constant = literal(name) if name else None
    if name is None and _NUMBER_LIKE.match(raw):
        value = _odd_number(raw)
        constant = None if value is None else (Kind.NUMBER, value)
        name = repr(value)
    if constant is None:
        return None
    fix = replacement(start, end, name) if name not in (None, "inf", "-inf") else None
    report(
        scan, f"`{raw}` is not valid JSON; write `{name}`" if fix else f"`{raw}` is not a JSON number", start, end, fix
    )
    scan.pos = end
    return Node(constant[0], start, end, constant[1])


def _odd_number(raw: str) -> int | float | None:
    for read in (int, float, lambda it: int(it, 0)):
        try:
            return read(raw)
        except ValueError:
            continue
    return None


def _meaningless(scan: Scan, char: str) -> None:
    start = scan.pos
    scan.pos = start + 1
    report(scan, f"`{char}` has no meaning here; remove it", start, scan.pos, replacement(start, scan.pos))


class Extent(Struct, frozen=True):
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
