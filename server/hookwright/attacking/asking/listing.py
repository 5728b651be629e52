"""Asks a guard whether it has a list: of commands that it allows and no others, or of calls that it approves itself.

A call that a hook approves is run without a question to the user.  So what it approves and should not is a hole, even
where the hook refuses nothing.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Danger, Rewording, Seed
from hookwright.attacking.forms.listed import UNKNOWN, danger_of, listed, other_command
from hookwright.attacking.forms.model import APPROVED, ONLY_LISTED, SHELL, Variant, question
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.texts.candidates import Candidates
from hookwright.attacking.texts.meant import Meant
from hookwright.patterns import late_pattern

_MOST_OWN, _MOST_ASKED = 8, 60
_APPROVES = late_pattern(r"(?i)(?<![a-z])(allow|approve)(?![a-z])")
"""What the text of a guard has that can approve a call."""
_DOES = "nobody is asked about, as the hook approves it"
_WHY = "The hook approves it, so the agent runs it without a question."
_BY_DEFAULT = {
    "deletion": ("rm", "repository"),
    "downloads": ("curl to a shell",),
    "history": ("force push", "reset", "clean", "discard", "stash", "branch"),
    "machine": ("permissions", "root", "processes"),
    "production": ("sql", "rows", "docker", "terraform", "kubectl"),
    "publishing": ("npm", "deploy"),
    "secrets": ("env file", "private key"),
    "checks": ("commit",),
}
"""The seeds of which a hook that approves all it does not know should approve none."""
_NEEDED = {"npm": "package.json"}
"""The file without which a seed does nothing in a project."""


async def with_list(trial: Trial, meant: Meant) -> Meant:
    """The same, or what the list of the guard is to stop, where it has one and the user names nothing.

    A guard that refuses or asks for what it knows, and approves all others, is also attacked with what it approves.
    """
    guard = trial.guard
    if not (meant.by_text or meant.by_asking) or SHELL not in guard.tools:
        return meant
    known = [*_own(meant.candidates), *(it.plain for it in listed())]
    others = [*UNKNOWN, other_command(guard.project)]
    held = await _texts(trial.refused(map(question, others)))
    if held.issuperset(UNKNOWN):
        if not held.issuperset(others):
            return meant
        stopped = await _texts(trial.refused(map(question, known)))
        passed = [it for it in known if it not in stopped]
        return _with_danger(meant, ONLY_LISTED, passed, guard.project) if passed else meant
    if guard.texts and not any(map(_APPROVES.search, guard.texts)):
        return meant
    found = await _texts(trial.approved(map(question, (*others, *known))))
    if not found:
        return meant
    if found.isdisjoint(UNKNOWN):
        more = _with_danger(meant, APPROVED, [it for it in known if it in found], guard.project)
        stops = await trial.refused(_asking(meant.aims))
        return replace(meant, aims=(*meant.aims, *more.aims)) if stops and meant.by_text else more
    return await _with_others(trial, meant)


async def _texts(asked: Awaitable[Iterable[tuple[str, str]]]) -> set[str]:
    return {text for _, text in await asked}


def _own(named: Candidates) -> Iterator[str]:
    """Commands that the guard's own patterns name: a list of what is allowed names each that it has."""
    yield from islice(dict.fromkeys(chain.from_iterable(named.commands)), _MOST_ASKED)


def _with_danger(meant: Meant, name: str, passed: Sequence[str], project: str) -> Meant:
    """What a guard is to stop that lets only these commands pass, or approves only these.

    Its text names what it allows, and so shows nothing of what it is meant to stop.
    """
    allowed = [it for it in listed() if it.plain in passed]
    plain = {it.plain for it in listed()}
    own = [it for it in passed if it not in plain][:_MOST_OWN]
    danger = danger_of(allowed, project, own)
    if name == APPROVED:
        danger = replace(danger, does=_DOES, harmless=())
    aims = (Aim(name, danger, danger.seeds, is_named=True),)
    return replace(meant, aims=aims, candidates=Candidates(), by_asking=False, by_text=False)


def _asking(aims: Iterable[Aim]) -> Iterator[Variant]:
    return (question(seed.command) for aim in aims for seed in aim.seeds)


async def _with_others(trial: Trial, meant: Meant) -> Meant:
    """The same with the seeds of other dangers that the guard approves, as it approves all that it does not know."""
    known = trial.guard.dangers
    before = {seed.command for aim in meant.aims for seed in aim.seeds} if meant.by_text else set()
    seeds = [it for it in _seeds(known, trial.guard.project) if it.command not in before]
    found = await trial.approved(question(it.command) for it in seeds)
    more = tuple(it for it in seeds if (SHELL, it.command) in found)
    if not more:
        return meant
    danger = Danger(does=_DOES, seeds=more)
    return replace(meant, aims=(*meant.aims, Aim(APPROVED, danger, more, is_named=True)))


def _seeds(known: Mapping[str, Danger], project: str) -> Iterator[Seed]:
    """One seed each, without its other forms: the first call tells that the guard approves it."""
    missing = {name for name, file in _NEEDED.items() if not os.path.exists(os.path.join(project, file))}
    for danger, names in _BY_DEFAULT.items():
        for it in known[danger].seeds if danger in known else ():
            if it.name in names and it.name not in missing:
                yield Seed(name=it.name, command=it.command, why=f"{it.why} {_WHY}", own=True, same=_first(it))


def _first(seed: Seed) -> tuple[Rewording, ...]:
    return tuple(it for it in seed.same if not it.signs and not it.where)[:1]
