"""Editor answers as the protocol spells them: plain dictionaries, UTF-16 positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.rule import Place
from hookwright.lsp.options import Options
from hookwright.lsp.page_links import page_uri
from hookwright.model.reaction import Severity
from hookwright.paths import uri_of
from hookwright.syntax.tree import Tree
from hookwright.text import Edit, LineIndex, Span

_SEVERITIES = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.INFORMATION: 3, Severity.HINT: 4}
_UNNECESSARY, _DEPRECATED = 1, 2


def range_json(lines: LineIndex, span: Span) -> dict[str, Any]:
    """A span as an LSP range."""
    start, end = lines.position(span.start), lines.position(span.end)
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }


def position_json(lines: LineIndex, offset: int) -> dict[str, int]:
    """An offset as an LSP position."""
    position = lines.position(offset)
    return {"line": position.line, "character": position.character}


def span_of(lines: LineIndex, extent: dict[str, Any]) -> Span:
    """An LSP range as a span; positions outside the text are clamped."""
    start, end = extent["start"], extent["end"]
    return Span(lines.offset(start["line"], start["character"]), lines.offset(end["line"], end["character"]))


def diagnostic_json(uri: str, tree: Tree, diagnostic: Diagnostic, client: Options) -> dict[str, Any]:
    """A finding as an LSP diagnostic, with what the client shows of it."""
    lines, finding = tree.lines, diagnostic.finding
    found: dict[str, Any] = {
        "range": range_json(lines, diagnostic.span),
        "severity": _SEVERITIES[diagnostic.severity],
        "code": diagnostic.rule.code,
        "source": "hookwright",
        "message": finding.message,
        "data": {"name": diagnostic.rule.name},
    }
    page = page_uri(diagnostic.rule.name) if client.links_codes else None
    if page is not None:
        found["codeDescription"] = {"href": page}
    tags = [_UNNECESSARY] * finding.unnecessary + [_DEPRECATED] * finding.deprecated
    if client.tags.issuperset(tags) and tags:
        found["tags"] = tags
    if finding.related and client.shows_related:
        found["relatedInformation"] = [
            {"location": _location(uri, tree, place), "message": message} for place, message in finding.related
        ]
    return found


def _location(uri: str, tree: Tree, place: Place) -> dict[str, Any]:
    """A place as an LSP location, in the file at `uri` or in the other one that the place names."""
    if place.file is not None:
        uri, tree = uri_of(place.file.path), place.file.tree
    return {"uri": uri, "range": range_json(tree.lines, resolve(tree, place))}


def edits_json(lines: LineIndex, edits: Iterable[Edit]) -> list[dict[str, Any]]:
    """Edits as LSP text edits."""
    return [{"range": range_json(lines, it.span), "newText": it.text} for it in edits]


def numbered(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer with the severities of its `diagnostics` as LSP numbers."""
    found = [{**it, "severity": _SEVERITIES[Severity(it["severity"])]} for it in answer["diagnostics"]]
    return {**answer, "diagnostics": found}
