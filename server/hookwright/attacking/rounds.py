"""Chooses the calls of an attack round by round, by what the guard did with those before; bounded and reproducible."""

from __future__ import annotations

import random
from collections.abc import Collection, Generator, Iterator, Sequence

from msgspec.structs import replace

from hookwright.attacking.course import Course, Rounds, Unasked
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.groups import strangeness
from hookwright.attacking.forms.model import SHELL, Variant
from hookwright.attacking.forms.of_stopped import harmless_beside, joined_to_others
from hookwright.attacking.forms.variants import (
    Aim,
    changed_twice,
    destructive,
    harmless,
    swapped,
)
from hookwright.attacking.texts.named_commands import BUILT_IN
from hookwright.attacking.texts.shown import tells
from hookwright.patterns import late_pattern

_HARMLESS_SHARE = 3
"""One call in so many is a harmless one at most."""
_LEAST_HARMLESS, _MOST_HARMLESS = 60, 200
"""So many harmless calls are sent if the count allows it: one of each kind, and more of them if these are few."""
_ORDINARY_SHARE = 12
"""One harmless call in so many is an ordinary one at most."""
_FOUND_SHARE = 6
"""One call in so many is a harmless one that the guard is known to refuse at most."""
_COVERS_SHARE = 3
"""One call in so many is a seed beside what excuses it at most."""
LEAST_USUAL_COUNT, MOST_USUAL_COUNT = 120, 1500
"""How many calls an attack sends by default."""
_WITH_EACH_SEED = 700
"""So many calls may be spent on trying each kind with each seed, instead of only each group of kinds."""
_FORMS_SHARE = 2
"""One call in so many is at least kept for what the guard stops, where many seeds pass."""
_BESIDE_SHARE, _MOST_BESIDE = 6, 40
"""One harmless call in so many, and so many at most, are beside other commands that the guard stopped."""
_MORE_SHARE, _MOST_MORE = 20, 40
"""One call in so many, and so many at most, are other harmless ones of a kind of which none was refused; and as many
are other commands that the guard stopped, with a harmless one beside them."""
_PLAIN = late_pattern(r"[\w ./:@=+~-]+")
"""A command of plain words, which can stand in quotes."""
_MOST_DRAWS = 6
"""How often two changes are tried for each call that is wanted, as many of them are the same."""


def rounds(
    aims: Sequence[Aim],
    *,
    count: int,
    number: int,
    ordinary: Sequence[Variant] = (),
    found: Sequence[Variant] = (),
    covers: Sequence[Variant] = (),
    unasked: Unasked = lambda _variant: False,
) -> Rounds:
    """Rounds of calls, `count` at most; each is chosen by what has passed, and the same for the same seed `number`.

    The first round is the seeds.  Where a seed passes, the second one has other forms of it, and all that follows is
    made from a form that is stopped: so a guard that knows only one form of a command shows its other holes, too.  Then
    come harmless calls, and more of those kinds of which none was refused, one call of each kind, again one of each
    kind that nothing has passed of, other commands that were stopped with a harmless one, harmless ones beside them,
    and double changes.
    Some of the harmless ones are `ordinary` calls, which no aim is about, and some a search has `found` to be refused.
    The `covers`, which pass, come right behind the seeds.  Of those that the guard is `unasked` about, one of each seed
    is enough, and of rare tools one of each danger.
    """
    course = Course(random.Random(number), count, unasked)
    of_found, of_covers = room_for(count)
    alarms = found[:of_found]
    mentions = min(max(count // _HARMLESS_SHARE, 1), _MOST_HARMLESS) + len(alarms)
    course.left -= mentions
    plain = course.first(variant for aim in aims for variant in _plain(aim))
    passed = set((yield plain))
    hidden = course.first(covers[:of_covers])
    if hidden:
        yield hidden
    passing = [(aim, seed) for aim in aims for seed in aim.seeds if _passes(aim, seed, passed)]
    kept = course.left // _FORMS_SHARE
    course.left -= kept
    others = tuple(it for aim, seed in passing for it in course.forms(aim, seed))
    course.left += kept
    if others:
        passed |= set((yield others))
    every = [seed for aim in aims for seed in aim.seeds]
    adapted = tuple(filter(lambda it: it.seeds, (_adapted(it, others, passed, every) for it in aims)))
    course.left += mentions
    needed, rest = course.in_order(harmless(tuple(_of_harmless(aims, adapted, others, passed)) or aims))
    refused = course.first(alarms)
    usual = course.first(ordinary[: (mentions - len(refused)) // _ORDINARY_SHARE])
    more = min(count // _MORE_SHARE, _MOST_MORE) if count >= LEAST_USUAL_COUNT else 0
    kept = min(mentions // _BESIDE_SHARE, _MOST_BESIDE) if count >= LEAST_USUAL_COUNT else 0
    left = min(mentions - kept - len(refused) - len(usual), _harmless_count(needed))
    chosen = course.each([*needed, *rest], left)
    passed = set((yield (*chosen, *refused, *usual)))
    again = course.each(_of_quiet_kinds(needed, chosen, passed), more)
    if again:
        yield again
    course.left -= kept
    stopped = yield from _stopped(course.kinds(adapted))
    joined = course.each(course.queues(joined_to_others(adapted, stopped)), more) if more else ()
    if joined:
        yield joined
    course.left += kept
    beside = course.each(course.queues(harmless_beside(adapted, stopped)), kept)
    if beside:
        yield beside
    twice = course.first(changed_twice(adapted, course.dice, _MOST_DRAWS * course.left)) if adapted else ()
    if twice:
        yield twice


def _of_quiet_kinds(
    queues: Sequence[list[Variant]], sent: Collection[Variant], passed: Collection[Variant]
) -> list[list[Variant]]:
    """The queues with more calls of a kind of which the guard has refused none."""
    refused = {_kind_of(it) for it in sent if it not in passed}
    return [queue for queue in queues if queue and _kind_of(queue[0]) not in refused]


def _kind_of(it: Variant) -> tuple[str, str, frozenset[str]]:
    return it.danger, it.seed, it.families


def variants(aims: Sequence[Aim], *, count: int, number: int) -> tuple[Variant, ...]:
    """The calls for a guard that stops all of them, at most `count`; the same ones for the same seed `number`."""
    course = rounds(aims, count=count, number=number)
    found = [*next(course)]
    try:
        while True:
            found += course.send(())
    except StopIteration:
        return tuple(found)


def _stopped(every: Rounds) -> Generator[tuple[Variant, ...], Collection[Variant], list[Variant]]:
    """The rounds, and those of the calls that did not pass."""
    stopped: list[Variant] = []
    chosen = next(every, ())
    while chosen:
        passed = set((yield chosen))
        stopped += [it for it in chosen if it not in passed]
        try:
            chosen = every.send(passed)
        except StopIteration:
            break
    return stopped


def _plain(aim: Aim) -> Iterator[Variant]:
    return (next(iter(destructive(aim, it))) for it in aim.seeds)


def _passes(aim: Aim, seed: Seed, passed: Collection[Variant]) -> bool:
    return any(not it.changes and (it.danger, it.seed) == (aim.name, seed.name) for it in passed)


def _adapted(aim: Aim, others: Sequence[Variant], passed: Collection[Variant], every: Sequence[Seed]) -> Aim:
    """The aim without the seeds that the guard stops in no form, and with a form that it stops for those that pass.

    The form shows no other one of `every` seed: it may be stopped for that.
    """
    found = []
    for seed in aim.seeds:
        if not _passes(aim, seed, passed):
            found.append(seed)
            continue
        stopped = [
            it
            for it in others
            if (it.danger, it.seed) == (aim.name, seed.name)
            and it.does == SHELL
            and it not in passed
            and tells(seed, it.text, every)
        ]
        if stopped:
            found.append(_in_form(seed, min(stopped, key=lambda it: (_is_of_shell(it), _is_odd(it), it.size))))
    return replace(aim, seeds=tuple(found))


def _of_harmless(
    aims: Sequence[Aim], adapted: Sequence[Aim], others: Sequence[Variant], passed: Collection[Variant]
) -> Iterator[Aim]:
    """The adapted aims, also with the seeds whose text the guard stops in a file only, and not in a command."""
    known = {it.name: it for it in adapted}
    stopped = {(it.danger, it.seed) for it in others if it.does != SHELL and it not in passed}
    for aim in aims:
        there = known.get(aim.name, replace(aim, seeds=()))
        names = {it.name for it in there.seeds}
        more = (it for it in aim.seeds if it.anywhere and it.name not in names and (aim.name, it.name) in stopped)
        seeds = (*there.seeds, *more)
        if seeds:
            yield replace(there, seeds=seeds)


def _is_of_shell(form: Variant) -> bool:
    """Whether the shell itself runs the command, so that `sudo` and others cannot."""
    return form.text.split()[0] in BUILT_IN


def _is_odd(form: Variant) -> bool:
    """Whether hardly anybody writes it so, or it has words that allow less to be changed, such as patterns."""
    return strangeness([it.family for it in form.changes]) > 1 or not _PLAIN.fullmatch(form.text)


def _in_form(seed: Seed, form: Variant) -> Seed:
    """The seed with the command of that form, so that what can stand in the place of a word can still do so."""
    swaps = []
    for it in seed.swaps:
        new = next((new for new in seed.swaps if swapped(seed.command, new) == form.text and new.word == it.word), None)
        swaps.append(it if new is None else replace(it, word=new.instead))
    return replace(seed, command=form.text, why=" ".join(form.reasons), effect=seed.why, swaps=tuple(swaps))


def room_for(count: int) -> tuple[int, int]:
    """How many of the harmless calls that a search has found, and how many covers, an attack of so many calls sends."""
    return count // _FOUND_SHARE, count // _COVERS_SHARE


def usual_count(aims: Sequence[Aim], found: int = 0) -> int:
    """How many calls it takes to try each kind once, each group of kinds with each seed, and harmless ones; bounded.

    If that leaves room, there are some for each kind with each seed.  So many calls that a search `found` come on top.
    """
    every = (it for aim in aims for seed in aim.seeds for it in destructive(aim, seed))
    needed, rest = Course(random.Random(0), 0).in_order(every)
    kinds = max(len(needed), min(len(needed) + len(rest), _WITH_EACH_SEED))
    alarms = _harmless_count(Course(random.Random(0), 0).in_order(harmless(aims))[0])
    more = 2 * _MOST_MORE + _MOST_BESIDE
    return min(max(kinds + alarms + more, LEAST_USUAL_COUNT), MOST_USUAL_COUNT) + found


def _harmless_count(needed: Sequence[list[Variant]]) -> int:
    """How many harmless calls it takes to try one of each kind that is needed; bounded."""
    return min(max(len(needed), _LEAST_HARMLESS), _MOST_HARMLESS)
