"""`hookwright/hooks`: every configured hook by event, in the order in which they fire, and how it did last."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from contextlib import nullcontext
from typing import Any

from hookwright.engine.journal.place import journal_path
from hookwright.lsp.finding_hooks import Asked, Looked
from hookwright.lsp.methods import HooksParams, read_params
from hookwright.lsp.session import Session
from hookwright.lsp.untyped import JsonText
from hookwright.paths import absolute

# What was just recorded is waited for, for a moment.
_FLUSH_SECONDS = 1.0


def hooks(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, JsonText]:
    """A `HookTree`; runs nothing, so it works in an untrusted workspace too.

    A client with a user interface is told by `hookwright/hooksChanged` when it is no longer right.
    """
    wanted = read_params(HooksParams, params)
    options, environ = session.options, session.host.environ
    documents = [(it.path, it.uri, it.text) for it in session.documents.values() if it.path is not None]
    asked = Asked(
        folders=(absolute(wanted.project_dir),) if wanted.project_dir else options.folders,
        open_too=wanted.project_dir is None,
        options=options,
        environ=environ,
        texts={path: text for path, _, text in documents},
        uris={path: uri for path, uri, _ in documents},
        journal=journal_path(environ, options.home) if session.journal is not None else None,
        fired=session.recollection.fired() if "recollection" in vars(session) else {},
    )
    return _tree(session, asked)


async def _tree(session: Session, asked: Asked) -> JsonText:
    def make() -> tuple[JsonText, Looked]:
        if session.journal is not None:
            session.journal.flush(_FLUSH_SECONDS)
        tree, looked = session.hook_trees.make(asked)
        return JsonText(json.dumps(tree, separators=(",", ":"))), looked

    with session.hook_news.held_back() if session.hook_news is not None else nullcontext():
        tree, looked = await asyncio.to_thread(make)
    if session.hook_news is not None and asked.open_too:
        session.following.follow_tree(looked, asked.options, session.hook_news.changed_elsewhere)
    return tree
