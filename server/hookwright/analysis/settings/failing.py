"""Reads what makes a check fail: severities, and rules by code or name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from hookwright.analysis.run_rules import FILE_AND_RUN_RULES
from hookwright.analysis.settings.rules import OWN_RULES
from hookwright.model.failing import FAIL_ON, FailOn
from hookwright.model.reaction import Severity

SEVERITIES = tuple(it.value for it in Severity)


@cache
def failing_words() -> Mapping[str, str]:
    """Every word that can be used: severities as they are, and the names and codes of rules with their codes."""
    rules = {name: it.code for it in (*FILE_AND_RUN_RULES, *OWN_RULES) for name in (it.name, it.code)}
    return {**{it: it for it in SEVERITIES}, **rules}


def fail_on(words: Iterable[str]) -> FailOn:
    """What these words mean; of several severities the weakest counts.  All of them must be known."""
    known = [failing_words()[it] for it in words]
    limit = max((Severity(it) for it in known if it in SEVERITIES), key=lambda it: it.rank, default=None)
    return FailOn(limit, frozenset(it for it in known if it not in SEVERITIES))


DEFAULT_FAIL_ON = fail_on(FAIL_ON)
