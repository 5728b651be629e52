"""Asks a guard what it stops of the clients of databases that its text names, and attacks it with their statements."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Danger, Seed
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.aims import OWN_PATTERNS, with_more
from hookwright.attacking.own.clients import Made, asked, database_file, own_scripts, seeds, shown, tables
from hookwright.attacking.texts.fitting import fitting
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.statements import TABLE
from hookwright.patterns import late_pattern

_BEGUN = late_pattern(r"(?i) (?:alter|create|delete|drop|insert|replace|truncate|update)\Z")
"""The end of a command that has only the verb of a statement."""


async def with_clients(trial: Trial, meant: Meant) -> Meant:
    """The same with the statements that the guard stops in the command lines of clients, and what resembles them."""
    texts, project = trial.guard.texts, trial.guard.project
    if not (meant.by_text or meant.by_asking) or not any(shown(texts, TABLE)):
        return meant
    whole = "\n".join(texts)
    named = {table: list(shown(texts, table)) for table in tables(whole)}
    calls = [question(it) for every in named.values() for both in every for it in asked(*both)]
    stopped = {text for does, text in await trial.refused(calls) if does == SHELL}
    made: list[Made] = []
    done: set[str] = set()
    programs: set[str] = set()
    covered: set[str] = set()
    for table, every in named.items():
        for language, client in every:
            scripts = own_scripts(client, project) if client.name not in done else ()
            found = list(seeds(language, client, table, stopped, file=database_file(whole), scripts=scripts))
            if client.name not in done:
                made += [(_here(seed, project), calls, harmless) for seed, calls, harmless in found]
            if found:
                done.add(client.name)
                programs.add(client.run.split(" ")[0])
                covered |= {_plain(it) for seed, _, _ in found for it in _commands(seed)}
    return replace(meant, aims=with_more(_without(meant.aims, covered, programs), made)) if made else meant


def _here(seed: Seed, project: str) -> Seed:
    """The seed with the forms that fit the project."""
    return fitting(seed.name, Danger(does=seed.name, seeds=(seed,)), project).seeds[0]


def _commands(seed: Seed) -> list[str]:
    return [seed.command, *(it.command for it in seed.same)]


def _plain(command: str) -> str:
    return command.replace("'", '"')


def _without(aims: Sequence[Aim], covered: Collection[str], programs: Collection[str]) -> tuple[Aim, ...]:
    """The aims without the guard's own commands that the clients have as well.

    Those of the programs that end in a verb are none: the pattern leaves out the rest of the statement.
    """
    before = next((it for it in aims if it.name == OWN_PATTERNS), None)
    if before is None:
        return tuple(aims)
    lost = {
        it.name
        for it in before.seeds
        if _plain(it.command) in covered or (it.command.split(" ")[0] in programs and _BEGUN.search(it.command))
    }
    kept = tuple(it for it in before.seeds if it.name not in lost)
    calls, harmless = (
        tuple(it for it in every if it.seed not in lost) for every in (before.danger.calls, before.danger.harmless)
    )
    danger = replace(before.danger, seeds=kept, calls=calls, harmless=harmless)
    others = tuple(it for it in aims if it is not before)
    return (*others, replace(before, danger=danger, seeds=kept)) if kept else others
