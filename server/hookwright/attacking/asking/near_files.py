"""Asks a guard about files near those that its text names: of their family, of their list, and of a folder."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.own import dead_entries, prefixes, secret_names
from hookwright.attacking.own.aims import with_more
from hookwright.attacking.own.committed import asks_disk
from hookwright.attacking.own.reads import without_mistakes
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.path_lists import path_lists


async def with_names_of_secrets(trial: Trial, meant: Meant) -> Meant:
    """The same with the files of each family of which the guard stops some by a tool for files, such as keys."""
    shown = (
        secret_names.with_others(secret_names.families(trial.guard.texts)) if meant.by_text or meant.by_asking else ()
    )
    by_shell = SHELL in trial.guard.tools and any(it.name == "secrets" for it in meant.aims)
    calls = [question(path, does) for does, path in secret_names.questions(shown, by_shell=by_shell)]
    stopped = without_mistakes(await trial.refused(calls)) if calls else {}
    return replace(meant, aims=secret_names.with_names(meant.aims, shown, stopped))


async def with_dead_entries(trial: Trial, meant: Meant) -> Meant:
    """The same with files that a list of the guard names and that it lets pass, unlike most others of that list."""
    guard = trial.guard
    # Such a guard may let new files be written.
    is_asked = bool(meant.aims) and (meant.by_text or meant.by_asking) and not asks_disk(guard.texts)
    lists = [*path_lists(guard.texts)] if is_asked else []
    calls = [question(path, does) for does, path in dead_entries.questions(lists, guard.tools)]
    stopped = without_mistakes(await trial.refused(calls)) if calls else {}
    return replace(meant, aims=dead_entries.with_dead(meant.aims, dead_entries.dead(lists, guard.tools, stopped)))


async def with_folders(trial: Trial, meant: Meant) -> Meant:
    """The same with folders outside of the project that the guard's text names, and of which it stops files."""
    named = prefixes.folders(trial.guard.texts, trial.guard.project) if meant.by_text or meant.by_asking else ()
    paths = {it: prefixes.files_of(it) for it in named}
    calls = [question(path, does) for every in paths.values() for path in every for does in prefixes.TOOLS]
    stopped = await trial.refused(calls) if calls else {}
    held = (
        (
            it,
            [
                does
                for does in prefixes.TOOLS
                if (does, inside) in stopped and not any((does, path) in stopped for path in others)
            ],
        )
        for it, (inside, *others) in paths.items()
    )
    return replace(meant, aims=with_more(meant.aims, prefixes.seeds(it for it in held if it[1])))
