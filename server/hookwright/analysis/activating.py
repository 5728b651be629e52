"""Fixes that have hooks run which could never run before: many of them are not made without a question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hookwright.analysis.rule import Finding, Fix

# So many hooks their author has in view; of more, nobody knows what they do by now.
_MOST = 3


def with_consent(found: Iterable[Finding]) -> Iterator[Finding]:
    """What one rule has found in a file, where fixes that together activate many hooks say so and are not safe."""
    known = tuple(found)
    counted = {fix.recipe: fix.activates for it in known for fix in it.fixes if fix.activates}
    are_many = sum(counted.values()) > _MOST
    return (_asking(it) if are_many and it.fixes else it for it in known)


def _asking(it: Finding) -> Finding:
    fixes = tuple(replace(with_count(fix), safe=False) if fix.activates else fix for fix in it.fixes)
    return replace(it, fixes=fixes)


def with_count(fix: Fix) -> Fix:
    """The fix with a title that says how many hooks it activates."""
    return replace(fix, title=f"{fix.title}{_note(fix)}")


def untold(fix: Fix) -> str:
    """The title of a fix without that number."""
    return fix.title.removesuffix(_note(fix))


def _note(fix: Fix) -> str:
    return f" (activates {fix.activates} {'hook' if fix.activates == 1 else 'hooks'} that never ran)"
