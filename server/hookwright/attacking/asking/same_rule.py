"""Asks a guard whether the rule that stops a command of its own patterns also stops a form of a known danger."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from hookwright.attacking.asking.reasons import rule_of
from hookwright.attacking.asking.trial import Key, Trial
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.forms.variants import swapped
from hookwright.attacking.texts.named_commands import subcommand
from hookwright.attacking.texts.shown import shows

_MOST_FORMS = 40
"""How many forms of one seed a guard is asked about."""


async def shown_by_forms(
    trial: Trial, seeds: Iterable[Seed], commands: Collection[str], said: Mapping[Key, str]
) -> frozenset[str]:
    """The commands that add nothing to a seed: the guard gives the same reason for a form of that.

    `said` is what it says of the commands.
    """
    known: dict[str, list[str]] = {}
    for command, forms in _forms(seeds, commands):
        known.setdefault(command, []).extend(islice(forms, _MOST_FORMS))
    every = dict.fromkeys(text for texts in known.values() for text in texts)
    stopped = await trial.refused(map(question, every)) if every else {}
    return frozenset(
        command
        for command, texts in known.items()
        if _reason(said, command) in {_reason(stopped, it) for it in texts} - {None}
    )


def _forms(seeds: Iterable[Seed], commands: Collection[str]) -> Iterator[tuple[str, Iterator[str]]]:
    """The commands that seeds show, each with the forms of such a seed that have the same subcommand."""
    for seed in seeds:
        for command in commands:
            if command != seed.command and subcommand(command) == subcommand(seed.command) and shows(seed, command):
                head = subcommand(command)
                yield command, (it for it in _of_seed(seed) if subcommand(it) == head and "\n" not in it)


def _of_seed(seed: Seed) -> Iterator[str]:
    yield from (it.command for it in seed.same if not it.signs and not it.partial)
    yield from (swapped(seed.command, it) for it in seed.swaps if not it.signs)


def _reason(said: Mapping[Key, str], command: str) -> str | None:
    """The rule that refuses the command; None if the guard lets it pass, or gives no reason."""
    return rule_of(said.get((SHELL, command), ""), command) or None
