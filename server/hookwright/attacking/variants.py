"""Chooses the calls of an attack: bounded, the same for the same seed number, and of every family before two of one."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.dangers import Danger, Program, Seed, Swap, programs
from hookwright.attacking.mentions import mentions
from hookwright.attacking.model import OTHER_SHELL, POWERSHELL, SERVER, SHELL, SUBAGENT, Change, Label, Variant
from hookwright.attacking.spelling import Spelled, simple_words, spelled
from hookwright.attacking.wrapping import wrapped

_HARMLESS_SHARE = 3
"""One call in so many is a harmless one."""
_AROUND = frozenset({"wrapper", "shell", "place", "language"})
"""The kinds of changes that are made around a command."""
_PARTICULAR = ("same:", "flags", "order", "dashes", "other ", "options before", "tool PowerShell", "harmless")
"""How families begin that depend on the command."""
_TOOLS = (
    (OTHER_SHELL, "Another tool of the agent runs the same command."),
    (SERVER, "A tool of an MCP server runs the same command."),
    (SUBAGENT, "A subagent runs the same command."),
)


class Aim(Struct, frozen=True):
    """What a guard is meant to stop: seeds of a danger.

    `is_named`: the user says so, and so the harmless calls of the danger, which do less than the seed, are meant, too.
    """

    name: str
    danger: Danger
    seeds: tuple[Seed, ...]
    is_named: bool


def variants(aims: Sequence[Aim], *, count: int, number: int) -> tuple[Variant, ...]:
    """The calls for these aims, at most `count`; the same ones for the same seed `number`."""
    dice = random.Random(number)
    harmless = _chosen(_harmless(aims), max(count // _HARMLESS_SHARE, 1), dice)
    single = [it for aim in aims for seed in aim.seeds for it in _destructive(aim, seed, programs())]
    wanted = count - len(harmless)
    found = _chosen(single, wanted, dice)
    if len(found) < wanted:
        found += _chosen(_twice(aims, dice, 6 * wanted), wanted - len(found), dice, besides=found)
    return (*found, *harmless)


def every_single(aim: Aim) -> tuple[Variant, ...]:
    """Every call that one change makes, and the seeds themselves, destructive ones first."""
    made = (it for seed in aim.seeds for it in _destructive(aim, seed, programs()))
    return (*made, *_harmless((aim,)))


def number_of_singles(aims: Sequence[Aim]) -> int:
    """How many calls there are with one change at most."""
    return len({(it.does, it.text) for aim in aims for it in every_single(aim)})


def _destructive(aim: Aim, seed: Seed, known: Mapping[str, Program]) -> Iterator[Variant]:
    base = Variant(aim.name, seed.name, Label.DESTRUCTIVE, seed.command, seed.why)
    yield base
    for text, change in _changed(seed, seed.command, known):
        yield replace(base, text=text, changes=(change,))
    for does, why in _TOOLS:
        yield replace(base, does=does, changes=(Change(f"tool {does}", why),))
    words = simple_words(seed.command)
    if words and known.get(words[0], Program()).portable:
        yield replace(
            base, does=POWERSHELL, changes=(Change("tool PowerShell", "PowerShell starts the same program."),)
        )
    for it in aim.danger.calls:
        if it.seed in ("", seed.name):
            change = Change(f"tool {it.does}", it.why)
            yield replace(base, text=it.text, does=it.does, changes=(change,))


def _changed(seed: Seed, text: str, known: Mapping[str, Program]) -> Iterator[Spelled]:
    """The command with one change."""
    words = simple_words(text)
    if words:
        yield from spelled(words, known)
    for swap in seed.swaps:
        swapped = _swapped(text, swap)
        if swapped != text:
            yield swapped, Change(f"other {swap.word}", swap.why)
    if text == seed.command:
        for it in seed.same:
            yield it.command, Change(f"same: {it.command[:40]}", it.why)
    yield from wrapped(text, own=seed.own)


def _swapped(text: str, swap: Swap) -> str:
    """The command with the first of that word replaced."""
    before, found, after = f" {text} ".partition(f" {swap.word} ")
    return f"{before} {swap.instead} {after}".strip() if found else text


def _twice(aims: Sequence[Aim], dice: random.Random, most: int) -> Iterator[Variant]:
    """Calls with two changes of different families."""
    known = programs()
    made = [(seed, it) for aim in aims for seed in aim.seeds for it in _destructive(aim, seed, known)]
    for _ in range(most):
        seed, it = dice.choice(made)
        if it.does != SHELL or len(it.changes) != 1:
            continue
        again = [step for step in _changed(seed, it.text, known) if _goes_with(it.changes[0], step[1])]
        if again:
            text, change = dice.choice(again)
            yield replace(it, text=text, changes=(*it.changes, change))


def _goes_with(first: Change, second: Change) -> bool:
    """Whether the second change may follow the first: one that is around the command comes last."""
    before, after = _kind(first), _kind(second)
    return after in _AROUND and before != after


def _kind(change: Change) -> str:
    return change.family.partition(" ")[0]


def _harmless(aims: Iterable[Aim]) -> Iterator[Variant]:
    for aim in aims:
        for seed in aim.seeds:
            base = Variant(aim.name, seed.name, Label.HARMLESS, "", "It only mentions what is dangerous.")
            if "\n" not in seed.command:
                for text, change in mentions(seed):
                    yield replace(base, text=text, changes=(change,))
        names = {it.name for it in aim.seeds}
        for it in aim.danger.harmless:
            if it.seed in names or (aim.is_named and not it.seed):
                seed_name = it.seed or aim.seeds[0].name
                change = Change(f"harmless {it.text[:40]}", it.why)
                yield Variant(aim.name, seed_name, Label.HARMLESS, it.text, "It does less.", (change,), it.does)


def _chosen(every: Iterable[Variant], most: int, dice: random.Random, besides: Sequence[Variant] = ()) -> list[Variant]:
    """At most so many: the seeds first, then one of each family in turn.

    What is particular to a seed is a family of each seed; what can be done to every command, such as `sudo`, is one of
    all seeds together, and comes half as often.
    """
    seen = {(it.does, it.text) for it in besides}
    families: dict[tuple[str, ...], list[Variant]] = defaultdict(list)
    for it in every:
        if (it.does, it.text) not in seen:
            seen.add((it.does, it.text))
            kinds = [change.family for change in it.changes]
            families[(it.seed if _is_particular(kinds) else "", *kinds)].append(it)
    queues = list(families.items())
    for _, queue in queues:
        dice.shuffle(queue)
    # A seed comes before its variants, and a single change before two.
    plain = [it for (_, *kinds), queue in queues if not kinds for it in queue]
    changed = [it for it in queues if len(it[0]) > 1]
    dice.shuffle(changed)
    particular = enumerate(queue for (seed, *_), queue in changed if seed)
    general = enumerate(queue for (seed, *_), queue in changed if not seed)
    places = [
        *((2 * place, queue) for place, queue in particular),
        *((4 * place + 1, queue) for place, queue in general),
    ]
    in_turn = [queue for _, queue in sorted(places, key=lambda it: it[0])]
    found = plain[:most]
    while len(found) < most and any(in_turn):
        for queue in in_turn:
            if queue and len(found) < most:
                found.append(queue.pop())
    return found


def _is_particular(families: Sequence[str]) -> bool:
    """Whether the changes are such as one command allows, and another does not."""
    return not families or families[0].startswith(_PARTICULAR)
