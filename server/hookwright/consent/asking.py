"""Which commands are still to be agreed to, and whether what was agreed to is what would run now."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Mapping, Sequence

from hookwright.consent.request import (
    ABSENT,
    TOO_LARGE,
    Confinement,
    ConsentRequest,
    PlannedRun,
    agreement_on,
    consent_requests,
    content_of,
)
from hookwright.engine.consents import Consents, storable_path
from hookwright.errors import NotAgreed
from hookwright.paths import below


def requests_of(wanted: Iterable[PlannedRun]) -> tuple[ConsentRequest, ...]:
    """Every command that these run, once.  Reads the scripts."""
    return tuple({it.agreement: it for one in wanted for it in consent_requests(one)}.values())


def not_agreed(every: Sequence[ConsentRequest], consents: Consents) -> tuple[ConsentRequest, ...]:
    """Those of the commands to ask about.  Reads the stored agreements."""
    given = consents.given(digest for it in every for digest in it.agreements)
    return tuple(it for it in every if it.unread or given.isdisjoint(it.agreements))


def changes_of(asked: Iterable[ConsentRequest], consents: Consents) -> Mapping[str, frozenset[str]]:
    """The commands that the user agreed to as they were earlier, by digest, each with the files that differ since.

    Reads the stored agreements.
    """
    found: dict[str, frozenset[str]] = {}
    for it in asked:
        if consents.knows(it.project, it.command) and not consents.given(
            agreement_on(confinement, it.digest) for confinement in Confinement
        ):
            before = consents.files(it.project, it.command)
            differ = (path for path, now in it.contents.items() if before.get(storable_path(path), now) != now)
            new = (path for path in it.contents if before and storable_path(path) not in before)
            found[it.digest] = frozenset((*differ, *new))
    return found


def confirm(now: Sequence[ConsentRequest], asked: Sequence[ConsentRequest], consents: Consents) -> str | None:
    """Keeps what the user has just agreed to; a sentence if that could not be saved, so that they are asked again.

    Raises NotAgreed if something else would run `now`: a script may change while the question is read.
    """
    just_now = {it.agreement for it in asked}
    if any(it.agreement not in just_now for it in not_agreed(now, consents)):
        raise _changed()
    problem = None
    for it in asked:
        if not it.unread:
            problem = consents.give(it.agreement, it.project, it.command, it.contents) or problem
    return problem


def contents_of(every: Iterable[ConsentRequest]) -> Mapping[str, bytes]:
    """The digests of all the files that these run, by path."""
    return {path: content for it in every for path, content in it.contents.items()}


def require_copied(contents: Mapping[str, bytes], project: str, copy: str) -> None:
    """Raises NotAgreed if a file of the project is another in its copy, which no other program can change."""
    for path, content in contents.items():
        inside = below(path, project)
        copied = content_of(os.path.join(copy, inside)) if inside is not None else content
        # What git ignores stays behind; then the copy has none of it.
        if content != TOO_LARGE and copied not in (content, ABSENT):
            raise _changed()


def _changed() -> NotAgreed:
    return NotAgreed("Nothing was run, since a script changed while you were asked about it", reason="script changed")
