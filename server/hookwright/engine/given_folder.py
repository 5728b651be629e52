"""Whether the folder is there that hooks were to make for their agent."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from hookwright.engine.plan import Plan
from hookwright.model.hook_type import Performer
from hookwright.model.outcome import Folded, Run
from hookwright.policies.output import value_at


def with_given_folder(folded: Folded, plan: Plan, runs: Sequence[Run]) -> Folded:
    """The outcome on an event whose hooks make a folder: blocked where they give none, or one that is not there.

    Where one of them gives a folder, it does not matter that others fail.
    """
    if not plan.row.folder_in or not any(it.result for it in runs):
        return folded
    given = next(_given(plan, runs), None)
    if given is None:
        return folded if folded.blocked else _refused(folded, "no hook gave the path of a folder")
    if os.path.isdir(os.path.join(plan.request.project_dir, given)):
        return replace(folded, blocked=False, reason=None)
    return _refused(folded, f"a hook must print the folder that it made as its last line; `{given}` is not a folder")


def _given(plan: Plan, runs: Sequence[Run]) -> Iterator[str]:
    """The paths that hooks gave, in the order of the files."""
    commands = {it.name for it in plan.request.dialect.grammar.types if it.by is Performer.COMMAND}
    for run in runs:
        if run.hook.type in commands:
            printed = run.result.stdout.strip() if run.result is not None and run.result.exit_code == 0 else ""
            found: object = printed.rpartition("\n")[2].strip()
        else:
            found = value_at(run.reading.output or {}, plan.row.folder_in)
        if isinstance(found, str) and found:
            yield found


def _refused(folded: Folded, reason: str) -> Folded:
    return replace(folded, blocked=True, reason=reason)
