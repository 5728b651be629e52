"""`hookwright/explainHook`: which hooks the event at a place of a document would run, and why; runs nothing."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.explaining import explained_at
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session


def explain_hook(session: Session, params: dict[str, Any]) -> dict[str, Any]:
    """A `HookExplanation`, in untrusted workspaces too."""
    return explained_at(session, read_params(FireParams, params))
