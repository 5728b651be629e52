"""Guards of the names of new branches: only a branch with a name that they do not accept is a hole."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.texts.meant import Meant

_KEY = "branches", "new branch"
_ACCEPTED = "fix/menu"
"""The name in the forms of the seed, which is as most rules want names to be."""
_NAMES = ("menu_1", "Menu", "menu", "wip")
_WAYS = ("git checkout -b {}", "git switch -c {}", "git branch {}")
_WHY = "It makes a branch with a name that the guard does not accept."


async def with_names_of_branches(trial: Trial, meant: Meant) -> Meant:
    """The same with a name that the guard refuses, where it lets branches with usual names be made."""
    danger, seed_name = _KEY
    if not any(it.name == danger and seed_name in {seed.name for seed in it.seeds} for it in meant.aims):
        return meant
    names = (_ACCEPTED, *_NAMES)
    stopped = {text for _, text in await trial.refused(question(way.format(it)) for it in names for way in _WAYS)}
    refused = {it: [way for way in _WAYS if way.format(it) in stopped] for it in names}
    name = next((it for it in _NAMES if refused[it]), None)
    if refused[_ACCEPTED] or name is None:
        return meant
    return replace(meant, aims=tuple(_with_name(it, name) if it.name == danger else it for it in meant.aims))


def _with_name(aim: Aim, name: str) -> Aim:
    calls = tuple(it for it in aim.danger.calls if it.seed != _KEY[1] or it.does == SHELL)
    seeds = tuple(_named(it, name) if it.name == _KEY[1] else it for it in aim.seeds)
    return replace(aim, danger=replace(aim.danger, calls=calls), seeds=seeds)


def _named(seed: Seed, name: str) -> Seed:
    """The seed with the name in the place of the usual one, without forms that have another name."""
    forms = (replace(it, command=it.command.replace(_ACCEPTED, name)) for it in seed.same if _ACCEPTED in it.command)
    return replace(seed, command=seed.command.replace(_ACCEPTED, name), why=_WHY, same=tuple(forms))
