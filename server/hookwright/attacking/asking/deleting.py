"""Finds what a guard only keeps from being deleted.

These are files of which it stops `rm` with their names, and lets all write them, and folders of which it stops some
forms of the deletion and not others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Rewording
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own import recursive
from hookwright.attacking.own.aims import own_seed, with_more
from hookwright.attacking.own.deletion import deleted_file, harmless_beside_deletions
from hookwright.attacking.texts.fitting import is_tracked
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.places import rather_there
from hookwright.attacking.texts.project_files import project_files

_OTHER = "rm hookwright-notes.txt"
"""What no pattern names: a guard that stops this stops every deletion."""
_MOST_FILES = 2
_MOST_LOOKED_AT = 400
"""In so many files of the project, one is looked for that git knows."""
_DELETION = "deletion", "rm"
"""The danger, and its seed, that the deletion of a folder of the project belongs to."""


async def with_kept_files(trial: Trial, meant: Meant) -> Meant:
    """The same with the files of which the guard stops the deletion, and nothing else that changes them."""
    if not (meant.by_text or meant.by_asking):
        return meant
    before = {seed.command for aim in meant.aims for seed in aim.seeds}
    deletions = {it: f"rm {it}" for it in meant.candidates.paths}
    named = {path: text for path, text in deletions.items() if deleted_file(text) and text not in before}
    if not named:
        return meant
    writes = {it: f"echo x > {it}" for it in named}
    stopped = await trial.refused(map(question, (_OTHER, *named.values(), *writes.values())))
    if (SHELL, _OTHER) in stopped:
        return meant
    kept = [it for it in named if (SHELL, named[it]) in stopped and (SHELL, writes[it]) not in stopped]
    made = [
        (seed, (), tuple(harmless_beside_deletions(seed)))
        for it in rather_there(kept, trial.guard.project)[:_MOST_FILES]
        for seed in [own_seed(named[it], trial.guard.texts, f"The guard does not let the agent delete `{it}`.")]
    ]
    return replace(meant, aims=with_more(meant.aims, made))


async def with_folder(trial: Trial, meant: Meant) -> Meant:
    """The same with the deletion of a folder of the project, if the guard stops only some forms of that.

    If it stops the usual form for every folder, other forms for this one are tried beside those of other deletions.
    """
    guard = trial.guard
    every = project_files(guard.project) if SHELL in guard.tools and (meant.by_text or meant.by_asking) else ()
    tracked = (it for it in islice(every, _MOST_LOOKED_AT) if "/" in it and is_tracked(it, guard.project))
    folder = next(tracked, "").partition("/")[0]
    if not folder:
        return meant
    stopped = {text for _, text in await trial.refused(map(question, recursive.asked(folder)))}
    seed = recursive.seed_of(folder, stopped)
    if more := recursive.of_every_folder(folder, stopped):
        meant = replace(meant, aims=tuple(_with_forms(it, more) for it in meant.aims))
    return replace(meant, aims=with_more(meant.aims, [(seed, (), ())] if seed else ()))


def _with_forms(aim: Aim, more: Sequence[Rewording]) -> Aim:
    danger, name = _DELETION
    if aim.name != danger:
        return aim
    return replace(aim, seeds=tuple(replace(it, same=(*it.same, *more)) if it.name == name else it for it in aim.seeds))
