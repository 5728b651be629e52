"""`hookwright.explain`: which hooks the event at a place of a document would run, and why; runs nothing."""

from __future__ import annotations

from typing import Any

from hookwright.config.discover import hook_paths, project_of
from hookwright.config.workspace import load
from hookwright.engine.explain import explanation
from hookwright.engine.plan import make_plan
from hookwright.ide.explained import explained, plain_explained
from hookwright.lsp.firing import hook_file, shot_of
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session
from hookwright.lsp.showing import show


def explain(session: Session, argument: dict[str, Any]) -> dict[str, Any]:
    """The result of `hookwright/explain`; every file of the project has a say where the document is one of them."""
    wanted = read_params(FireParams, argument)
    file = hook_file(session, wanted.uri)
    project, home = project_of(file.dialect, file.path), session.options.home
    discovered = file.path in {path for _, path in hook_paths(file.dialect, project, home)}
    files = None if discovered else [file.path]
    snapshot = load(
        file.dialect, project, home, config_files=files, open_texts=session.open_texts(), environ=session.host.environ
    )
    plan = make_plan(shot_of(session, file, wanted).plan.request, snapshot)
    told = explanation(plan, trusted=session.options.trusted)
    show(session, f"explain-{told['event']}", explained(told), plain_explained(told))
    return told
