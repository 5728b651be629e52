"""`textDocument/inlayHint`: what matchers match beyond what they say, and the time-outs in effect."""

from __future__ import annotations

from typing import Any

from hookwright.ide.inlay_hints import HintKind, inlay_hints
from hookwright.lsp.convert import position_json, span_of
from hookwright.lsp.options import Options
from hookwright.lsp.session import Session


def inlay_hint(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """The hints in the range, without those that the user has switched off."""
    document = session.document(params)
    if document is None or document.file is None:
        return []
    shown = frozenset(it for it in HintKind if _wanted(session.options, it))
    last = session.recollection.results(document) if HintKind.LAST_RUN in shown else {}
    lines = document.lines
    return [
        {
            "position": position_json(lines, it.offset),
            "label": it.label,
            "paddingLeft": True,
            "tooltip": {"kind": "markdown", "value": it.tooltip},
        }
        for it in inlay_hints(document.file, span_of(lines, params["range"]), last, shown)
    ]


def _wanted(options: Options, kind: HintKind) -> bool:
    """What the user says; else a last result is shown in one place, which is its lens where the client has lenses."""
    return options.hints.get(kind.value, kind is not HintKind.LAST_RUN or not options.shows_lenses)
