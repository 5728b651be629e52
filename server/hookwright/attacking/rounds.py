"""Chooses the calls of an attack round by round, by what the guard did with those before; bounded and reproducible."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.groups import group, strangeness
from hookwright.attacking.forms.model import RARE, SHELL, Label, Variant
from hookwright.attacking.forms.variants import (
    Aim,
    changed_twice,
    destructive,
    forms,
    harmless,
    is_of_files,
    is_particular,
    swapped,
)
from hookwright.attacking.texts.candidates import BUILT_IN
from hookwright.attacking.texts.shown import tells

_HARMLESS_SHARE = 3
"""One call in so many is a harmless one at most."""
_LEAST_HARMLESS, _MOST_HARMLESS = 60, 110
"""So many harmless calls are sent if the count allows it: one of each kind, and more of them if these are few."""
_ORDINARY_SHARE = 3
"""One harmless call in so many is an ordinary one at most."""
_OWN_SHARE = 8
"""One call in so many is a harmless one with words of the guard at most."""
LEAST_USUAL_COUNT, MOST_USUAL_COUNT = 120, 1500
"""How many calls an attack sends by default."""
_WITH_EACH_SEED = 700
"""So many calls may be spent on trying each kind with each seed, instead of only each group of kinds."""
_FORMS_SHARE = 2
"""One call in so many is at least kept for what the guard stops, where many seeds pass."""
_LEAST_FORMS = 24
"""How many other forms of a seed that passes are tried if it has no more kinds, to find one that the guard stops."""
_MOST_DRAWS = 6
"""How often two changes are tried for each call that is wanted, as many of them are the same."""

Rounds = Generator[tuple[Variant, ...], Collection[Variant], None]
"""Yields the calls of a round, and is sent those of them that passed."""
Unasked = Callable[[Variant], bool]
"""Whether a guard is not asked about a call, so that nothing is learned from another one of that tool."""
_Kind = tuple[str, ...]
_Queue = tuple[_Kind, list[Variant]]


def rounds(
    aims: Sequence[Aim],
    *,
    count: int,
    number: int,
    ordinary: Sequence[Variant] = (),
    own: Sequence[Variant] = (),
    unasked: Unasked = lambda _variant: False,
) -> Rounds:
    """Rounds of calls, `count` at most; each is chosen by what has passed, and the same for the same seed `number`.

    The first round is the seeds.  Where a seed passes, the second one has other forms of it, and all that follows is
    made from a form that is stopped: so a guard that knows only one form of a command shows its other holes, too.  Then
    come harmless calls, one call of each kind, again one of each kind that nothing has passed of, and double changes.
    Some of the harmless ones are `ordinary` calls, which no aim is about, and some have the guard's `own` words.  Of
    those that the guard is `unasked` about, one of each seed is enough.
    """
    course = _Course(random.Random(number), count, unasked)
    named = own[: count // _OWN_SHARE]
    mentions = min(max(count // _HARMLESS_SHARE, 1), _MOST_HARMLESS) + len(named)
    course.left -= mentions
    plain = course.first(variant for aim in aims for variant in _plain(aim))
    passed = set((yield plain))
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
    needed, rest = course.in_order(harmless(adapted or aims))
    with_own = course.first(named)
    usual = course.first(ordinary[: (mentions - len(with_own)) // _ORDINARY_SHARE])
    left = min(mentions - len(with_own) - len(usual), _harmless_count(needed))
    yield (*course.each([*needed, *rest], left), *with_own, *usual)
    yield from course.kinds(adapted)
    twice = course.first(changed_twice(adapted, course.dice, _MOST_DRAWS * course.left)) if adapted else ()
    if twice:
        yield twice


def variants(aims: Sequence[Aim], *, count: int, number: int) -> tuple[Variant, ...]:
    """The calls for a guard that stops all of them, at most `count`; the same ones for the same seed `number`."""
    course = rounds(aims, count=count, number=number)
    found = [*next(course)]
    try:
        while True:
            found += course.send(())
    except StopIteration:
        return tuple(found)


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
            found.append(_in_form(seed, min(stopped, key=lambda it: (_is_of_shell(it), it.size))))
    return replace(aim, seeds=tuple(found))


def _is_of_shell(form: Variant) -> bool:
    """Whether the shell itself runs the command, so that `sudo` and others cannot."""
    return form.text.split()[0] in BUILT_IN


def _in_form(seed: Seed, form: Variant) -> Seed:
    """The seed with the command of that form, so that what can stand in the place of a word can still do so."""
    swaps = []
    for it in seed.swaps:
        new = next((new for new in seed.swaps if swapped(seed.command, new) == form.text and new.word == it.word), None)
        swaps.append(it if new is None else replace(it, word=new.instead))
    return replace(seed, command=form.text, why=" ".join(form.reasons), effect=seed.why, swaps=tuple(swaps))


def usual_count(aims: Sequence[Aim], own: int = 0) -> int:
    """How many calls it takes to try each kind once, each group of kinds with each seed, and harmless ones; bounded.

    If that leaves room, there are some for each kind with each seed.  So many calls with `own` words come on top.
    """
    every = (it for aim in aims for seed in aim.seeds for it in destructive(aim, seed))
    needed, rest = _Course(random.Random(0), 0).in_order(every)
    kinds = max(len(needed), min(len(needed) + len(rest), _WITH_EACH_SEED))
    alarms = _harmless_count(_Course(random.Random(0), 0).in_order(harmless(aims))[0])
    return min(max(kinds + alarms, LEAST_USUAL_COUNT), MOST_USUAL_COUNT) + own


def _harmless_count(needed: Sequence[list[Variant]]) -> int:
    """How many harmless calls it takes to try one of each kind that is needed; bounded."""
    return min(max(len(needed), _LEAST_HARMLESS), _MOST_HARMLESS)


def _families(variant: Variant) -> _Kind:
    return tuple(it.family for it in variant.changes)


def _is_of_tool(kind: _Kind) -> bool:
    return any(it.startswith("tool ") for it in kind)


def _is_of_usual_tool(kind: _Kind) -> bool:
    return any(it.startswith("tool ") and it.removeprefix("tool ") not in RARE for it in kind)


def _by_groups(before: Sequence[_Queue], rest: Sequence[_Queue]) -> tuple[list[_Queue], list[_Queue]]:
    """Of the rest, those of groups that no queue `before` them tries with the same seed, and the others."""
    seen = {_group_with_seed(it) for it in before}
    first: list[_Queue] = []
    others: list[_Queue] = []
    for it in rest:
        key = _group_with_seed(it)
        (others if key is None or key in seen else first).append(it)
        seen.add(key)
    return first, others


def _group_with_seed(queue: _Queue) -> tuple[str, str, str] | None:
    """The group of what is in the queue, with the danger and the seed; None if it is in no group."""
    kind, (it, *_) = queue
    name = group(kind)
    return None if name is None else (name, it.danger, it.seed)


def _strangeness(queue: _Queue) -> int:
    return strangeness([it.family for it in queue[1][0].changes])


def _in_turn_of_seeds(queues: Iterable[_Queue]) -> list[_Queue]:
    """One queue of each seed, then another one of each, and so on; of each seed, those with usual changes first."""
    places: dict[tuple[str, str], int] = defaultdict(int)
    placed: list[tuple[int, _Queue]] = []
    for it in sorted(queues, key=_strangeness):
        seed = (it[1][0].danger, it[1][0].seed)
        placed.append((places[seed], it))
        places[seed] += 1
    return [it for _, it in sorted(placed, key=lambda it: it[0])]


class _Course:
    """How many calls are `left` to choose, and those that were chosen."""

    def __init__(self, dice: random.Random, count: int, unasked: Unasked = lambda _variant: False) -> None:
        self.dice = dice
        self.left = count
        self._unasked = unasked
        self._seen: set[tuple[str, ...]] = set()
        self._of_files: set[_Kind] = set()

    def first(self, every: Iterable[Variant]) -> tuple[Variant, ...]:
        """The first ones that are new."""
        return tuple(self._new(every))

    def forms(self, aim: Aim, seed: Seed) -> tuple[Variant, ...]:
        """Some other forms of a seed, at least one of each kind; of those that all files have, only of one file."""
        queues = self.queues(it for it in forms(aim, seed) if _families(it) not in self._of_files)
        self._of_files |= {kind for queue in queues if is_of_files(kind := _families(queue[0]))}
        return self.each(queues, max(len(queues), _LEAST_FORMS))

    def each(self, queues: Sequence[list[Variant]], most: int) -> tuple[Variant, ...]:
        """At most so many: one of each queue in turn."""
        found: list[Variant] = []
        while len(found) < most and any(queues) and self.left > 0:
            for queue in queues:
                if len(found) < most:
                    found += self._next(queue)
        return tuple(found)

    def kinds(self, aims: Sequence[Aim]) -> Rounds:
        """One of each kind in a round, and then one of each of those that nothing has passed of."""
        every = (it for aim in aims for seed in aim.seeds for it in destructive(aim, seed))
        waiting = self.queues(every)
        while waiting and self.left > 0:
            taken = [(queue, next(iter(self._next(queue)), None)) for queue in waiting]
            chosen = tuple(it for _, it in taken if it is not None)
            passed = set((yield chosen)) if chosen else set()
            waiting = [queue for queue, it in taken if queue and it not in passed]

    def queues(self, every: Iterable[Variant]) -> list[list[Variant]]:
        """The calls by their kinds, each in any order."""
        return [queue for part in self.in_order(every) for queue in part]

    def in_order(self, every: Iterable[Variant]) -> tuple[list[list[Variant]], list[list[Variant]]]:
        """The calls by their kinds: those that an attack needs, of usual tools first as there are few, and the others.

        What another tool is called with is a kind by itself.  What is particular to a seed is a kind of each seed.  So
        is what can be done to every command, such as `sudo`; but of these, all come with one seed before any comes
        with another, and then one of each group with each seed.  The seeds take turns, and what nobody would write but
        to get past a guard comes last.
        """
        of_seeds: dict[_Kind, list[Variant]] = defaultdict(list)
        of_all: dict[_Kind, dict[_Kind, list[Variant]]] = defaultdict(lambda: defaultdict(list))
        for it in every:
            families = _families(it)
            if _is_of_tool(families) and it.text != it.of:
                of_seeds[(*families, it.text)].append(it)
            elif is_particular(families):
                of_seeds[(it.danger, it.seed, *families)].append(it)
            else:
                of_all[families][(it.danger, it.seed)].append(it)
        first, *later = self._in_turns(of_all) or [[]]
        particular = list(of_seeds.items())
        self.dice.shuffle(particular)
        particular = _in_turn_of_seeds(particular)
        places = [*((2 * place, it) for place, it in enumerate(particular))]
        places += ((4 * place + 1, it) for place, it in enumerate(first))
        in_turn = [it for _, it in sorted(places, key=lambda it: it[0])]
        found = sorted(in_turn, key=lambda it: (not _is_of_usual_tool(it[0]), _strangeness(it) > 1))
        needed, rest = _by_groups(first, [it for every in later for it in every])
        queues = [queue for _, queue in (*found, *needed)], [queue for _, queue in rest]
        for queue in (*queues[0], *queues[1]):
            self.dice.shuffle(queue)
        return queues

    def _in_turns(self, of_all: Mapping[_Kind, Mapping[_Kind, list[Variant]]]) -> list[list[_Queue]]:
        """Each kind with one seed, then each with another one, and so on; the seeds change from kind to kind."""
        kinds = list(of_all.items())
        self.dice.shuffle(kinds)
        turns: list[list[_Queue]] = []
        for place, (kind, of_seeds) in enumerate(kinds):
            queues = list(of_seeds.values())
            start = place % len(queues)
            for turn, queue in enumerate((*queues[start:], *queues[:start])):
                if turn == len(turns):
                    turns.append([])
                turns[turn].append((kind, queue))
        return turns

    def _next(self, queue: list[Variant]) -> Iterator[Variant]:
        """The next new call of a queue, if there is one."""
        while queue and self.left > 0:
            found = tuple(self._new((queue.pop(),)))
            if found:
                yield from found
                return

    def _new(self, every: Iterable[Variant]) -> Iterator[Variant]:
        for it in every:
            key = self._key(it)
            if key and key not in self._seen and self.left > 0:
                self._seen.add(key)
                self.left -= 1
                yield it

    def _key(self, it: Variant) -> tuple[str, ...]:
        """What no other call that is sent has; empty for one that is not sent."""
        if not self._unasked(it):
            return it.does, it.text
        return () if it.label is Label.HARMLESS else (it.does, it.danger, it.seed)
