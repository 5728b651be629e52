"""Compares the outcome of a hook test with what it expects."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from hookwright.firing.fire_result import FireResult
from hookwright.matching.expressions import TOTAL_SECONDS, ExpressionLanguage, limited, search
from hookwright.model.outcome import Run
from hookwright.model.reaction import Status
from hookwright.testing.case import EXPECT, UNSAID, Comparison, Expectation, TextExpectation
from hookwright.wording.display import shown

_FAILURES = (Status.FAILED, Status.CANNOT_START)


class Mismatch(Struct, frozen=True):
    """A difference: its key under `expect`, and both sides as text."""

    key: str
    expected: str
    actual: str

    def __str__(self) -> str:
        return f"{self.key}: expected {self.expected}, got {self.actual}"


def mismatches(expect: Expectation, fired: FireResult) -> tuple[Mismatch, ...]:
    """Everything that is not as expected, in the order of the table of keys."""
    with limited(each=TOTAL_SECONDS):
        return tuple(_compared(expect, _actual(fired)))


def _compared(expect: Expectation, actual: Mapping[str, Any]) -> Iterator[Mismatch]:
    for name, key in EXPECT.items():
        wanted, got = getattr(expect, key.attribute), actual[key.attribute]
        if wanted is not UNSAID and not _holds(key.attribute, wanted, got):
            yield Mismatch(name, str(wanted) if isinstance(wanted, TextExpectation) else _said(wanted), _said(got))


def _actual(fired: FireResult) -> dict[str, Any]:
    folded, runs = fired.outcome.folded, [it for it in fired.outcome.runs if it.result is not None]
    return {
        "decision": folded.decision.value if folded.decision else None,
        "blocked": folded.blocked,
        "must_continue": folded.must_continue,
        "stop_agent": folded.stop_agent,
        "reason": folded.reason,
        "stop_reason": folded.stop_reason,
        "context": folded.additional_context,
        "updated_input": folded.updated_input,
        "fires": len(runs),
        "exit_code": [it.result.exit_code for it in runs if it.result],
        "stdout": _printed(runs, "stdout"),
        "stderr": _printed(runs, "stderr"),
        "timed_out": any(it.reading.status is Status.TIMED_OUT for it in runs),
        "fails": any(it.reading.status in _FAILURES for it in runs),
        "changes": {it.path: it.kind.value for it in fired.changes or ()},
    }


def _printed(runs: list[Run], stream: str) -> str:
    return "".join(getattr(it.result, stream) for it in runs)


def _holds(attribute: str, wanted: Any, got: Any) -> bool:  # noqa: ANN401  values of many kinds
    if isinstance(wanted, TextExpectation):
        return _fits(wanted, got or None)
    if attribute == "fires":
        return bool(got) is wanted if isinstance(wanted, bool) else bool(got == wanted)
    if attribute == "exit_code":
        return wanted in got
    return bool(wanted == got)


def _fits(wanted: TextExpectation, got: str | None) -> bool:
    if wanted.wanted is None or got is None:
        return got is wanted.wanted
    match wanted.how:
        case Comparison.EQUALS:
            return got == wanted.wanted
        case Comparison.MATCHES:
            return search(ExpressionLanguage.PYTHON, wanted.wanted, got).found is True
        case _:
            return wanted.wanted in got


def _said(value: Any) -> str:  # noqa: ANN401
    if value is None:
        return "none"
    if isinstance(value, list):
        return " and ".join(map(_said, value)) or "none, because no hook ran"
    text, left_out = shown(json.dumps(value, ensure_ascii=False, default=str))
    return f"{text} …" if left_out else text
