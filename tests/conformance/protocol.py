"""What the protocol, and the editors that hold servers to it, ask of every answer, whatever was asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from lsprotocol import converters, types

_LINE_END = re.compile(r"\r\n|\n|\r")
_CONVERTER = converters.get_converter()

Json = Any


class Text:
    """A document as its positions see it: `lengths` are those of its lines in UTF-16 units, without line ends."""

    def __init__(self, uri: str, text: str) -> None:
        self.uri, self.text = uri, text
        self.lines = _LINE_END.split(text)
        self.lengths = [_units(it) for it in self.lines]

    def end(self) -> dict[str, int]:
        """The position behind the last character."""
        return {"line": len(self.lines) - 1, "character": self.lengths[-1]}

    def slice(self, extent: Json) -> str:
        """The text of a range of one line."""
        line = self.lines[extent["start"]["line"]].encode("utf-16-le")
        start, end = (2 * int(extent[it]["character"]) for it in ("start", "end"))
        return str(line[start:end], "utf-16-le")

    def holds(self, position: Json) -> bool:
        line, character = _at(position)
        return 0 <= line < len(self.lengths) and 0 <= character <= self.lengths[line]


def faults(text: Text, method: str, params: Json, result: Json) -> Iterator[str]:
    """What is wrong with the result of a request, or with the params of a notification that the server sent."""
    misfit = _misfit(method, json.dumps(result, sort_keys=True))
    if misfit:
        yield misfit
        return
    rule = _RULES.get(method)
    if rule is not None and result is not None:
        yield from rule(text, params, result)


@cache
def _misfit(method: str, result: str) -> str:
    """Why a result, or the params of a notification, is none of the protocol's; many are the same."""
    if method not in types.METHOD_TO_TYPES:
        return ""
    _, response, params, _ = types.METHOD_TO_TYPES[method]
    value = json.loads(result)
    kind: Any = response or params
    try:
        _CONVERTER.structure({"jsonrpc": "2.0", "id": 1, "result": value} if response else value, kind)
    except Exception as error:  # noqa: BLE001  cattrs raises groups of whatever its hooks raised
        return f"is not what the protocol allows: {error!r}"
    return ""


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _at(position: Json) -> tuple[int, int]:
    return int(position["line"]), int(position["character"])


def _range(text: Text, extent: Json, what: str) -> Iterator[str]:
    if not text.holds(extent["start"]) or not text.holds(extent["end"]):
        yield f"{what}: {extent} is outside the document"
    elif _at(extent["start"]) > _at(extent["end"]):
        yield f"{what}: {extent} ends before it starts"


def _within(inner: Json, outer: Json) -> bool:
    return _at(outer["start"]) <= _at(inner["start"]) and _at(inner["end"]) <= _at(outer["end"])


def _words(value: Json, what: str) -> Iterator[str]:
    if not isinstance(value, str) or not value.strip():
        yield f"{what} is blank: {value!r}"


def _location(text: Text, it: Json, what: str) -> Iterator[str]:
    yield from _words(it["uri"], f"{what}: uri")
    if it["uri"] == text.uri:
        yield from _range(text, it["range"], what)


def _edits(text: Text, edits: Iterable[Json], what: str) -> Iterator[str]:
    ordered = sorted((it["range"] for it in edits), key=lambda it: (_at(it["start"]), _at(it["end"])))
    for it in ordered:
        yield from _range(text, it, what)
    for one, next_one in pairwise(ordered):
        if _at(next_one["start"]) < _at(one["end"]):
            yield f"{what}: {one} and {next_one} overlap"


def _workspace_edit(text: Text, edit: Json, what: str) -> Iterator[str]:
    if not edit.get("changes") and not edit.get("documentChanges"):
        yield f"{what}: an edit that changes nothing"
    yield from _edits(text, (edit.get("changes") or {}).get(text.uri, ()), what)
    for it in edit.get("documentChanges") or ():
        if it.get("textDocument", {}).get("uri") == text.uri:
            yield from _edits(text, it["edits"], what)


def _symbols(text: Text, _: Json, found: Json) -> Iterator[str]:
    yield from _tree(text, found, None)


def _tree(text: Text, symbols: Json, parent: Json | None) -> Iterator[str]:
    for it in symbols:
        what = f"symbol {it['name']!r}"
        yield from _words(it["name"], "a symbol's name")
        yield from _range(text, it["range"], what)
        if not _within(it["selectionRange"], it["range"]):
            yield f"{what}: its selectionRange is not within its range"
        if parent is not None and not _within(it["range"], parent["range"]):
            yield f"{what}: it is not inside its parent"
        yield from _tree(text, it.get("children") or (), it)


def _workspace_symbols(text: Text, _: Json, found: Json) -> Iterator[str]:
    for it in found:
        yield from _words(it["name"], "a symbol's name")
        yield from _location(text, it["location"], f"symbol {it['name']!r}")


def _lenses(text: Text, _: Json, found: Json) -> Iterator[str]:
    for it in found:
        yield from _range(text, it["range"], "lens")
        if it["range"]["start"]["line"] != it["range"]["end"]["line"]:
            yield f"a lens spans lines: {it['range']}"
        yield from _words(it["command"]["title"], "a lens's title")


def _completions(text: Text, params: Json, found: Json) -> Iterator[str]:
    cursor = params["position"]
    for it in found["items"]:
        what = f"completion {it['label']!r}"
        yield from _words(it["label"], "a completion's label")
        extent = it["textEdit"]["range"]
        yield from _edits(text, [it["textEdit"], *it.get("additionalTextEdits", ())], what)
        if not extent["start"]["line"] == extent["end"]["line"] == cursor["line"]:
            yield f"{what}: {extent} is not on the line of the cursor"
        elif not _within({"start": cursor, "end": cursor}, extent):
            yield f"{what}: {extent} is not around the cursor"
        elif text.slice({"start": extent["start"], "end": cursor})[:1].isspace():
            yield f"{what}: {extent} begins with a blank, which no editor matches"
        if any(_at(edit["range"]["start"]) == _at(extent["start"]) for edit in it.get("additionalTextEdits", ())):
            yield f"{what}: an additional edit begins where its own does"


def _hover(text: Text, params: Json, found: Json) -> Iterator[str]:
    yield from _words(found["contents"]["value"], "a hover's text")
    if "range" in found:
        yield from _range(text, found["range"], "hover")
        if not _within({"start": params["position"], "end": params["position"]}, found["range"]):
            yield f"a hover's range is not around its place: {found['range']}"


def _actions(text: Text, _: Json, found: Json) -> Iterator[str]:
    for it in found:
        what = f"action {it['title']!r}"
        yield from _words(it["title"], "an action's title")
        yield from _diagnostics(text, it.get("diagnostics", ()))
        if "edit" not in it and "command" not in it:
            yield f"{what} does nothing"
        if "edit" in it:
            yield from _workspace_edit(text, it["edit"], what)
        if "command" in it:
            yield from _words(it["command"]["title"], f"{what}: its command's title")


def _links(text: Text, _: Json, found: Json) -> Iterator[str]:
    for it in found:
        yield from _range(text, it["range"], "link")
        yield from _words(it["target"], "a link's target")


def _locations(text: Text, _: Json, found: Json) -> Iterator[str]:
    for it in found if isinstance(found, list) else [found]:
        if "targetUri" in it:
            yield from _location_link(text, it)
        else:
            yield from _location(text, it, "location")


def _location_link(text: Text, it: Json) -> Iterator[str]:
    yield from _words(it["targetUri"], "a link's target")
    if "originSelectionRange" in it:
        yield from _range(text, it["originSelectionRange"], "the origin of a link")
    if not _within(it["targetSelectionRange"], it["targetRange"]):
        yield f"a link's targetSelectionRange is not within its targetRange: {it}"


def _prepared(text: Text, params: Json, found: Json) -> Iterator[str]:
    yield from _range(text, found["range"], "rename")
    yield from _words(found["placeholder"], "what is renamed")
    if not found["range"]["start"]["line"] == found["range"]["end"]["line"] == params["position"]["line"]:
        yield f"what is renamed is not on the line of the cursor: {found['range']}"


def _renamed(text: Text, _: Json, found: Json) -> Iterator[str]:
    yield from _workspace_edit(text, found, "rename")


def _folds(text: Text, _: Json, found: Json) -> Iterator[str]:
    for it in found:
        if not 0 <= it["startLine"] <= it["endLine"] < len(text.lines):
            yield f"a fold is outside the document: {it}"


def _selections(text: Text, params: Json, found: Json) -> Iterator[str]:
    if len(found) != len(params["positions"]):
        yield f"{len(found)} selections for {len(params['positions'])} positions"
    for position, it in zip(params["positions"], found, strict=False):
        inner: Json = {"start": position, "end": position}
        while it:
            yield from _range(text, it["range"], "selection")
            if not _within(inner, it["range"]):
                yield f"the selection {it['range']} is not around {inner}"
            inner, it = it["range"], it.get("parent")


def _tokens(text: Text, _: Json, found: Json) -> Iterator[str]:
    data = found["data"]
    if len(data) % 5:
        yield f"{len(data)} numbers are no tokens"
    line, end, start = 0, 0, 0
    for index in range(0, len(data) - 4, 5):
        down, right, length, kind, modifiers = data[index : index + 5]
        line, start, end = line + down, right if down else start + right, 0 if down else end
        if min(down, right, kind, modifiers) < 0 or length <= 0 or start < end:
            yield f"token {index // 5} at {line}:{start} is empty or not behind the one before it"
        end = start + length
        if line >= len(text.lengths) or end > text.lengths[line]:
            yield f"token {index // 5} at {line}:{start} is longer than its line"


def _hints(text: Text, _: Json, found: Json) -> Iterator[str]:
    for it in found:
        label = it["label"]
        for part in [label] if isinstance(label, str) else [one["value"] for one in label]:
            yield from _words(part, "an inlay hint's label")
        if not text.holds(it["position"]):
            yield f"an inlay hint is outside the document: {it['position']}"


def _formatted(text: Text, _: Json, found: Json) -> Iterator[str]:
    yield from _edits(text, found, "formatting")


def _diagnostics(text: Text, found: Json) -> Iterator[str]:
    for it in found:
        yield from _words(it["message"], "a diagnostic's message")
        yield from _words(it.get("code"), "a diagnostic's code")
        yield from _range(text, it["range"], f"diagnostic {it.get('code')}")
        for other in it.get("relatedInformation", ()):
            yield from _words(other["message"], "related information")
            yield from _location(text, other["location"], "related information")


def _pulled(text: Text, _: Json, found: Json) -> Iterator[str]:
    yield from _diagnostics(text, found.get("items", ()))


def _pulled_everywhere(text: Text, _: Json, found: Json) -> Iterator[str]:
    for it in found["items"]:
        if it["uri"] == text.uri:
            yield from _diagnostics(text, it.get("items", ()))


def _published(text: Text, _: Json, params: Json) -> Iterator[str]:
    if params["uri"] == text.uri:
        yield from _diagnostics(text, params["diagnostics"])


_RULES: dict[str, Callable[[Text, Json, Json], Iterator[str]]] = {
    "textDocument/documentSymbol": _symbols,
    "workspace/symbol": _workspace_symbols,
    "textDocument/codeLens": _lenses,
    "textDocument/completion": _completions,
    "textDocument/hover": _hover,
    "textDocument/codeAction": _actions,
    "textDocument/documentLink": _links,
    "textDocument/definition": _locations,
    "textDocument/references": _locations,
    "textDocument/prepareRename": _prepared,
    "textDocument/rename": _renamed,
    "textDocument/foldingRange": _folds,
    "textDocument/selectionRange": _selections,
    "textDocument/semanticTokens/full": _tokens,
    "textDocument/semanticTokens/range": _tokens,
    "textDocument/inlayHint": _hints,
    "textDocument/formatting": _formatted,
    "textDocument/rangeFormatting": _formatted,
    "textDocument/diagnostic": _pulled,
    "workspace/diagnostic": _pulled_everywhere,
    "textDocument/publishDiagnostics": _published,
}
