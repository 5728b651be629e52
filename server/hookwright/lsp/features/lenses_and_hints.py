"""`textDocument/codeLens` and `inlayHint`: what can be done with a hook, and what is not written but holds."""

from __future__ import annotations

from lsprotocol import types

from hookwright.engine.process import can_start
from hookwright.ide.code_lens import FIRING, LensKind, code_lenses
from hookwright.ide.inlay_hints import HintKind, inlay_hints
from hookwright.lsp.convert import lsp_position, lsp_range, span_of
from hookwright.lsp.options import Options
from hookwright.lsp.services import Services


def code_lens(services: Services, params: types.CodeLensParams) -> list[types.CodeLens]:
    """`▶ Fire`, `Explain` and the last result above every hook, with all that their command needs.

    Those that the user has switched off are left out.
    """
    document = services.document(params.text_document)
    if document is None or document.file is None:
        return []
    shown = frozenset(it for it in LensKind if services.options.lenses.get(it.value, True))
    results = services.last_runs.results(document) if LensKind.LAST_RESULT in shown else {}
    return [
        types.CodeLens(
            lsp_range(document.lines, it.span),
            types.Command(it.title, it.command, arguments=[{"uri": document.uri, "pointer": it.pointer}]),
        )
        for it in code_lenses(document.file, results, shown)
        if can_start() or it.command not in FIRING
    ]


def inlay_hint(services: Services, params: types.InlayHintParams) -> list[types.InlayHint]:
    """What matchers match beyond what they say, and the time-outs in effect, without those that are switched off."""
    document = services.document(params.text_document)
    if document is None or document.file is None:
        return []
    shown = frozenset(it for it in HintKind if _wanted(services.options, it))
    last = services.last_runs.results(document) if HintKind.LAST_RUN in shown else {}
    lines = document.lines
    return [
        types.InlayHint(
            lsp_position(lines, it.offset),
            it.label,
            padding_left=True,
            tooltip=types.MarkupContent(types.MarkupKind.Markdown, it.tooltip),
        )
        for it in inlay_hints(document.file, span_of(lines, params.range), last, shown)
    ]


def _wanted(options: Options, kind: HintKind) -> bool:
    """What the user says; else a last result is shown in one place, which is its lens where the client has lenses."""
    return options.hints.get(kind.value, kind is not HintKind.LAST_RUN or not options.shows_lenses)
