"""From the editor's own values to the protocol's types, and back; positions are UTF-16."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

from lsprotocol import types

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.folding import lines_told
from hookwright.analysis.rule import Place
from hookwright.lsp.options import Options
from hookwright.lsp.results import LocationJson
from hookwright.model.reaction import Severity
from hookwright.paths import uri_of
from hookwright.syntax.tree import Tree
from hookwright.text import Edit, LineIndex, RangeJson, Span

BEGINNING = types.Range(types.Position(0, 0), types.Position(0, 0))

SEVERITIES: dict[Severity, Literal[1, 2, 3, 4]] = {
    Severity.ERROR: 1,
    Severity.WARNING: 2,
    Severity.INFORMATION: 3,
    Severity.HINT: 4,
}


_UNNECESSARY, _DEPRECATED = types.DiagnosticTag.Unnecessary, types.DiagnosticTag.Deprecated


class RelatedJson(TypedDict):
    """Another place that a diagnostic is about, and what is to be said of it."""

    location: LocationJson
    message: str


class DiagnosticJson(TypedDict):
    """A diagnostic as the client receives it: there are many, and the protocol's types take five times as long."""

    range: RangeJson
    message: str
    severity: int
    code: str
    source: str
    data: dict[str, str]
    codeDescription: NotRequired[dict[str, str]]
    tags: NotRequired[list[types.DiagnosticTag]]
    relatedInformation: NotRequired[list[RelatedJson]]


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


def placed(uri: str, path: str, pointer: str | None) -> dict[str, str | None]:
    """The argument of a command about a place of the document, or of the hook file at the path, for a script."""
    return {"uri": uri_of(path), "pointer": pointer, "script": uri} if path else {"uri": uri, "pointer": pointer}


def lsp_diagnostic(
    uri: str, lines: LineIndex, tree: Tree | None, diagnostic: Diagnostic, client: Options
) -> DiagnosticJson:
    """A finding as a diagnostic, with what the client shows of it; hook modules have no `tree`."""
    finding, rule = diagnostic.finding, diagnostic.rule
    shows_related = client.client.diagnostics.shows_related
    made: DiagnosticJson = {
        "range": lines.range_json(diagnostic.span),
        "message": finding.message if shows_related or tree is None else lines_told(diagnostic, tree),
        "severity": SEVERITIES[diagnostic.severity],
        "code": rule.code,
        "source": "hookwright",
        "data": {"name": rule.name},
    }
    if client.client.diagnostics.links_codes and (page := page_uri(rule.name)) is not None:
        made["codeDescription"] = {"href": page}
    if finding.unnecessary or finding.deprecated:
        tags = [_UNNECESSARY] * finding.unnecessary + [_DEPRECATED] * finding.deprecated
        if client.client.diagnostics.tags.issuperset(tags):
            made["tags"] = tags
    if finding.related and tree is not None and shows_related:
        made["relatedInformation"] = [
            {"location": _location(uri, tree, place), "message": message} for place, message in finding.related
        ]
    return made


def _location(uri: str, tree: Tree, place: Place) -> LocationJson:
    """A place as a location, in the file at `uri` or in the other one that the place names."""
    if place.file is not None:
        uri, tree = uri_of(place.file.path), place.file.tree
    return {"uri": uri, "range": tree.lines.range_json(resolve(tree, place))}


_PACKAGE = Path(__file__).resolve().parents[1]
_FOLDERS = (_PACKAGE / "rule_pages", _PACKAGE.parents[1] / "docs" / "rules")


@cache
def page_uri(name: str) -> str | None:
    """The `file:` URI of the page of the rule of that name; None if it did not come along."""
    pages = (folder / f"{name}.md" for folder in _FOLDERS)
    return next((it.as_uri() for it in pages if it.is_file()), None)
