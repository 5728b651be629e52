"""What is configured for a project, in every dialect that has files there: the ground that reports stand on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot, load
from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.plan import Step, step_of
from hookwright.model.hook import Hook
from hookwright.model.outcome import identity
from hookwright.syntax.tree import ProblemKind


def overview(
    project: str,
    home: str | None,
    *,
    dialect: str | None = None,
    open_texts: Mapping[str, str] | None = None,
    environ: Mapping[str, str] | None = None,
) -> tuple[Snapshot, ...]:
    """The snapshots of all dialects that have files for the project, or of the named one in any case.

    Raises UnknownDialect.
    """
    chosen = DIALECTS if dialect is None else (by_id(dialect),)
    found = (load(it, project, home, open_texts=open_texts, environ=environ) for it in chosen)
    return tuple(it for it in found if dialect is not None or it.files or it.problems)


def dialect_json(snapshot: Snapshot) -> dict[str, Any]:
    """What both reports say of a dialect: whether it is switched on, its files, and what is wrong with them."""
    return {
        "id": snapshot.dialect.id,
        "title": snapshot.dialect.title,
        "enabled": snapshot.switched_off is None,
        "disabledBecause": snapshot.switched_off,
        "files": [_file_json(it, snapshot.hooks) for it in snapshot.files],
        "problems": list(snapshot.problems),
    }


def hook_json(snapshot: Snapshot, hook: Hook) -> dict[str, Any]:
    """One hook with its event, its matcher as written, and its time limit in seconds."""
    step = _step(snapshot, hook)
    return {
        **identity(hook).to_json(),
        "event": hook.event,
        "matcher": hook.matcher,
        "timeout": step.timeout if step else hook.timeout,
        "skippedBecause": step.skipped_because if step else None,
    }


def _step(snapshot: Snapshot, hook: Hook) -> Step | None:
    row = snapshot.dialect.event(hook.event)
    return None if row is None else step_of(snapshot.dialect, row, hook, (), snapshot.knobs)


def _file_json(file: HookFile, hooks: Sequence[Hook]) -> dict[str, Any]:
    return {
        "path": file.path,
        "scope": file.scope.value,
        "hooks": sum(it.source == file.path for it in hooks),
        "broken": any(it.kind is ProblemKind.SYNTAX for it in file.tree.problems),
    }
