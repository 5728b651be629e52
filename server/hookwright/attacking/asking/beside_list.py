"""Finds files that a guard says it keeps, and that its list of paths has not."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import question
from hookwright.attacking.own import beside_list
from hookwright.attacking.own.aims import OWN_PATTERNS
from hookwright.attacking.texts.meant import Meant

_TOOL, _MOST_ASKED = "Edit", 24
_LEAST_STOPPED = 2
"""A guard that stops so many files of a list is about what its text says of them."""


async def with_files_beside_the_list(trial: Trial, meant: Meant) -> Meant:
    """The same with files that are about the same words as a list of the guard, if its text names these words.

    Also with files of other folders that are for the same as those of the list, such as migrations.
    """
    guard = trial.guard
    aim = next((it for it in meant.aims if it.name == OWN_PATTERNS), None)
    seeds = [it for it in aim.seeds if it.command == f"echo x > {it.name}"] if aim is not None else []
    if aim is None or not seeds or _TOOL not in guard.tools:
        return meant
    paths = meant.candidates.paths
    about = beside_list.files_about(beside_list.kept_words(guard.texts, paths), guard.project)
    of_sort = beside_list.files_of_sort((it.name for it in seeds), guard.project)
    others = {path: word for path, word in {**about, **of_sort}.items() if path not in paths}
    asked = {it: question(f"{{project}}/{it}", _TOOL) for it in (*paths, *[*others][:_MOST_ASKED])}
    stopped = {text for _, text in await trial.refused(asked.values())} if others else set()
    passing = [(path, word) for path, word in others.items() if path in asked and asked[path].text not in stopped]
    calls = [*beside_list.calls_of_sort((it for it in passing if it[0] in of_sort), seeds[0].name)]
    if sum(asked[it].text in stopped for it in paths) >= _LEAST_STOPPED:
        calls += beside_list.calls((it for it in passing if it[0] not in of_sort), seeds[0].name)
    if not calls:
        return meant
    danger = replace(aim.danger, calls=(*aim.danger.calls, *calls))
    return replace(meant, aims=tuple(replace(it, danger=danger) if it is aim else it for it in meant.aims))
