"""Turns each hole of an attack into a hook test, which fails until the guard is better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Attacked, Hole, Tried, Verdict
from hookwright.attacking.forms.lengths import is_long
from hookwright.attacking.forms.model import Label
from hookwright.errors import UsageError
from hookwright.model.event import MatchSubject
from hookwright.paths import relative
from hookwright.policies.payloads import input_of, subject_of
from hookwright.testing.read import read_file
from hookwright.testing.recording import add_to_file, folder_for

_LONGEST_NAME = 60


def write_hook_tests(guard: Guard, found: Attacked) -> tuple[str, ...]:
    """Adds a hook test for each hole and each false alarm beside the hook file; returns the files that it wrote.

    There is none for a call that the hook is not asked about: a test runs the hook without regard to its matcher.
    Nor is there one for a very long call, which would make the file unreadable, or for a call that was sent with
    another branch checked out, as the test runs on that of the project.
    Raises UnreadableInput if a file cannot be written, and UsageError where it lies outside of the project.
    """
    holes = [it for it in found.faults if has_test(it)]
    return (_written(guard, found, holes),) if holes else ()


def is_unasked(hole: Hole) -> bool:
    """Whether the call passes because the hook is not asked about it, so that only its matcher can close the hole."""
    return hole.smallest.verdict is Verdict.NOT_ASKED


def is_elsewhere(hole: Hole) -> bool:
    """Whether the call was sent with another branch checked out, so that a test of it would say something else."""
    return bool(hole.smallest.on)


def has_test(hole: Hole) -> bool:
    """Whether there can be a hook test of the hole."""
    return not is_unasked(hole) and not is_elsewhere(hole) and not is_long(hole.smallest.variant.text)


def left_out(found: Attacked) -> Iterator[str]:
    """What has no hook test, how many there are of it, and why."""
    unasked = sum(map(is_unasked, found.faults))
    elsewhere = sum(is_elsewhere(it) and not is_unasked(it) for it in found.faults)
    long = sum(not has_test(it) for it in found.faults) - unasked - elsewhere
    if unasked:
        why = "a hook test runs the hook whatever its matcher is; widen the matcher"
        yield f"holes that the hook is not asked about ({unasked}): {why}"
    if elsewhere:
        why = "a hook test runs on the branch of the project, where the guard may refuse them for another reason"
        yield f"calls on another branch ({elsewhere}): {why}"
    if long:
        yield f"very long calls ({long}): they would make the file unreadable"


def write_hook_test(guard: Guard, found: Attacked, number: int) -> tuple[str, int]:
    """Adds a hook test for one of the faults, by its number from 0; returns the file and the line (from 0).

    Raises the same, and UsageError if there is no fault of that number.
    """
    if not 0 <= number < len(found.faults):
        raise UsageError(f"The attack has no hole {number}", f"it has {len(found.faults)}, counted from 0")
    if is_unasked(found.faults[number]):
        raise UsageError(
            "The hook is not asked about this call, so a hook test of it would pass", "widen the matcher of the hook"
        )
    if is_elsewhere(found.faults[number]):
        raise UsageError(
            "The call was sent with another branch checked out, and a hook test runs on the branch of the project",
            "check that branch out, and attack the guard there",
        )
    if not has_test(found.faults[number]):
        raise UsageError("The call is too long for a hook test", "write a test of the script by hand")
    path = _written(guard, found, [found.faults[number]])
    return path, read_file(path).cases[-1].line


def _written(guard: Guard, found: Attacked, holes: Sequence[Hole]) -> str:
    folder = folder_for(guard.target.file.path, guard.project)
    return add_to_file(folder, guard.project, [_test(guard, found, it.smallest, folder) for it in holes])


def _test(guard: Guard, found: Attacked, tried: Tried, folder: str) -> dict[str, Any]:
    text = " ".join(tried.variant.text.split())
    verb = "stops" if tried.variant.label is Label.DESTRUCTIVE else "leaves alone"
    name = text if len(text) <= _LONGEST_NAME else f"{text[:_LONGEST_NAME]}..."
    test: dict[str, Any] = {"name": f"{verb} {name}", "event": guard.target.row.name}
    if not guard.alone:
        test |= {"dialect": guard.target.file.dialect.id, "hooks": [relative(guard.target.file.path, folder)]}
        test["at"] = guard.request.pointer
    return {**test, **dict(_given(guard, tried)), "scratch": True, "expect": _expected(found, tried)}


def _given(guard: Guard, tried: Tried) -> Iterator[tuple[str, Any]]:
    """The tool and what it is called with, or the members of a payload that has no tool."""
    dialect, row, payload = guard.target.file.dialect, guard.target.row, tried.payload
    own = input_of(dialect, payload)
    name = subject_of(dialect, row, payload) if row.subject.kind is MatchSubject.TOOL else None
    if name is not None and own is not None and dialect.tool(name) is not None:
        yield "tool", name
        yield "input", _plain(own)
        extra = {it: payload[it] for it in ("agent_id", dialect.agent_key) if it in payload}
        if extra:
            yield "payload", extra
        return
    base = {it.name for it in dialect.payload}
    yield "payload", {key: _plain(it) for key, it in payload.items() if key not in base or key in dialect.calls.inputs}


def _expected(found: Attacked, tried: Tried) -> Mapping[str, Any]:
    """What the guard did with another call of that label, or what most agents make of it."""
    destructive = tried.variant.label is Label.DESTRUCTIVE
    good = Verdict.STOPPED if destructive else Verdict.LEFT_ALONE
    like = next((it.outcome for it in found.tried if it.verdict is good and it.outcome is not None), None)
    if like is None:
        return {"decision": "deny" if destructive else "none"}
    return {"decision": like["decision"], **({"blocked": True} if like["blocked"] else {})}


def _plain(value: Any) -> Any:  # noqa: ANN401  any JSON value
    """A value of plain lists and objects, as YAML writes it."""
    if isinstance(value, Mapping):
        return {key: _plain(it) for key, it in value.items()}
    return [_plain(it) for it in value] if isinstance(value, list | tuple) else value
