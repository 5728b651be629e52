"""`textDocument/codeLens`, `inlayHint` and `semanticTokens`: what the editor shows in a document beside its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from hookwright.engine.process import can_start
from hookwright.ide.code_lens import (
    DOCTOR,
    FIRING,
    SEEN,
    USUAL_LENSES,
    Lens,
    LensKind,
    attack_lens,
    can_fire,
    guard_lens,
    seen_lens,
)
from hookwright.ide.command_tokens import Modifier, TokenType
from hookwright.ide.guard_words import can_attack, guard_title, is_broken
from hookwright.ide.inlay_hints import HintKind
from hookwright.ide.script_hooks import findings_lens
from hookwright.ide.semantic_tokens import SemanticToken
from hookwright.lsp.convert import lsp_position, lsp_range, placed, span_of
from hookwright.lsp.documents import Document
from hookwright.lsp.features import TOKEN_MODIFIERS, TOKEN_TYPES
from hookwright.lsp.options import Options
from hookwright.lsp.services import Services
from hookwright.text import LineIndex, to_pointer

# Of longer texts clients get what they show.
_LONGEST = 256 * 1024
_TYPES = {it: TOKEN_TYPES.index(it.value) for it in TokenType}
_MODIFIERS = {it: 1 << TOKEN_MODIFIERS.index(it.value) for it in Modifier}


async def code_lens(services: Services, params: types.CodeLensParams) -> list[types.CodeLens]:
    """`▶ Fire`, the last result and what is wrong above every hook, and `▶ Fire` above scripts, with all they need.

    The user may have others shown, and these left out.
    """
    document = services.session.document(params.text_document)
    if document is None:
        return []
    await services.find_hooks_of(document)
    wanted = services.session.options.settings.lenses
    shown = frozenset(it for it in LensKind if wanted.get(it.value, it in USUAL_LENSES))
    lenses = document.lenses(shown, lambda: services.last_runs.results(document))
    if LensKind.PROBLEMS in shown:
        lenses = (*lenses, *_findings_in_scripts(services, document))
    if not shown.isdisjoint((LensKind.PROBLEMS, LensKind.SEEN)):
        lenses = (*lenses, *_seen(services, document))
    if not shown.isdisjoint((LensKind.PROBLEMS, LensKind.GUARD, LensKind.ATTACK)):
        lenses = (*lenses, *_guards(services, document))
    return _lsp_lenses(document, (it for it in lenses if it.kind in shown))


def _seen(services: Services, document: Document) -> Iterator[Lens]:
    """What agents recorded of the document's hooks, as far as it is known by now."""
    if document.file is None or not document.file.hooks:
        return
    titles = services.seen_hooks.titles(document.file)
    for _, hook in document.file.hooks:
        title = titles.get(to_pointer(hook.route))
        if title is not None:
            yield seen_lens(hook, title.text, is_problem=title.is_problem)


def _guards(services: Services, document: Document) -> Iterator[Lens]:
    """The states of the guards among the document's hooks, as far as they are known by now, and what attacks them."""
    if document.file is None or not document.file.hooks:
        return
    known = services.guard_states.of(document)
    for _, hook in document.file.hooks:
        guard = known.get(to_pointer(hook.route))
        if guard is None:
            continue
        yield guard_lens(hook, guard_title(guard), is_problem=is_broken(guard))
        if can_fire(hook) and can_attack(guard):
            yield attack_lens(hook)


def _findings_in_scripts(services: Services, document: Document) -> Iterator[Lens]:
    """What is wrong with the scripts of the document's hooks, as far as it is known by now."""
    if document.file is None or not document.file.hooks:
        return
    found = services.script_findings.of(document)
    for _, hook in document.file.hooks:
        known = found.get(hook.route)
        if known is not None:
            yield findings_lens(hook, known.path, known.count)


def _lsp_lenses(document: Document, lenses: Iterable[Lens]) -> list[types.CodeLens]:
    return [
        types.CodeLens(
            lsp_range(document.lines, it.span),
            types.Command(it.title, it.command, arguments=_arguments(document, it)),
        )
        for it in lenses
        if can_start() or it.command not in FIRING
    ]


def _arguments(document: Document, it: Lens) -> list[types.LSPAny] | None:
    """The place of the lens; None for a command that is about the whole project."""
    return None if it.command in (DOCTOR, SEEN) else [placed(document.uri, it.path, it.pointer)]


def inlay_hint(services: Services, params: types.InlayHintParams) -> list[types.InlayHint]:
    """What matchers match beyond what they say, and the time-outs in effect, without those that are switched off."""
    document = services.session.document(params.text_document)
    if document is None:
        return []
    shown, lines = frozenset(it for it in HintKind if _wanted(services.session.options, it)), document.lines
    hints = document.hints(span_of(lines, params.range), shown, lambda: services.last_runs.results(document))
    return [
        types.InlayHint(
            lsp_position(lines, it.offset),
            it.label,
            padding_left=True,
            tooltip=types.MarkupContent(types.MarkupKind.Markdown, it.tooltip),
        )
        for it in hints
    ]


def semantic_tokens_full(services: Services, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """All tokens; nothing for files that hold no hooks, or are very long."""
    document = services.session.document(params.text_document)
    if document is None or len(document.text) > _LONGEST:
        return None
    return _lsp_tokens(document.lines, document.tokens())


def semantic_tokens_range(services: Services, params: types.SemanticTokensRangeParams) -> types.SemanticTokens | None:
    """The tokens of the strings in the range; nothing for files that hold no hooks."""
    document = services.session.document(params.text_document)
    if document is None:
        return None
    return _lsp_tokens(document.lines, document.tokens(span_of(document.lines, params.range)))


def _wanted(options: Options, kind: HintKind) -> bool:
    """What the user says; else a last result is shown in one place, which is its lens where the client has lenses."""
    return options.settings.hints.get(kind.value, kind is not HintKind.LAST_RUN or not options.client.shows_lenses)


def _lsp_tokens(lines: LineIndex, tokens: Iterable[SemanticToken] | None) -> types.SemanticTokens | None:
    """Five numbers for each token, in order: its place in UTF-16, relative to the one before, and its kind."""
    if tokens is None:
        return None
    data: list[int] = []
    last_line, last_start = 0, 0
    for it in tokens:
        (line, start), (_, end) = lines.place(it.span.start), lines.place(it.span.end)
        column = start - last_start if line == last_line else start
        bits = _MODIFIERS[it.modifier] if it.modifier else 0
        data += (line - last_line, column, end - start, _TYPES[it.type], bits)
        last_line, last_start = line, start
    return types.SemanticTokens(data)
