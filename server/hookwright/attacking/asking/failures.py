"""How the guard itself failed while it was attacked: calls may pass for that reason alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from hookwright.attacking.asking.results import Tried, Verdict
from hookwright.model.outcome import Outcome, Result
from hookwright.model.reaction import Status

FAILED = frozenset({Status.FAILED, Status.TIMED_OUT, Status.CANNOT_START})
"""How a hook ends that has said nothing of a call."""
_TELLING = re.compile(r"(?i)\b(error|exception|not found|no such|denied|cannot)")
_LONGEST = 160


def failure(outcome: Outcome) -> str:
    """How a hook failed, in words that complete "the guard ..."; empty if none did."""
    failed = (it.result for it in outcome.runs if it.reading.status in FAILED and it.result is not None)
    return next(map(_in_words, failed), "")


def _in_words(result: Result) -> str:
    if result.problem is not None:
        return f"does not start ({result.problem})"
    if result.timed_out:
        return "takes too long"
    lines = [it.strip() for it in (result.stderr or result.stdout).splitlines() if it.strip()]
    said = next(filter(_TELLING.search, lines), lines[0] if lines else "")[:_LONGEST]
    return f"exits with {result.exit_code}" + (f" and says `{said}`" if said else "")


def failures(tried: Sequence[Tried]) -> Iterator[str]:
    """What to say of the failures on calls that passed: the most frequent one, with the number of calls."""
    passed = [it for it in tried if it.verdict in (Verdict.PASSED, Verdict.LEFT_ALONE) and it.failed]
    if not passed:
        return
    how, _ = Counter(it.failed for it in passed).most_common(1)[0]
    yield f"on {len(passed)} of {len(tried)} calls the guard {how}, which lets a call pass, whatever it is"
