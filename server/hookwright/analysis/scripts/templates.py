"""What a new script for a hook says: it reads the event, and shows how to let it go on and how to refuse."""

from __future__ import annotations

import json
import os.path
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from msgspec import Struct

from hookwright.model.event import EventRow
from hookwright.model.outcome import Result
from hookwright.model.reaction import Choice, OutputField, Words
from hookwright.policies.exits import reaction_of

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_SHELL = "#!/bin/sh"
_FIRST_LINES = {".sh": _SHELL, "": _SHELL, ".bash": "#!/usr/bin/env bash", ".py": "#!/usr/bin/env python3"}
_REASON = "FORBIDDEN is not allowed here"
_FIRST_FOR_FAILURES = 124
_WORDS = {"true": True, "false": False}

_IN_SHELL = """\
{first}
# {title}
#
{ways}

payload=$(cat)
{guard}
# Replace FORBIDDEN with what this hook should look for.
case $payload in
    *FORBIDDEN*)
        {refuse}
        ;;
esac

{passes}exit 0
"""

_SHELL_GUARD = """
# The hook has already kept the agent from stopping; it does so only once.
case $payload in
    *'"{name}":true'* | *'"{name}": true'*) exit 0 ;;
esac
"""

_IN_PYTHON = '''\
{first}
"""{title}

{ways}
"""

import json
import sys

payload = json.load(sys.stdin)
{guard}
# Replace FORBIDDEN with what this hook should look for.
if "FORBIDDEN" in json.dumps(payload):
    {refuse}

{passes}sys.exit(0)
'''

_PYTHON_GUARD = """
# The hook has already kept the agent from stopping; it does so only once.
if payload.get("{name}"):
    sys.exit(0)
"""


class _Refusal(Struct, frozen=True):
    """How a hook refuses: by a code with a text on a stream, or by an object that it prints."""

    code: int = 0
    on_stdout: bool = False
    printed: str = ""


def script_template(path: str, row: EventRow, values: Mapping[str, Any]) -> str | None:
    """The text of a new script, by the extension of its path; None for languages that there is none for.

    `values` are the keys of the hook that runs it.
    """
    extension = os.path.splitext(path)[1]
    first = _FIRST_LINES.get(extension)
    if first is None:
        return None
    refusal, passing = _refusal(row, values), passing_object(row)
    ways = ["How it answers:", *(f"  {it}" for it in ways_to_answer(row, values))]
    title = f"A hook for {row.name}, which gets the event as a JSON object on standard input."
    if extension == ".py":
        guard = _PYTHON_GUARD.format(name=row.loop_guard) if row.loop_guard else ""
        refuse = _refuse_in_python(refusal)
        passes = f"print({passing!r})\n" if passing else ""
        return _IN_PYTHON.format(
            first=first, title=title, ways="\n".join(ways), guard=guard, refuse=refuse, passes=passes
        )
    guard = _SHELL_GUARD.format(name=row.loop_guard) if row.loop_guard else ""
    noted = "\n".join(f"# {it}" for it in ways)
    passes = f"printf '%s\\n' '{passing}'\n" if passing else ""
    refuse = _refuse_in_shell(refusal)
    return _IN_SHELL.format(first=first, title=title, ways=noted, guard=guard, refuse=refuse, passes=passes)


def passing_object(row: EventRow) -> str:
    """What a hook has to print so that the event goes on, as JSON; empty if it may as well print nothing."""
    if row.exits.silent is None:
        return ""
    allowed = ((it, word) for it, word in _words(row) if not _refuses(it, word))
    found = next(allowed, None)
    return _object(row, *found) if found else "{}"


def refusing_values(row: EventRow) -> dict[str, Any]:
    """The keys that a hook needs so that it can refuse the event; most dialects need none."""
    entries = (*row.exits.codes.values(), row.exits.other)
    choices = ({it.key: _WORDS.get(case, case)} for it in entries if isinstance(it, Choice) for case in it.cases)
    return next((it for it in ({}, *choices) if _refusal(row, it) is not None), {})


def refusal_in_python(row: EventRow, values: Mapping[str, Any], reason: str) -> str:
    """Python statements, a line each, that refuse the event and end the hook; `reason` is an expression.

    Raises LookupError if the event cannot be refused.
    """
    refusal = _refusal(row, values)
    if refusal is None:
        raise LookupError(f"{row.name} cannot be refused")
    if refusal.printed:
        # The reason is this one string of the object.
        said = repr(json.loads(refusal.printed)).replace(repr(_REASON), reason)
        return f"print(json.dumps({said}))\nsys.exit(0)"
    return f"print({reason}{'' if refusal.on_stdout else ', file=sys.stderr'})\nsys.exit({refusal.code})"


def refusing_code(row: EventRow, values: Mapping[str, Any]) -> int | None:
    """The lowest code that refuses the event with what is on stderr; None if a refusal is said on stdout."""
    refusal = _refusal(row, values)
    return refusal.code if refusal is not None and not refusal.printed and not refusal.on_stdout else None


def _refusal(row: EventRow, values: Mapping[str, Any]) -> _Refusal | None:
    """The plainest way to refuse, None if the event cannot be refused."""
    for code in _codes(row):
        if (stream := _stream(row, code, values)) is not None:
            return _Refusal(code, on_stdout=stream == "standard output")
    said = next(((field, word) for field, word in _words(row) if _refuses(field, word)), None)
    return _Refusal(printed=_object(row, *said)) if said else None


def ways_to_answer(row: EventRow, values: Mapping[str, Any]) -> Iterator[str]:
    """How a hook on the event lets it go on and how it refuses, one way a line."""
    if not passing_object(row):
        yield "exit 0: the agent goes on"
    for code in _codes(row):
        if (stream := _stream(row, code, values)) is not None:
            yield f"exit {code}: refused; the reason is on {stream}"
    for field, word in _words(row):
        yield f"{_object(row, field, word)} on standard output, exit 0"


def _codes(row: EventRow) -> list[int]:
    """The codes that a script may choose to end with; those that are for what went wrong with it are not."""
    return sorted(it for it in {1, *row.exits.codes} if 0 < it < _FIRST_FOR_FAILURES)


def _stream(row: EventRow, code: int, values: Mapping[str, Any]) -> str | None:
    """Where the reason of a refusal by that code is read from; None if it does not refuse, or with no reason."""
    reaction = reaction_of(Result(exit_code=code, started_at=_ANY_TIME, duration=0), row.exits, values)
    if not (reaction.refuses or reaction.must_continue):
        return None
    words = reaction.reason or (reaction.says.words if reaction.says else None)
    if words is Words.ENDING:
        return None
    return "standard output" if words is Words.STDOUT else "standard error"


def _words(row: EventRow) -> Iterator[tuple[OutputField, str | bool]]:
    """The words that decide, with their fields; deprecated ones are left out."""
    for field in row.outputs:
        for word, reaction in field.words.items():
            if not field.deprecated and (reaction.decision or reaction.refuses or reaction.must_continue):
                yield field, word


def _refuses(field: OutputField, word: str | bool) -> bool:
    reaction = next(it for known, it in field.words.items() if known == word)
    return reaction.refuses or reaction.must_continue


def _object(row: EventRow, field: OutputField, word: str | bool) -> str:
    """The object that says the word, with a reason if there is a field for one, as JSON."""
    return _object_of(row, row.outputs.index(field), word)


@lru_cache(maxsize=256)
def _object_of(row: EventRow, index: int, word: str | bool) -> str:
    """The same, of the field at an index: the same few are asked for again and again."""
    found: dict[str, Any] = {}
    field = row.outputs[index]
    for it in row.outputs:
        if it.required and it.path[:-1] == field.path[: len(it.path) - 1]:
            _put(found, it.path, it.spelled[0])
    _put(found, field.path, word)
    if field.reason and _refuses(field, word):
        _put(found, field.reason, _REASON)
    return json.dumps(found)


def _put(found: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    for key in path[:-1]:
        found = found.setdefault(key, {})
    found[path[-1]] = value


def _refuse_in_shell(refusal: _Refusal | None) -> str:
    if refusal is None:
        return ": # This event cannot be refused; do the hook's work here."
    if refusal.printed:
        return f"printf '%s\\n' '{refusal.printed}'"
    return f"echo '{_REASON}'{'' if refusal.on_stdout else ' >&2'}\n        exit {refusal.code}"


def _refuse_in_python(refusal: _Refusal | None) -> str:
    if refusal is None:
        return "pass  # This event cannot be refused; do the hook's work here."
    if refusal.printed:
        return f"print({refusal.printed!r})"
    return f'print("{_REASON}"{"" if refusal.on_stdout else ", file=sys.stderr"})\n    sys.exit({refusal.code})'
