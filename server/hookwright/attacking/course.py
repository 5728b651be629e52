"""The calls of an attack that are still to be chosen, and their order: what differs most, and is most usual, first."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence

from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.groups import group, strangeness
from hookwright.attacking.forms.model import RARE, Label, Variant
from hookwright.attacking.forms.variants import Aim, destructive, forms, is_of_files, is_particular

_LEAST_FORMS = 24
"""How many other forms of a seed that passes are tried if it has no more kinds, to find one that the guard stops."""

Rounds = Generator[tuple[Variant, ...], Collection[Variant], None]
"""Yields the calls of a round, and is sent those of them that passed."""
Unasked = Callable[[Variant], bool]
"""Whether a guard is not asked about a call, so that nothing is learned from another one of that tool."""
_Kind = tuple[str, ...]
_Queue = tuple[_Kind, list[Variant]]


class Course:
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
        if it.label is Label.HARMLESS:
            return ()
        # That a guard is not asked about a rare tool is the same for all that it stops.
        return (it.does, it.danger) if it.does in RARE else (it.does, it.danger, it.seed)


def _families(variant: Variant) -> _Kind:
    return tuple(it.family for it in variant.changes)


def _is_of_tool(kind: _Kind) -> bool:
    return any(it.startswith("tool ") for it in kind)


def _is_of_usual_tool(kind: _Kind) -> bool:
    return any(it.startswith("tool ") and it.removeprefix("tool ").partition(": ")[0] not in RARE for it in kind)


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
