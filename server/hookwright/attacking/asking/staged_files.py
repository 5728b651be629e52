"""Finds files that a guard does not let be staged: it stops `git add` with their names, and lets other files pass."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.own import endings, staging
from hookwright.attacking.own.aims import with_more
from hookwright.attacking.texts.meant import Meant


async def with_staged_files(trial: Trial, meant: Meant) -> Meant:
    """The same with the files in folders, and the endings, that the guard's patterns name and nobody may stage."""
    if (
        not (meant.by_text or meant.by_asking)
        or SHELL not in trial.guard.tools
        or not staging.is_named(trial.guard.texts)
    ):
        return meant
    of_commands = (it.rsplit(" ", 1)[-1] for every in meant.candidates.commands for it in every)
    named = staging.files((*meant.candidates.paths, *of_commands), trial.stages[0].before["project"])
    shown = [*endings.sorts(meant.candidates.paths)]
    of_files = (it for path in named for it in (f"git add {path}", f"cat {path}"))
    asked = (staging.OTHER, *of_files, *endings.questions(shown))
    stopped = await trial.refused(map(question, asked))
    if (SHELL, staging.OTHER) in stopped:
        return meant
    # Whatever a guard stops with the name, it is not about staging.
    held = [it for it in named if (SHELL, f"git add {it}") in stopped and (SHELL, f"cat {it}") not in stopped]
    of_endings = endings.made(shown, {text for does, text in stopped if does == SHELL})
    return replace(meant, aims=with_more(meant.aims, [*map(staging.made, held[: staging.MOST_FILES]), *of_endings]))
