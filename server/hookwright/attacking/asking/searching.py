"""Searches for false alarms: asks a guard about many harmless calls, and keeps some of those that it refuses.

The calls come from what is known of programs, and from the guard itself: its words, the borders of what it lists, and
what it lets pass.  So an attack shows each cause, though it has no place for all the calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.everyday import everyday
from hookwright.attacking.forms.milder import plain_of
from hookwright.attacking.forms.model import SHELL, Variant, question
from hookwright.attacking.forms.spelling import simple_words
from hookwright.attacking.own import apart, borders, exceptions, likely, usual_work, words
from hookwright.attacking.own.advice import recommended
from hookwright.attacking.own.likely import Asked, Known, in_order, in_turns, kind
from hookwright.attacking.own.rewritten import rewritten, with_operand
from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.finders import found_by, unfound
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.project_scripts import names_in
from hookwright.patterns import late_pattern

_HELP = late_pattern(r" (?:-h|--help|-help|help)\b")
_FOR_FILES = ("Write", "Edit", "Read")
_WRITTEN = "echo x > {}"
_OTHER = "hookwright-notes"
_MOST_ASKED, _MOST_SHOWN, _MOST_OF_KIND, _AT_ONCE = 320, 40, 2, 48
"""How many calls are asked about and shown, of each kind, and how many before those shown of a kind are counted."""
_EACH_COMMAND, _EACH_ENTRY = 80, 10
"""For so many questions, one command has other words in the place of its operand, and one file is one that is named."""
_REWRITTEN_SHARE = 4
"""One question in so many is about what the guard lets pass, in another way."""
_MOST_WRITTEN, _MOST_PLAIN, _MOST_STOPPED, _MOST_BASES, _MOST_WORDS = 2, 4, 12, 6, 12
"""How many files, plain commands and stopped ones harmless calls are made with; and, of what passes, how many calls
are written in other ways, and how many words are asked about in the place of an operand."""


async def searched(trial: Trial, meant: Meant, usual: Sequence[Variant], count: int | None = None) -> list[Variant]:
    """Harmless calls that the guard refuses, at most so many of each kind; asks about no more than an attack has calls.

    It refuses none of their controls, so that the reason is what the call has and its control has not.
    """
    guard, most = trial.guard, min(_MOST_ASKED if count is None else count, _MOST_ASKED)
    asked = list(_about_rules(guard, meant))
    asked += map(question, unfound(guard.texts, found_by(guard.texts, [it.text for it in asked])))
    stopped: dict[Asked, str] = {**await trial.refused(asked)}
    commands = [it.text for it in asked if it.does == SHELL and (SHELL, it.text) in stopped]
    plain = dict.fromkeys(filter(None, map(plain_of, commands)))
    written = [it for it in meant.candidates.paths if (SHELL, _WRITTEN.format(it)) in stopped]
    known = [*usual, *everyday([*plain][:_MOST_PLAIN], written[:_MOST_WRITTEN], guard.texts)]
    harmful = {seed.command for aim in meant.aims for seed in aim.seeds if seed.anywhere}
    known += (call for it in _of_programs(commands) if it not in harmful for call in apart.apart(it))
    # Of two with the same text, the usual one says better what else the guard must let pass.
    every = [*{(it.does, it.text): it for it in reversed(known) if it.does in guard.tools}.values()][::-1]
    questions = [(it.does, it.text) for it in asked]
    found = found_by(guard.texts, [*dict.fromkeys(text for it in (*every, *asked) for text in (it.text, it.control))])
    ordered = in_order(every, Known(questions, stopped, found))
    own = [
        *await _with_own_words(trial),
        *await _at_borders(trial, meant.candidates.paths, most // _EACH_ENTRY),
        *usual_work.usual_work(guard.project, guard.tools),
    ]
    first = [*_alternately([*in_turns(own)], ordered)][: most - most // _REWRITTEN_SHARE]
    shown = await _refused(trial, first)
    near = [it for it in first if it not in shown]
    again = await _in_other_ways(trial, _of_programs(commands)[: most // _EACH_COMMAND], near)
    return [*shown, *await _refused(trial, [*in_turns(again)][: most // _REWRITTEN_SHARE])]


def _alternately(first: Sequence[Variant], second: Sequence[Variant]) -> Iterator[Variant]:
    seen = set[Asked]()
    longer = max(len(first), len(second))
    for it in (one for at in range(longer) for one in (*first[at : at + 1], *second[at : at + 1])):
        if (it.does, it.text) not in seen:
            seen.add((it.does, it.text))
            yield it


async def _refused(trial: Trial, every: Sequence[Variant]) -> list[Variant]:
    """Those of the calls that the guard refuses, and not their controls; of each kind, at most so many."""
    shown: list[Variant] = []
    uses: Counter[str] = Counter()
    left = [*every]
    while left and len(shown) < _MOST_SHOWN:
        turn, left = left[:_AT_ONCE], left[_AT_ONCE:]
        said = await trial.refused(turn)
        refused = [it for it in turn if (it.does, it.text) in said]
        controls = await trial.refused(question(it.control, it.does) for it in refused if it.control)
        for it in refused:
            if likely.control(it) not in controls and uses[kind(it)] < _most(it):
                uses[kind(it)] += 1
                shown.append(it)
        left = [it for it in left if uses[kind(it)] < _most(it)]
    return shown[:_MOST_SHOWN]


def _most(it: Variant) -> int:
    """How many calls of its kind are shown: that a guard takes a text for a command is the same for each text."""
    return 1 if it.is_mention else _MOST_OF_KIND


def _about_rules(guard: Guard, meant: Meant) -> Iterator[Variant]:
    """Calls that show what the patterns of a guard stop: what they name, and their words behind another command."""
    yield from (question(seed.command) for aim in meant.aims for seed in aim.seeds)
    yield from (question(it) for of_one in meant.candidates.commands for it in of_one)
    yield from (question(words.asking(it)) for it in words.phrases(guard.texts))
    for it in meant.candidates.paths:
        yield question(_WRITTEN.format(it))
        yield from (question(f"{{project}}/{it}", does) for does in _FOR_FILES if does in guard.tools)


def _of_programs(commands: Iterable[str]) -> list[str]:
    """Some of the commands, of each program and subcommand the first one."""
    first = {tuple(it.split()[:2]): it for it in reversed([it for it in commands if not it.startswith("true ")])}
    return [*reversed(first.values())][:_MOST_STOPPED]


async def _with_own_words(trial: Trial) -> list[Variant]:
    """Harmless calls with the words that the guard refuses wherever they are; reads the names in the project."""
    guard = trial.guard
    every = words.phrases(guard.texts)
    refused = await trial.refused(question(it) for it in (words.neutral(), *map(words.asking, every)))
    found = words.found(every, {text for _, text in refused})
    return words.calls(found, names_in(guard.project), guard.texts)


async def _at_borders(trial: Trial, paths: Iterable[str], most: int) -> list[Variant]:
    """Harmless calls at the borders of the files and folders that the guard names, and protects."""
    guard = trial.guard
    every = borders.entries(guard.texts, paths, guard.project)[:most]
    asked = (question(text, does) for it in every for does, text in borders.calls(it.protected, guard.tools))
    refused = await trial.refused(asked)
    return [call for it in every for call in borders.near(it, guard.tools, refused.keys())]


async def _in_other_ways(trial: Trial, commands: Sequence[str], near: Sequence[Variant]) -> list[Variant]:
    """What the guard lets pass though its patterns find something in it, written in other ways."""
    guard = trial.guard
    if SHELL not in guard.tools:
        return []
    bases = dict.fromkeys(recommended(guard.texts), "The guard's own message recommends it.")
    bases |= await _with_listed_operands(trial, commands)
    bases |= _near_stopped(commands, near)
    refused = await trial.refused(map(question, bases))
    passing: Mapping[str, str] = {it: why for it, why in bases.items() if (SHELL, it) not in refused}
    return [call for it, why in passing.items() for call in rewritten(it, why)]


def _near_stopped(commands: Iterable[str], near: Iterable[Variant]) -> dict[str, str]:
    """Some of the simple calls of programs that the guard stops, with the reasons, of each subcommand one in turn."""
    programs = {it.split()[0] for it in commands}
    by_head: dict[tuple[str, ...], list[Variant]] = {}
    for it in near:
        if it.does == SHELL and simple_words(it.text) and not _HELP.search(it.text) and it.text.split()[0] in programs:
            by_head.setdefault(tuple(it.text.split()[:2]), []).append(it)
    turns = (it for turn in zip_longest(*by_head.values()) for it in turn if it is not None)
    return {it.text: it.changes[0].why for it in islice(turns, _MOST_BASES)}


async def _with_listed_operands(trial: Trial, commands: Sequence[str]) -> dict[str, str]:
    """Commands that the guard stops for any other word, and lets pass with one that it lists itself."""
    of_each = exceptions.words(map(composed, trial.guard.texts))
    named = [*dict.fromkeys(exceptions.in_turn(of_each))][:_MOST_WORDS]
    others = {it: next(with_operand(it, (_OTHER,)), "") for it in commands}
    stopped = await trial.refused(question(it) for it in others.values() if it)
    asked = {it: [*with_operand(it, named)] for it, other in others.items() if (SHELL, other) in stopped}
    refused = await trial.refused(question(it) for every in asked.values() for it in every)
    passed = {it: next((one for one in every if (SHELL, one) not in refused), "") for it, every in asked.items()}
    return {one: f"The guard lets `{one}` pass, and not `{others[it]}`." for it, one in passed.items() if one}
