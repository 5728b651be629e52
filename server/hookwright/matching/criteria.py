"""Whether one criterion of a structured matcher holds, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hookwright.matching.matcher import Form, match, parse_matcher
from hookwright.matching.verdict import Verdict, quoted, yes
from hookwright.model.dialect import Criterion


def hold_criterion(name: str, criterion: Criterion, text: str, ways: Sequence[str]) -> Verdict:
    """Holds a criterion's text against its subject, in any of the `ways` in which that can be written (A4).

    Where there is none, as the call lacks the subject, the criterion is skipped, not failed (A5).
    """
    matcher = parse_matcher(criterion.language, text)
    if matcher.form is Form.WILDCARD:
        return yes(f"`{name}`: {match(matcher, '').because}")
    if not ways:
        return yes(f"`{name}` is skipped: there is no {criterion.subject} to compare {quoted(text)} with")
    verdicts = [match(matcher, it) for it in ways]
    told = next((it for it in verdicts if it.matched), None) or max(verdicts, key=lambda it: it.undecided)
    return replace(told, because=f"`{name}`: {told.because}")
