"""Going past blanks and comments to the next token, for any kinds of blanks and comments."""

from __future__ import annotations

import re

from hookwright.syntax.scan import Scan, insertion, replacement, report
from hookwright.text import Span

_BLANK = re.compile(r"[ \t\r\n]*+")
_COMMENT = re.compile(r"//[^\r\n]*+|/\*(?s:.*?)\*/")
_HASH_COMMENT = re.compile(r"#[^\r\n]*+")
_STRANGE_BLANKS = re.compile(r"(?>(?:[^\S \t\r\n]|[\ufeff\u200b\u200c\u200d\u2060])+)")


def skip_blanks(scan: Scan) -> str:
    """Go past blanks and comments to the next token; its first character, or nothing at the end of the text."""
    text = scan.text
    scan.gap = scan.pos
    while True:
        match = _BLANK.match(text, scan.pos)
        scan.pos = match.end() if match else scan.pos
        char = text[scan.pos : scan.pos + 1]
        if char == "/" and text[scan.pos + 1 : scan.pos + 2] in ("/", "*"):
            _comment(scan)
        elif char == "#":
            _hash_comment(scan)
        elif char > "\x7f" or char in ("\x0b", "\x0c"):
            if not (strange := _STRANGE_BLANKS.match(text, scan.pos)):
                return char
            start, scan.pos = scan.pos, strange.end()
            fix = replacement(start, scan.pos, " ")
            report(scan, "this character is not JSON whitespace; write an ordinary space", start, scan.pos, fix)
        else:
            return char


def _comment(scan: Scan) -> None:
    start = scan.pos
    match = _COMMENT.match(scan.text, start)
    scan.pos = match.end() if match else len(scan.text)
    scan.comments.append(Span(start, scan.pos))
    if not match:
        fix = insertion(scan.pos, "*/")
        report(scan, "this comment is never closed; add `*/` at its end", start, start + 2, fix)


def _hash_comment(scan: Scan) -> None:
    match = _HASH_COMMENT.match(scan.text, scan.pos)
    assert match
    start, scan.pos = scan.pos, match.end()
    scan.comments.append(Span(start, scan.pos))
    report(scan, "JSON has no `#` comments; remove it", start, scan.pos, replacement(start, scan.pos))
