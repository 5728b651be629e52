"""Asks a guard which hosts, machines and clusters it forbids or approves by their names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Call, Danger, Seed
from hookwright.attacking.forms.model import question
from hookwright.attacking.own.aims import with_more
from hookwright.attacking.own.targets import filled_in, lists_of, names, seeds, targets
from hookwright.attacking.texts.fitting import fitting
from hookwright.attacking.texts.meant import Meant


async def with_targets(trial: Trial, meant: Meant) -> Meant:
    """The same with what the guard forbids or approves by its name, and calls that only look like the other."""
    guard = trial.guard
    if not (meant.by_text or meant.by_asking):
        return meant
    texts = guard.texts
    whole = "\n".join(texts)
    folders = [guard.project, *dict.fromkeys(map(os.path.dirname, guard.scripts))]
    every = (*texts, *lists_of(texts, folders))
    named = {it.kind: names(it, every) for it in targets() if any(re.search(sign, whole) for sign in it.signs)}
    shown = [it for it in targets() if named.get(it.kind)]
    calls = [
        question(filled_in(it.text, name, target.other), it.does)
        for target in shown
        for name in (*named[target.kind], target.other)
        for it in target.asked
    ]
    alone = [filled_in(it.alone, name, it.other) for it in shown if it.alone for name in named[it.kind]]
    calls += map(question, alone)
    stopped = await trial.refused(calls) if calls else {}
    made = [
        (_seen(seed, guard.project, whole), its, _fit(harmless, whole))
        for target in shown
        for seed, its, harmless in seeds(target, named[target.kind], stopped, guard.dangers)
    ]
    return replace(meant, aims=with_more(meant.aims, made)) if made else meant


def _fit(harmless: Iterable[Call], text: str) -> list[Call]:
    """The harmless calls whose signs the text of the guard has."""
    return [replace(it, signs=()) for it in harmless if not it.signs or any(re.search(sign, text) for sign in it.signs)]


def _seen(seed: Seed, project: str, text: str) -> Seed:
    """The seed with the forms that fit the project, and whose signs the text of the guard has."""
    there = fitting(seed.name, Danger(does=seed.name, seeds=(seed,)), project).seeds[0]
    kept = (it for it in there.same if not it.signs or any(re.search(sign, text) for sign in it.signs))
    return replace(there, same=tuple(kept))
