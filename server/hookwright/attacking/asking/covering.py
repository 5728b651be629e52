"""Searches for what a guard lets pass beside a command that it stops, as if that excused the command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.asking.reasons import rule_of
from hookwright.attacking.asking.trial import Place, Trial
from hookwright.attacking.forms.covers import (
    OTHER,
    Cover,
    Excuse,
    as_operand,
    before_all,
    behind_all,
    calls,
    folder_of,
    printed,
    structures,
    together,
    with_excuse,
    with_operand,
)
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.milder import milder
from hookwright.attacking.forms.model import OF_LISTS, SHELL, Change, Label, Variant
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.exceptions import as_target, excuses, file_in, in_turn, words
from hookwright.attacking.texts.composed import composed
from hookwright.patterns import late_pattern

_NAME = late_pattern(r"[@\w./][\w./-]*")
"""A word that can be the name of a file or a package."""
_MOST_SEEDS, _MOST_OF_REASON, _MOST_ALONE = 8, 2, 2
"""Of how many seeds covers are searched, in all and of one reason, and of how many behind each call alone."""
_MOST_WORDS, _TOGETHER, _MOST_CALLS, _MOST_OWN = 40, 10, 16, 3
"""How many words are asked about, in all and at once, how many calls, and how many of the seed's own program."""
_MOST_OF_PATTERN, _MOST_TRIED = 2, 12
"""How many words that excuse a seed are tried in all forms, of one pattern or program and in all."""
_MOST_OPERANDS = 2
"""How many words that pass as an operand are put beside another one."""
_MOST_OF_SINGLE = 1
"""A pattern with more words is a list."""
_FIRST = 2
"""How many seeds are searched before the others."""
_OWN = -1
"""The number of the pattern of calls that no pattern names."""


class _Seed(Struct):
    """A seed, the call of it, what excuses it with the numbers of the patterns that name that, and covers of it."""

    seed: Seed
    base: Variant
    excuses: dict[Excuse, int] = {}
    found: dict[str, Variant] = {}


class _Search(Struct):
    """Asks a guard on trial; `put` makes a copy ready for a call."""

    trial: Trial
    put: Place

    async def passed(self, asked: Iterable[tuple[_Seed, str]]) -> set[str]:
        """Those of the texts, each made from a seed, that the guard lets pass."""
        every = {text: replace(it.base, text=text) for it, text in asked}
        return {text for _, text in await self.trial.passed(every.values(), self.put)}


async def covered(trial: Trial, aims: Sequence[Aim], put: Place, most: int | None = None) -> list[Variant]:
    """Calls that do what a seed does, which the guard stops, and that it lets pass for what is beside it.

    The search ends when it has found `most` of them.
    """
    if SHELL not in trial.guard.tools or most == 0:
        return []
    trial.search()
    search = _Search(trial, put)
    seeds = await _chosen(search, aims)
    if not seeds:
        return []
    named = _named(trial, {it.seed.command.split(" ", 1)[0] for it in seeds})
    every = [*dict.fromkeys(it.word for it in named if it.word)]
    joined = await _by_operands(search, seeds, every)
    harmless = {*await _harmless(search, seeds[0], every[:_MOST_WORDS])}
    first, others = seeds[:_FIRST], seeds[_FIRST:]
    kinds: set[str] = set()
    left = {**named}
    # What excuses the first seeds need not be looked for with the others.
    for some, excusing in ((first, named), (others, left), (joined, named)):
        if some and (most is None or sum(len(it.found) for it in (*seeds, *joined)) < most):
            await _by_structure(search, some, kinds)
            await _by_own_calls(search, some)
            await _by_words(search, some, {it: at for it, at in excusing.items() if it.word in harmless})
            await _by_calls(search, some, excusing)
            await _in_all_forms(search, some)
        for one in {one for it in some for one in it.excuses}:
            left.pop(one, None)
    return [it for one in (*seeds, *joined) for it in one.found.values()][:most]


async def _chosen(search: _Search, aims: Sequence[Aim]) -> list[_Seed]:
    """Some seeds that the guard stops: those of other reasons first."""
    firsts = [(aim, it) for aim in aims for it in aim.seeds[:1]]
    others = [(aim, it) for aim in aims for it in aim.seeds[1:]]
    every = [
        _Seed(it, Variant(aim.name, it.name, Label.DESTRUCTIVE, it.command, it.why, of=it.command), {}, {})
        for aim, it in (*firsts, *others)
        if aim.name not in OF_LISTS and "\n" not in it.command and "#" not in it.command
    ]
    said = await search.trial.refused([it.base for it in every], search.put)
    by_reason: dict[str, list[_Seed]] = {}
    for it in every:
        if (SHELL, it.seed.command) in said:
            by_reason.setdefault(rule_of(said[SHELL, it.seed.command], it.seed.command), []).append(it)
    turns = [it[at] for at in range(_MOST_OF_REASON) for it in by_reason.values() if at < len(it)]
    return turns[:_MOST_SEEDS]


def _named(trial: Trial, begun: Collection[str]) -> dict[Excuse, int]:
    """What the patterns of the guard name, one of each pattern after the other, with the number of its pattern."""
    of_each = excuses(words(map(composed, trial.guard.texts)), trial.guard.project, begun)
    found: dict[Excuse, int] = {}
    for one, number in in_turn([[(it, number) for it in every] for number, every in enumerate(of_each)]):
        found.setdefault(one, number)
    return found


async def _by_operands(search: _Search, seeds: Sequence[_Seed], every: Sequence[str]) -> list[_Seed]:
    """Finds covers by what passes as an operand; gives seeds that have such a thing beside theirs, and are stopped."""
    project = search.trial.guard.project
    targets = [*dict.fromkeys(as_target(it) for it in every if _NAME.fullmatch(it))][:_MOST_WORDS]
    one_of_each = {(as_operand(it.seed, OTHER), folder_of(it.seed)): it for it in reversed(seeds)}
    asked = [it for (text, folder), it in one_of_each.items() if text or folder]
    questions = ((it, as_operand(it.seed, word)) for it in asked for word in (OTHER, *targets))
    passed = await search.passed(it for it in questions if it[1])
    made: list[tuple[_Seed, Cover]] = []
    for it in (it for it in asked if as_operand(it.seed, OTHER) not in passed):
        passing = [word for word in targets if as_operand(it.seed, word) in passed]
        for word in (*passing[:_MOST_OPERANDS], *(word for word in targets if word not in passing)):
            made += ((it, cover) for cover in with_operand(it.seed, word, project, passes=word in passing))
    of_kinds: Counter[tuple[str, str]] = Counter()
    for it, cover in await _passing(search, made):
        of_kinds[it.base.text, cover.kind] += 1
        if of_kinds[it.base.text, cover.kind] <= _MOST_OF_PATTERN:
            _keep(it, cover)
    joins = {it.base.text: (it, cover) for it, cover in reversed(made) if cover.joins}
    passed = await search.passed((it, cover.text) for it, cover in joins.values())
    return [_joined(it, cover) for it, cover in joins.values() if cover.text not in passed]


def _joined(it: _Seed, cover: Cover) -> _Seed:
    """The seed with what the guard lets pass beside its operand."""
    base = replace(it.base, text=cover.text, changes=(Change(f"cover: {cover.kind}", cover.why),))
    return _Seed(replace(it.seed, command=cover.text), base, {}, {})


async def _by_structure(search: _Search, seeds: Sequence[_Seed], kinds: set[str]) -> None:
    """Finds covers that need no word of the guard: the command with all of a group, and if that passes, with each.

    Adds what is found to the `kinds` that need not be looked for any more.
    """
    groups = [(it, text, every) for it in seeds for text, every in structures(it.seed)]
    groups = [it for it in groups if any(cover.kind not in kinds for cover in it[2])]
    passed = await search.passed((it, text) for it, text, _ in groups)
    each = [(it, cover) for it, text, every in groups if text in passed for cover in every if cover.kind not in kinds]
    for it, cover in await _passing(search, each):
        _keep(it, cover)
        kinds.add(cover.kind)


async def _by_own_calls(search: _Search, seeds: Sequence[_Seed]) -> None:
    """Finds seeds that pass beside a harmless call of their own program, as the guard reads only one of the two."""
    made = [(it, list(_own_calls(it.seed, search.trial.guard.project))) for it in seeds]
    passed = await search.passed((it, text) for it, its in made for text in _beside(it.seed, its))
    some = [(it, one) for it, its in made if not passed.isdisjoint(_beside(it.seed, its)) for one in its]
    passed = await search.passed((it, text) for it, one in some for text in _beside(it.seed, [one]))
    for it, one in some:
        if not passed.isdisjoint(_beside(it.seed, [one])):
            it.excuses[one] = _OWN


def _own_calls(seed: Seed, project: str) -> Iterator[Excuse]:
    name = seed.command.split(" ", 1)[0]
    every = (*seed.beside, *(it.text for it in milder(seed.command) if it.does == SHELL))
    plain = [it for it in every if "\n" not in it and "#" not in it and it.startswith(f"{name} ")]
    yield calls(file_in(project)).get(name, Excuse(call=f"{name} --version"))
    yield from (Excuse(call=it) for it in plain[:_MOST_OWN])


def _beside(seed: Seed, every: Sequence[Excuse]) -> tuple[str, ...]:
    return (*behind_all(seed.command, every), before_all(seed.command, every))


async def _by_words(search: _Search, seeds: Sequence[_Seed], named: Mapping[Excuse, int]) -> None:
    """Finds words that excuse a seed in a text before it or in a comment behind it: several at once, then each."""
    # A list of what the guard stops hides that a single word excuses, so these do not stand in one group.
    sizes = Counter(named.values())
    lists = [it.word for it, at in named.items() if sizes[at] > _MOST_OF_SINGLE]
    groups = [*_groups(it.word for it, at in named.items() if sizes[at] <= _MOST_OF_SINGLE), *_groups(lists)]
    neutral = await search.passed((it, text) for it in seeds for text in together(it.seed.command, [OTHER]))
    asked = [(it, group) for it in seeds for group in groups]
    passed = await search.passed((it, text) for it, group in asked for text in _told(it, group, neutral))
    alone = [(it, [word]) for it, group in asked if passed & {*_told(it, group, neutral)} for word in group]
    passed |= await search.passed((it, text) for it, group in alone for text in _told(it, group, neutral))
    for it, group in alone:
        if passed & {*_told(it, group, neutral)}:
            it.excuses |= {one: number for one, number in named.items() if one.word in group}


async def _harmless(search: _Search, any_seed: _Seed, every: Sequence[str]) -> list[str]:
    """Those of the words that the guard does not stop by themselves."""
    groups = _groups(every)
    passed = await search.passed((any_seed, printed(it)) for it in groups)
    doubtful = [word for it in groups if printed(it) not in passed for word in it]
    passed |= await search.passed((any_seed, printed([it])) for it in doubtful)
    return [word for it in groups for word in it if printed(it) in passed or printed([word]) in passed]


def _told(it: _Seed, group: Sequence[str], neutral: Collection[str]) -> Iterator[str]:
    """The seed beside the words of a group, in those places where another word does not excuse it."""
    both = zip(together(it.seed.command, group), together(it.seed.command, [OTHER]), strict=True)
    return (text for text, control in both if control not in neutral)


def _groups(every: Iterable[str]) -> list[list[str]]:
    found = [*dict.fromkeys(every)]
    return [found[at : at + _TOGETHER] for at in range(0, len(found), _TOGETHER)]


async def _by_calls(search: _Search, seeds: Sequence[_Seed], named: Mapping[Excuse, int]) -> None:
    """Finds calls that excuse what is behind them: all at once, and of some seeds each alone, as it may come first."""
    every = [it for it in named if it.call][:_MOST_CALLS]
    passed = await search.passed((it, text) for it in seeds for text in behind_all(it.seed.command, every))
    for at, it in enumerate(seeds):
        if at < _MOST_ALONE or not passed.isdisjoint(behind_all(it.seed.command, every)):
            asked = {one: behind_all(it.seed.command, [one])[0] for one in every}
            alone = await search.passed((it, text) for text in asked.values())
            it.excuses |= {one: named[one] for one, text in asked.items() if text in alone}


async def _in_all_forms(search: _Search, seeds: Sequence[_Seed]) -> None:
    """Keeps the most usual form with each excuse that passes, and those that show another fault."""
    known = calls(file_in(search.trial.guard.project))
    made = {
        (at, one): list(with_excuse(it.seed, one, known.get(it.seed.command.split(" ", 1)[0], Excuse()).call))
        for at, it in enumerate(seeds)
        for one in _some(it.excuses)
    }
    every = [(seeds[at], cover) for (at, _), covers in made.items() for cover in covers]
    passing = {(it.base, cover) for it, cover in await _passing(search, every)}
    for (at, one), covers in made.items():
        of_one = [cover for cover in covers if (seeds[at].base, cover) in passing]
        usual = [cover for cover in of_one if not cover.more][:1]
        for cover in (*usual, *(cover for cover in of_one if cover.more)):
            _keep(seeds[at], cover, f" The guard excepts `{one.word}`, and not this." if one.word else "")


def _some(every: Mapping[Excuse, int]) -> list[Excuse]:
    """Some excuses: the first ones of each pattern, and of each program."""
    of_each: dict[int, list[Excuse]] = {}
    programs: Counter[str] = Counter()
    for it, number in every.items():
        program = it.call.partition(" ")[0]
        programs[program] += bool(program)
        if programs[program] <= _MOST_OF_PATTERN:
            of_each.setdefault(number, []).append(it)
    return [*in_turn(it[:_MOST_OF_PATTERN] for it in of_each.values())][:_MOST_TRIED]


async def _passing(search: _Search, made: Sequence[tuple[_Seed, Cover]]) -> list[tuple[_Seed, Cover]]:
    """Those that the guard lets pass, and whose controls it stops."""
    passed = await search.passed((it, cover.text) for it, cover in made)
    left = [(it, cover) for it, cover in made if cover.text in passed]
    by_chance = await search.passed((it, cover.control) for it, cover in left)
    return [(it, cover) for it, cover in left if cover.control not in by_chance]


def _keep(it: _Seed, cover: Cover, excepted: str = "") -> None:
    family = f"cover: {cover.kind}: {cover.name}".removesuffix(": ")
    change = Change(family, f"{cover.why}{excepted}", cover.partial)
    it.found.setdefault(cover.text, replace(it.base, text=cover.text, changes=(*it.base.changes, change)))
