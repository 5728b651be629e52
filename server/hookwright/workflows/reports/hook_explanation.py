"""Which hooks an event would run at a place of a file, and why, with links to them: `hookwright/explainHook`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot
from hookwright.engine.explain import explanation
from hookwright.engine.plan import make_plan
from hookwright.model.hook import Hook
from hookwright.model.outcome import identity
from hookwright.policies.payloads import stdin_object
from hookwright.syntax.tree import find
from hookwright.workflows.firing.fire import Shot
from hookwright.workflows.phrases import matcher_text

_START = {"line": 0, "character": 0}


def hook_explanation(
    shot: Shot, snapshot: Snapshot, uri: str, uris: Mapping[str, str], *, trusted: bool
) -> dict[str, Any]:
    """The wire's `HookExplanation` for a shot at the file of that URI, among all hooks of the snapshot.

    `uris` are those of open documents by their paths.
    """
    plan = make_plan(shot.plan.request, snapshot)
    told = explanation(plan, trusted=trusted)
    files = {it.path: it for it in snapshot.files}
    hooks = {identity(it).id: it for it in snapshot.hooks}
    asked = {identity(it.hook).id for it in shot.plan.steps}

    def entry(it: dict[str, Any]) -> dict[str, Any]:
        named = it["hook"]["id"]
        return {**it, **_place(hooks[named], files, uris), "asked": named in asked}

    dialect = snapshot.dialect
    return {
        "uri": uri,
        "pointer": shot.pointer,
        "dialect": dialect.id,
        "dialectTitle": dialect.title,
        "event": plan.row.name,
        "sample": {"name": shot.sample, "description": shot.about_sample} if shot.sample is not None else None,
        "samples": [*shot.samples],
        "payload": stdin_object(dialect, plan.row, plan.facts),
        "matched": [entry(it) for it in told["matched"]],
        "skipped": [entry(it) for it in told["skipped"]],
    }


def _place(hook: Hook, files: Mapping[str, HookFile], uris: Mapping[str, str]) -> dict[str, Any]:
    file = files.get(hook.source)
    node = find(file.tree, hook.route) if file is not None else None
    extent = {"start": _START, "end": _START}
    if file is not None and node is not None:
        line, character, last_line, last_character = file.tree.lines.extent(node.span)
        extent = {
            "start": {"line": line, "character": character},
            "end": {"line": last_line, "character": last_character},
        }
    uri = uris.get(hook.source) or Path(hook.source).as_uri()
    return {"uri": uri, "range": extent, "matcher": matcher_text(hook.matcher)}
