"""Where a bracket is closed: quotes, comments and here-documents between it and its end are skipped."""

from __future__ import annotations

from .late import late_pattern
from .tokens import Unreadable

_DOCUMENT = late_pattern(r"<<(-?)[ \t]*(?!<)(?:'([^'\n]*)'|\"([^\"\n]*)\"|\\?([^\s;&|()<>'\"]+))")


def closing(text: str, at: int, opening: str, closes: str) -> int:
    """The place of the bracket that closes the one before `at`.  Raises Unreadable if there is none."""
    depth = 1
    documents: list[tuple[str, bool]] = []
    while 0 <= at < len(text):
        character = text[at]
        document = _DOCUMENT.match(text, at) if character == "<" and opening == "(" else None
        if document:
            documents.append((document[2] or document[3] or document[4] or "", document[1] == "-"))
            at = document.end()
        elif character == "\n" and documents:
            at = _behind_documents(text, at + 1, documents)
            documents = []
        elif character in "\\'\"#":
            at = _skipped(text, at, opening)
        else:
            depth += (character == opening) - (character == closes)
            if not depth:
                return at
            at += 1
    raise Unreadable(f"`{opening}` is not closed")


def _skipped(text: str, at: int, opening: str) -> int:
    """The place behind a backslash, a quoted text or a comment; -1 if it does not end."""
    character = text[at]
    if character == "\\":
        return at + 2
    if character == "'":
        return text.find("'", at + 1) + 1 or -1
    if character == '"':
        return _behind_double(text, at + 1)
    is_comment = opening == "(" and text[at - 1] in " \t\n;("
    return text.find("\n", at) if is_comment else at + 1


def _behind_documents(text: str, at: int, documents: list[tuple[str, bool]]) -> int:
    for end, indented in documents:
        while at < len(text):
            line = text[at:].partition("\n")[0] if text.find("\n", at) < 0 else text[at : text.find("\n", at)]
            at += len(line) + 1
            if (line.lstrip("\t") if indented else line).rstrip("\r") == end:
                break
    return at


def _behind_double(text: str, at: int) -> int:
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text.startswith(("$(", "${"), at):
            opening = text[at + 1]
            at = closing(text, at + 2, opening, ")" if opening == "(" else "}") + 1
        elif text[at] == '"':
            return at + 1
        else:
            at += 1
    raise Unreadable("a double quote is not closed")
