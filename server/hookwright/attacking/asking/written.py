"""Finds what a guard does not let be written into files, and attacks it with that."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.own import contents, exempted, sizes
from hookwright.attacking.own.aims import with_more
from hookwright.attacking.own.keys import KEYS
from hookwright.attacking.texts.meant import Meant
from hookwright.patterns import late_pattern

_OF_KEYS = late_pattern(r"(\w)\1{7}|-----BEGIN|://")
"""What is a key or a password, which the danger of keys is about."""


async def with_contents(trial: Trial, meant: Meant) -> Meant:
    """The same with what the guard stops in a file because of its text, and none of the seeds is about."""
    guard = trial.guard
    if not (meant.by_text or meant.by_asking) or not contents.reads_content(guard.texts):
        return meant
    knows_keys = any(it.name == KEYS for it in meant.aims)
    known = {
        text
        for aim in meant.aims
        for seed in aim.seeds
        for text in (seed.command, *(it.content for it in aim.danger.calls if it.seed == seed.name))
        if seed.anywhere and text
    }
    named = [it for it in contents.contents(guard.texts) if not (knows_keys and _OF_KEYS.search(it))]
    every = contents.without_known(named, known)
    paths = contents.files(guard.texts, guard.project)
    stopped = await trial.refused(contents.questions(every, paths))
    found = [*contents.stopped_texts(every, paths, stopped)]
    made = [*contents.seeds(found)]
    controls = {it: exempted.control(it[1], it[0], it[2]) for it in found}
    held = await trial.refused(controls.values()) if controls else {}
    for it, (seed, calls, _) in zip(found, made, strict=True):
        if (it[2], controls[it].text) in held:
            calls += exempted.calls(seed.name, it[0], guard.texts, it[1], it[2])
    if sizes.names_length(guard.texts):
        stopped = await trial.refused(sizes.questions(paths))
        made += sizes.seeds(paths, stopped)
    return replace(meant, aims=with_more(meant.aims, made))
