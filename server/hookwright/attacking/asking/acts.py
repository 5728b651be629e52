"""Acts that a guard stops whatever they say, such as every commit: a gate that is shut, as no check has passed.

The text of such a guard may only tell when it lets a commit pass.  What it stops tells that it is about commits.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from hookwright.attacking.asking.other_branch import COMMITS, PUSH, Branches
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Danger, Seed
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.texts.fitting import fitting
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.shown import without_the_unseen

_HARMLESS = "echo hello"
_Key = tuple[str, str]


async def with_acts(trial: Trial, meant: Meant, on: Branches) -> Meant:
    """The same with the seeds that are acts, of which the guard stops every call, on another branch than `main`, too.

    Where only what it stops says what it is about, the other seeds with such an act are left out.
    """
    guard = trial.guard
    if not (meant.by_text or meant.by_asking) or SHELL not in guard.tools:
        return meant
    known = {name: fitting(name, it, guard.project) for name, it in guard.dangers.items()}
    acts = [(name, seed) for name, danger in known.items() for seed in danger.seeds if seed.whole]
    asked = (_HARMLESS, *(it for _, seed in acts for it in seed.whole))
    stopped = await on.stopped_there(trial, asked)
    if _HARMLESS in stopped:
        return meant
    found = [(name, seed) for name, seed in acts if stopped.issuperset(seed.whole)]
    found += [(name, seed) for name, seed in _of_branch(known, on)]
    aims = meant.aims
    for name, seed in found:
        aims = _with_seed(aims, name, seed, known, guard.texts)
    return replace(meant, aims=_only_acts(aims, found) if meant.by_asking else aims)


def _of_branch(known: Mapping[str, Danger], on: Branches) -> Iterator[tuple[str, Seed]]:
    """The seeds that are about the branch on which the guard stops an act."""
    for acts, name in ((COMMITS, "commit"), ((PUSH,), "branch")):
        if on.stopped.intersection(acts) and "protected" in known:
            yield from (("protected", it) for it in known["protected"].seeds if it.name == name)


def _with_seed(
    aims: Sequence[Aim], name: str, seed: Seed, known: Mapping[str, Danger], texts: Sequence[str]
) -> tuple[Aim, ...]:
    """The aims with the seed, and with the calls of its danger where none was an aim before."""
    if any(it.name == name and seed.name in {one.name for one in it.seeds} for it in aims):
        return tuple(aims)
    made = without_the_unseen(Aim(name, known[name], (seed,), is_named=False), "\n".join(texts), stopped=True)
    if all(it.name != name for it in aims):
        return (*aims, made)
    return tuple(replace(it, seeds=(*it.seeds, *made.seeds)) if it.name == name else it for it in aims)


def _only_acts(aims: Sequence[Aim], found: Collection[tuple[str, Seed]]) -> tuple[Aim, ...]:
    """The aims without the other seeds that have one of the acts, as this is why the guard stops them."""
    own: set[_Key] = {(name, seed.name) for name, seed in found}
    return without_acts(aims, [seed.whole[0] for _, seed in found if seed.whole], own)


def without_acts(aims: Sequence[Aim], acts: Iterable[str], own: Collection[_Key] = ()) -> tuple[Aim, ...]:
    """The aims without the seeds that have one of the acts, such as `git commit -m x`, but for the guard's `own`."""
    every = [_act(it) for it in acts]
    kept = (
        replace(
            aim,
            seeds=tuple(
                it for it in aim.seeds if (aim.name, it.name) in own or not any(act.search(it.command) for act in every)
            ),
        )
        for aim in aims
    )
    return tuple(it for it in kept if it.seeds)


def _act(command: str) -> re.Pattern[str]:
    """Where a command has the program and the subcommand of the act."""
    program, subcommand = command.split()[:2]
    return re.compile(rf"\b{re.escape(program)}\b[^;&|\n]*\s{re.escape(subcommand)}\b")
