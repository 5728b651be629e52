"""From the editor's own values to the protocol's types, and back; positions are UTF-16."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from lsprotocol import types

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.rule import Place
from hookwright.lsp.options import Options
from hookwright.model.reaction import Severity
from hookwright.paths import uri_of
from hookwright.syntax.tree import Tree
from hookwright.text import Edit, LineIndex, Span

BEGINNING = types.Range(types.Position(0, 0), types.Position(0, 0))

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def lsp_position(lines: LineIndex, offset: int) -> types.Position:
    """An offset as a position."""
    found = lines.position(offset)
    return types.Position(found.line, found.character)


def lsp_range(lines: LineIndex, span: Span) -> types.Range:
    """A span as a range."""
    return types.Range(lsp_position(lines, span.start), lsp_position(lines, span.end))


def span_of(lines: LineIndex, extent: types.Range) -> Span:
    """A range as a span; positions outside the text are clamped."""
    start, end = extent.start, extent.end
    return Span(lines.offset(start.line, start.character), lines.offset(end.line, end.character))


def text_edits(lines: LineIndex, edits: Iterable[Edit]) -> list[types.TextEdit]:
    """Edits as text edits."""
    return [types.TextEdit(lsp_range(lines, it.span), it.text) for it in edits]


def lsp_diagnostic(
    uri: str, lines: LineIndex, tree: Tree | None, diagnostic: Diagnostic, client: Options
) -> types.Diagnostic:
    """A finding as a diagnostic, with what the client shows of it; hook modules have no `tree`."""
    finding = diagnostic.finding
    page = page_uri(diagnostic.rule.name) if client.links_codes else None
    tags = [types.DiagnosticTag.Unnecessary] * finding.unnecessary + [
        types.DiagnosticTag.Deprecated
    ] * finding.deprecated
    related = (
        [types.DiagnosticRelatedInformation(_location(uri, tree, place), message) for place, message in finding.related]
        if tree is not None
        else []
    )
    return types.Diagnostic(
        lsp_range(lines, diagnostic.span),
        finding.message,
        severity=SEVERITIES[diagnostic.severity],
        code=diagnostic.rule.code,
        code_description=types.CodeDescription(page) if page is not None else None,
        source="hookwright",
        tags=tags if tags and client.tags.issuperset(tags) else None,
        related_information=related if related and client.shows_related else None,
        data={"name": diagnostic.rule.name},
    )


def _location(uri: str, tree: Tree, place: Place) -> types.Location:
    """A place as a location, in the file at `uri` or in the other one that the place names."""
    if place.file is not None:
        uri, tree = uri_of(place.file.path), place.file.tree
    return types.Location(uri, lsp_range(tree.lines, resolve(tree, place)))


_PACKAGE = Path(__file__).resolve().parents[1]
_FOLDERS = (_PACKAGE / "rule_pages", _PACKAGE.parents[1] / "docs" / "rules")


@cache
def page_uri(name: str) -> str | None:
    """The `file:` URI of the page of the rule of that name; None where it did not come along."""
    pages = (folder / f"{name}.md" for folder in _FOLDERS)
    return next((it.as_uri() for it in pages if it.is_file()), None)
