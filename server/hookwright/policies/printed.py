"""The JSON object that is what a hook printed, and what is wrong with text that was meant to be one."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any

from hookwright.model.outcome import OutputProblem
from hookwright.model.reaction import ON_STDOUT, Printing
from hookwright.patterns import late_pattern

_NOT_JSON = "HW801"
_LINE_OF_OBJECT = late_pattern(r"\n(?=[ \t]*\{)")
# A string, closed or not, or a bracket.
_BRACKET = late_pattern(r'"(?>(?:[^"\\]++|\\.)*)"?|[{}\[\]]', re.DOTALL)
_DEEPEST = 200
_PROGRESS = "progress"
# The digits of the largest number that JavaScript has.
_LONGEST_INTEGER = 309


def find_object(stdout: str, printing: Printing = ON_STDOUT) -> dict[str, Any] | None:
    """The JSON object that is all of stdout but blanks, as `JSON.parse` reads it; None if there is none (C6).

    A number that is too large for it is null, as it is when it is sent on, and a list or an object at a depth that no
    event reads is `…`.
    """
    stdout = without_progress(stdout) if printing.progress else stdout
    text = _bare(stdout) if printing.skips_mark else stdout.strip()
    if printing.unwraps and text.startswith('"'):
        text = _unwrapped(text)
    if printing.any_json and _is_other_json(text):
        return {}
    if not (text.startswith("{") and text.endswith("}")):
        return None
    try:
        return _object_in(text)
    except RecursionError:
        return _object_in(shallow(text))


def without_progress(stdout: str) -> str:
    """The text without the lines that only say how far the hook is."""
    return "".join(it for it in stdout.splitlines(keepends=True) if not _is_progress(it))


def _is_progress(line: str) -> bool:
    found = find_object(line) if _PROGRESS in line else None
    return found is not None and found.get("type") == _PROGRESS and isinstance(found.get("message"), str)


def _object_in(text: str) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads(text, parse_constant=_refuse, parse_float=_finite, parse_int=_integer)
        return _encodable(found) if "\\u" in text else found
    except ValueError:
        return None


def _is_other_json(text: str) -> bool:
    """Whether the text is JSON, but neither an object nor a text."""
    if text.startswith(("{", '"')):
        return False
    try:
        json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


def _unwrapped(text: str) -> str:
    """The text that a JSON text holds, empty if it is none."""
    try:
        return str(json.loads(text)).strip()
    except ValueError:
        return ""


def begins_like_object(stdout: str) -> bool:
    """Whether there may be an object in what is only the beginning of stdout."""
    return _bare(stdout).startswith("{")


def _bare(stdout: str) -> str:
    # JavaScript counts the mark before UTF-8 among the blanks.
    return stdout.strip().strip("\ufeff").strip()


def shallow(text: str, deepest: int = _DEEPEST) -> str:
    """The text with `…` in the place of everything that is nested deeper; in linear time.  Empty if it is not JSON."""
    kept: list[str] = []
    depth = start = 0
    for it in _BRACKET.finditer(text):
        if it[0] in ("{", "["):
            depth += 1
            if depth == deepest:
                kept.append(text[start : it.start()])
        elif it[0] in ("}", "]"):
            if depth == deepest:
                kept.append('"…"')
                start = it.end()
            depth -= 1
    return "".join(kept) + text[start:] if depth == 0 else ""


def broken_object(stdout: str) -> OutputProblem | None:
    """What is wrong with output that was meant to be an object and is none; None for plain text."""
    text = _bare(stdout)
    if text.startswith("{"):
        return OutputProblem(
            _NOT_JSON, "stdout looks like a JSON object but does not parse, so it is read as plain text", ()
        )
    if _ends_with_object(text):
        message = "there is text before the JSON object, so all of stdout is read as plain text; print only the object"
        return OutputProblem(_NOT_JSON, message, ())
    return None


def not_an_object(stdout: str) -> OutputProblem | None:
    """What is wrong with output of which nothing but an object is read; None if there is none."""
    message = "stdout is not a JSON object, so the hook counts as failed; print one object and nothing else"
    return OutputProblem(_NOT_JSON, message, ()) if _bare(stdout) else None


def broken_json(stdout: str) -> OutputProblem | None:
    """What is wrong with output that begins like JSON and is not an object, for which the hook counts as failed."""
    message = "stdout begins like JSON but is not one JSON object, so the hook counts as failed"
    return OutputProblem(_NOT_JSON, message, (), wrong=True) if stdout.lstrip().startswith(("{", "[")) else None


def broken_braces(stdout: str) -> OutputProblem | None:
    """What is wrong with output that begins and ends like an object and is none, so that the hook counts as failed."""
    text = _bare(stdout)
    message = "stdout begins and ends like a JSON object but does not parse, so the hook counts as failed"
    return OutputProblem(_NOT_JSON, message, (), wrong=True) if text.startswith("{") and text.endswith("}") else None


def _ends_with_object(text: str) -> bool:
    """Whether an object, in one line or in several, follows other text."""
    lines = [it.start() + 1 for it in _LINE_OF_OBJECT.finditer(text)] if text.endswith("}") else []
    return any(find_object(text[start:]) for start in dict.fromkeys([*lines[:1], *lines[-1:]]))


def _refuse(constant: str) -> float:
    raise ValueError(constant)


def _finite(text: str) -> float | None:
    number = float(text)
    return number if isfinite(number) else None


def _integer(text: str) -> int | None:
    return int(text) if len(text) <= _LONGEST_INTEGER else None


def _encodable(value: dict[str, Any]) -> dict[str, Any]:
    """The value with lone surrogates replaced, so that it can be sent on."""
    text = json.dumps(value, ensure_ascii=False)
    if text.isascii():
        return value
    found: dict[str, Any] = json.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    return found
