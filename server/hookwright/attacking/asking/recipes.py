"""Asks a guard about the project's own scripts, by their names and by what they run: it may know only one of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Key, Trial
from hookwright.attacking.forms.dangers import Rewording, Seed
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.own import recipes as own_recipes
from hookwright.attacking.own.advice import recommended
from hookwright.attacking.own.aims import own_seed, with_more
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.recipes import Script, scripts, workflows
from hookwright.attacking.texts.shown import shows

_NAMED, _RUN = "The guard stops the script by its name.", "A script of the project runs it, and the guard stops it."
_MOST_SEEDS, _MOST_FORMS = 4, 6
"""How many seeds are added, and how many forms to one seed."""


async def with_scripts(trial: Trial, meant: Meant) -> Meant:
    """The same with what the scripts run that the guard stops by name, and the scripts that run what it stops."""
    guard = trial.guard
    every, started = scripts(guard.project), workflows(guard.project)
    if SHELL not in guard.tools or not (every or started):
        return meant
    seeds = [seed for aim in meant.aims for seed in aim.seeds]
    asked = [it.command for it in seeds]
    asked += (text for it in every for text in (*it.runs, it.control, *own_recipes.outside(it)))
    stopped = await trial.refused(map(question, asked))
    found: dict[str, list[Rewording]] = {}
    advised = recommended(guard.texts)
    for it in every:
        # A guard that names a script and lets it pass wants it to be used.
        is_wanted = any(run in text and (SHELL, run) not in stopped for run in it.runs for text in guard.texts)
        for command, forms in _of_script(it, seeds, stopped, started) if not is_wanted else ():
            found.setdefault(command, []).extend(one for one in forms if one.command not in advised)
    found = {command: forms for command, forms in found.items() if forms}
    for seed in seeds:
        if (SHELL, seed.command) in stopped and (forms := [*own_recipes.of_workflows(seed.command, started)]):
            found.setdefault(seed.command, []).extend(forms)
    most = _MOST_SEEDS if meant.by_text or meant.by_asking else 0
    return _with(meant, found, guard.texts, most)


def _of_script(
    script: Script, seeds: Sequence[Seed], stopped: Mapping[Key, str], started: Mapping[str, str]
) -> list[tuple[str, list[Rewording]]]:
    """Commands that the guard stops, with what has the effect of each, as far as the script tells it."""
    made = []
    run = next((it for it in script.runs if (SHELL, it) in stopped), None)
    is_named = run is not None and (SHELL, script.control) not in stopped
    if run is not None and is_named:
        made.append((run, [*own_recipes.instead_of(script, started)]))
    known = {it for it in script.runs if (SHELL, it) in stopped}
    made += (
        (_command_for(it, seeds, stopped), [*own_recipes.with_name(script, it, known)])
        for it in own_recipes.outside(script)
        if (SHELL, it) in stopped
    )
    held = [it.command for it in seeds if (SHELL, it.command) in stopped]
    made += ((command, [form]) for command, form in own_recipes.with_its_words(script, held))
    return [(command, forms) for command, forms in made if forms]


def _command_for(command: str, seeds: Sequence[Seed], stopped: Mapping[Key, str]) -> str:
    """The command of the seed that a command belongs to: with its subcommand, or its sign; else the command itself."""
    held = [it for it in seeds if (SHELL, it.command) in stopped]
    head = own_recipes.head(command)
    of_head = (it for it in held if len(head) > 1 and own_recipes.head(it.command) == head)
    shown = (it for it in held if shows(it, command))
    return next((it.command for it in (*of_head, *shown)), command)


def _with(meant: Meant, found: Mapping[str, list[Rewording]], texts: Sequence[str], most: int) -> Meant:
    """The same with these forms of the seeds with these commands, or of new seeds, at most so many."""
    known = {seed.command for aim in meant.aims for seed in aim.seeds}
    aims = tuple(
        replace(aim, seeds=tuple(_with_forms(it, found.get(it.command, ())) for it in aim.seeds)) for aim in meant.aims
    )
    new = [it for it in found if it not in known][:most]
    made = [_with_forms(own_seed(it, texts, _why(it, found[it])), found[it]) for it in new]
    return replace(meant, aims=with_more(aims, ((it, (), ()) for it in made)))


def _why(command: str, forms: Sequence[Rewording]) -> str:
    return _RUN if own_recipes.is_outside(command) and forms else _NAMED


def _with_forms(seed: Seed, forms: Sequence[Rewording]) -> Seed:
    known = {seed.command, *(it.command for it in seed.same)}
    new = {it.command: it for it in reversed(forms) if it.command not in known}
    return replace(seed, same=(*seed.same, *[*new.values()][::-1][:_MOST_FORMS])) if new else seed
