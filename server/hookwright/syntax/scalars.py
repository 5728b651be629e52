"""Reading one scalar or key in a text that may be broken: strings, numbers, literals, and words without quotes."""

from __future__ import annotations

import re

from hookwright.syntax.clean import literal, number
from hookwright.syntax.nodes import Kind, Node
from hookwright.syntax.repairs import extent
from hookwright.syntax.scan import Scan, insertion, replacement, report
from hookwright.syntax.strings import decode, quote

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


def read_key(scan: Scan, char: str) -> Node | None:
    """The key at the current place; None where a character means nothing, which is passed over."""
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
    """The scalar at the current place; None where a character means nothing, which is passed over."""
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
