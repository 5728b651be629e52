"""`completionItem/resolve`: what is to be said about the completion that the user looks at."""

from __future__ import annotations

from typing import Any

from hookwright.dialects import DIALECTS
from hookwright.ide.completion.item_docs import item_markdown
from hookwright.lsp.session import Session


def completion_item_resolve(session: Session, params: dict[str, Any]) -> dict[str, Any]:
    """The item with its documentation; as it was where it leads to nothing that is known."""
    data = params.get("data")
    about = data.get("about") if isinstance(data, dict) else None
    dialect = next((it for it in DIALECTS if isinstance(data, dict) and it.id == data.get("dialect")), None)
    if dialect is None or not isinstance(about, list):
        return params
    text = item_markdown(dialect, tuple(map(str, about)))
    return {**params, "documentation": {"kind": "markdown", "value": text}} if text else params
