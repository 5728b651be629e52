"""Asks a guard about commands that a file such as `CLAUDE.md` forbids, where its messages name that file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.forms.policies import harmless_beside
from hookwright.attacking.forms.variants import swapped
from hookwright.attacking.own.aims import own_seed, with_more
from hookwright.attacking.own.deletion import harmless_beside_deletions
from hookwright.attacking.texts.instructions import forbidden
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.shown import shows

_WHY = "A file for agents forbids it, and the guard's own text refers to that file."
_HARMLESS = "echo hello"
_MOST_FORMS = 12


async def with_instructions(trial: Trial, meant: Meant) -> Meant:
    """The same with the commands that such a file forbids, and of which the guard stops at least one form."""
    guard = trial.guard
    if SHELL not in guard.tools or not (meant.by_text or meant.by_asking):
        return meant
    known = [seed for aim in meant.aims for seed in aim.seeds]
    commands = (it for it in forbidden(guard.texts, guard.project)[0] if not any(_covers(seed, it) for seed in known))
    made = [own_seed(it, guard.texts, _WHY) for it in commands]
    forms = {it.command: [*islice(_forms(it), _MOST_FORMS)] for it in made}
    asked = [_HARMLESS, *(text for every in forms.values() for text in every)]
    stopped = await trial.refused(map(question, asked)) if made else {}
    held = [it for it in made if any((SHELL, text) in stopped for text in forms[it.command])]
    if not held or (SHELL, _HARMLESS) in stopped:
        return meant
    more = ((it, (), (*harmless_beside(it, guard.texts), *harmless_beside_deletions(it))) for it in held)
    return replace(meant, aims=with_more(meant.aims, more))


def _covers(seed: Seed, command: str) -> bool:
    return shows(seed, command) or seed.command == command or command in (it.command for it in seed.same)


def _forms(seed: Seed) -> Iterable[str]:
    def every() -> Iterator[str]:
        yield seed.command
        yield from (it.command for it in seed.same if not it.partial)
        yield from (swapped(seed.command, it) for it in seed.swaps)

    return dict.fromkeys(every())
