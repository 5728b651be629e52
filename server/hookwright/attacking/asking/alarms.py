"""Which refusals of harmless calls are false alarms: not if the guard also refuses the call without the danger.

It may refuse that by accident, with a pattern that also finds ordinary calls.  Then the refusal is a false alarm, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from hookwright.attacking.asking.reasons import rule_of
from hookwright.attacking.asking.results import Tried, Verdict
from hookwright.attacking.asking.trial import Place, Trial
from hookwright.attacking.forms.model import Variant
from hookwright.attacking.forms.ordinary import ORDINARY

_SHOWN_CONTROLS = 3


async def alarms_checked(trial: Trial, tried: Sequence[Tried], notes: list[str], put: Place) -> list[Tried]:
    """The same without alarms that have another reason: the guard refuses the call without the dangerous text, too.

    Adds a note on these to `notes`; `put` prepares the copy of the project for a call.
    """
    plain = {it.variant: it.variant.control for it in tried if it.verdict is Verdict.FALSE_ALARM}
    asked = {text: replace(it, text=text) for it, text in plain.items() if text not in ("", it.text)}
    said_of = _by_text(await trial.refused(asked.values(), put))
    of_ordinary = {it for it in said_of if asked[it].danger == ORDINARY}
    by_accident = _accidents(tried, [it for it in plain if it.control not in of_ordinary])
    meant = {it for it, said in said_of.items() if it in of_ordinary or said not in by_accident}
    kept = [it for it in tried if it.variant not in plain or meant.isdisjoint((it.variant.text, it.variant.control))]
    notes += _on_controls([f"`{_as_shown(it)}`" for it in asked if it in meant - of_ordinary], len(tried) - len(kept))
    return kept


def _by_text(refused: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """The rule that refused each call, by the text of the call."""
    return {text: rule_of(said, text) for (_, text), said in refused.items()}


def _accidents(tried: Iterable[Tried], alarms: Collection[Variant]) -> set[str]:
    """The reasons that the guard gives for ordinary calls that no rule is about.

    A guard that gives only one reason for all that it stops does not tell which of its patterns found a call.
    """
    every: Mapping[Verdict, set[str]] = {it: set() for it in Verdict}
    for it in tried:
        is_of_ordinary = it.variant.danger == ORDINARY and it.variant in alarms
        if it.verdict is Verdict.STOPPED or is_of_ordinary:
            every[it.verdict].add(rule_of(it.said, it.variant.text))
    return every[Verdict.FALSE_ALARM] - {""} if len(every[Verdict.STOPPED]) > 1 else set()


def _as_shown(text: str) -> str:
    """The first line of a call, with paths of the project as people write them."""
    return text.splitlines()[0].replace("{project}/", "").replace("{home}/", "~/")


def _on_controls(refused: Sequence[str], number: int) -> list[str]:
    """A note on the `number` of calls that are left out, with some that are `refused` without the danger in them."""
    if not refused:
        return []
    shown, more = [*refused[:_SHOWN_CONTROLS]], len(refused) - _SHOWN_CONTROLS
    every = [*shown, f"{more} more"] if more > 0 else shown
    what = " and ".join(filter(None, (", ".join(every[:-1]), every[-1])))
    calls = "1 harmless call was" if number == 1 else f"{number} harmless calls were"
    return [f"{calls} left out, as the guard also refuses such a call without the danger in it: {what}"]
