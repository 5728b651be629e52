"""Which refusals of harmless calls are false alarms: not if the guard also refuses the call without the danger.

It may refuse that by accident, with a pattern that also finds ordinary calls.  Then the refusal is a false alarm, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Tried, Verdict
from hookwright.attacking.asking.trial import Place, Trial
from hookwright.attacking.forms.everyday import everyday
from hookwright.attacking.forms.milder import plain_of
from hookwright.attacking.forms.model import SHELL, Variant, question
from hookwright.attacking.forms.ordinary import ORDINARY
from hookwright.attacking.own import likely, words
from hookwright.attacking.texts.finders import found_by, unfound
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.project_scripts import names_in

_SHOWN_CONTROLS = 3
_FOR_FILES = ("Write", "Edit", "Read")
_WRITTEN = "echo x > {}"
_MOST_WRITTEN, _MOST_PLAIN = 2, 4
"""How many files and plain commands harmless calls are made with."""


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
    notes += _on_controls([f"`{_as_shown(it)}`" for it in asked if it in meant - of_ordinary])
    return [it for it in tried if it.variant not in plain or meant.isdisjoint((it.variant.text, it.variant.control))]


async def likely_alarms(trial: Trial, meant: Meant, usual: Iterable[Variant]) -> list[Variant]:
    """Harmless calls, of every day or `usual` ones, that the guard probably refuses, as its patterns find them."""
    guard = trial.guard
    asked = list(_about_rules(guard, meant))
    asked += map(question, unfound(guard.texts, found_by(guard.texts, [it.text for it in asked])))
    stopped = {**await trial.refused(asked)}
    plain = dict.fromkeys(plain_of(it.text) for it in asked if (it.does, it.text) in stopped and it.does == SHELL)
    written = [it for it in meant.candidates.paths if (SHELL, _WRITTEN.format(it)) in stopped]
    made = everyday([*filter(None, plain)][:_MOST_PLAIN], written[:_MOST_WRITTEN])
    # Of two with the same text, the usual one says better what else the guard must let pass.
    first = {(it.does, it.text): it for it in reversed((*usual, *made)) if it.does in guard.tools}
    every = [*reversed(first.values())]
    texts = dict.fromkeys(text for it in (*every, *asked) for text in (it.text, it.control))
    found = found_by(guard.texts, [*texts])
    known = [(it.does, it.text) for it in asked]
    controls = likely.doubtful(every, known, stopped, found)
    stopped |= await trial.refused([question(text, does) for does, text in controls])
    return likely.chosen(every, [*known, *controls], stopped, found)


def _about_rules(guard: Guard, meant: Meant) -> Iterator[Variant]:
    """Calls that show what the patterns of a guard stop: what they name, and their words behind another command."""
    yield from (question(seed.command) for aim in meant.aims for seed in aim.seeds)
    yield from (question(it) for of_one in meant.candidates.commands for it in of_one)
    yield from (question(words.asking(it)) for it in words.phrases(guard.texts))
    for it in meant.candidates.paths:
        yield question(_WRITTEN.format(it))
        yield from (question(f"{{project}}/{it}", does) for does in _FOR_FILES if does in guard.tools)


async def with_own_words(trial: Trial) -> list[Variant]:
    """Harmless calls with the words that the guard refuses wherever they are; reads the names in the project."""
    guard = trial.guard
    every = words.phrases(guard.texts)
    asked = [question(it) for it in (words.neutral(), *map(words.asking, every))]
    said_of = _by_text(await trial.refused(asked))
    return words.calls(words.found(every, said_of), names_in(guard.project), guard.texts)


def _by_text(refused: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """The first line of what the guard says of each call, by the text of the call."""
    return {text: _without_call(said.strip().partition("\n")[0], text) for (_, text), said in refused.items()}


def _accidents(tried: Iterable[Tried], alarms: Collection[Variant]) -> set[str]:
    """The reasons that the guard gives for ordinary calls that no rule is about.

    A guard that gives only one reason for all that it stops does not tell which of its patterns found a call.
    """
    every: Mapping[Verdict, set[str]] = {it: set() for it in Verdict}
    for it in tried:
        is_of_ordinary = it.variant.danger == ORDINARY and it.variant in alarms
        if it.verdict is Verdict.STOPPED or is_of_ordinary:
            every[it.verdict].add(_without_call(it.said, it.variant.text))
    return every[Verdict.FALSE_ALARM] - {""} if len(every[Verdict.STOPPED]) > 1 else set()


def _without_call(said: str, text: str) -> str:
    """What the guard says, without the call that it may repeat."""
    return said.replace(text.splitlines()[0], "")


def _as_shown(text: str) -> str:
    """The first line of a call, with paths of the project as people write them."""
    return text.splitlines()[0].replace("{project}/", "").replace("{home}/", "~/")


def _on_controls(refused: Sequence[str]) -> list[str]:
    if not refused:
        return []
    shown, more = [*refused[:_SHOWN_CONTROLS]], len(refused) - _SHOWN_CONTROLS
    every = [*shown, f"{more} more"] if more > 0 else shown
    what = " and ".join(filter(None, (", ".join(every[:-1]), every[-1])))
    return [f"the guard also refuses {what}, so its refusals of such calls are not false alarms"]
