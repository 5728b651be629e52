"""`hookwright/plan`: what firing the hooks at a place of a document would run, and on what; nothing is run (F3)."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.firing import hook_file, plan_json, shot_of
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session


def plan(session: Session, params: dict[str, Any]) -> dict[str, Any]:
    """The plan for the params of `hookwright/fire`, in untrusted workspaces too."""
    wanted = read_params(FireParams, params)
    return plan_json(session, shot_of(session, hook_file(session, wanted.uri), wanted), wanted.uri)
