"""Seeds about a file that a guard stops in some form only, and that it stops about any other file as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hookwright.attacking.asking.results import Tried, Verdict
from hookwright.attacking.asking.trial import Place, Trial
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.texts.meant import Meant
from hookwright.patterns import late_pattern

_ABOUT_FILES = frozenset({"protected", "secrets"})
_FILE = late_pattern(r"[~\w./-]*[./][\w./-]+")
_OF_FILES = frozenset({"Edit", "MultiEdit", "NotebookEdit", "Read", "Write"})
_OTHER = "notes.txt"
_MOST_FORMS = 6
"""So many of the forms that a guard stops are asked about with another file, the smallest ones first."""


async def by_accident(trial: Trial, meant: Meant, tried: Sequence[Tried], put: Place) -> Mapping[tuple[str, str], str]:
    """A form of each of these seeds that the guard stops, by their dangers and names.

    The guard lets the plain command pass, and its rule for these forms is about something else.
    """
    found: dict[tuple[str, str], str] = {}
    for aim in meant.aims:
        for seed in aim.seeds if aim.name in _ABOUT_FILES and not aim.is_named else ():
            key = aim.name, seed.name
            forms = _stopped(seed, [it for it in tried if (it.variant.danger, it.variant.seed) == key])
            others = [question(it.replace(_file(seed), _OTHER)) for it in forms]
            if others and len(await trial.refused(others, put)) == len({it.text for it in others}):
                found[key] = forms[0]
    return found


def _stopped(seed: Seed, tried: Sequence[Tried]) -> list[str]:
    """Some of the forms that the guard stops, if it stops no tool for files, and lets the seed itself pass."""
    stopped = [it.variant for it in tried if it.verdict is Verdict.STOPPED]
    passes = any(it.verdict is Verdict.PASSED and it.variant.text == seed.command for it in tried)
    if not passes or not _file(seed) or any(it.does in _OF_FILES for it in stopped):
        return []
    named = (it for it in stopped if it.does == SHELL and _file(seed) in it.text)
    return [it.text for it in sorted(named, key=lambda it: (not it.text.isprintable(), it.size))][:_MOST_FORMS]


def _file(seed: Seed) -> str:
    """The file that the command of the seed ends with; empty if it ends with none."""
    last = seed.command.rsplit(" ", 1)[-1]
    return last if _FILE.fullmatch(last) else ""
