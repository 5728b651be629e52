"""Every feature at every place of files that are being typed, over the wire, held against the protocol's own rules."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
from lsprotocol import converters
from pytest_lsp import client_capabilities
from tests.conformance.client import Server
from tests.conformance.conftest import Place
from tests.conformance.protocol import Text, faults

pytestmark = pytest.mark.timeout(120)

_INTERNAL_ERROR = -32603
_SECONDS = 200

_CLAUDE_CODE = """{
  // 😀 guards
  "hooks": {
    "PreTolUse": [
      { "matcher": "Bash|Read",
        "hooks": [{ "type": "command", "timeout": 5, "command": ".claude/hooks/guard.sh '😀' && echo \\"$HOME\\"" }] }
    ],
    "Stop": [{ "hooks": [{ "type": "prompt", "prompt": "$ARGUMENTS" }] }]
  }
}
"""
_AI_AGENTS = """{"hooks": {
\t"PostToolUse": [{"matcher": {"tools": ["Bash"]}, "hooks": [
\t\t{"type": "command", "command": "./guard.sh", "args": ["-v"], "async": true,},
\t\t{"type": "http", "url": "https://example.com/x", "headers": {"A": "$B"}}]}],
\t"preToolUse": [{"matcher": "Bash", "hooks": [{"command": "cd sub && ./x"}]}]
}}"""
_CRITERIA = '{"hooks": {"": [], " ": [{"matcher": {"tools": "Re", "paths": "*", "": 1}, "command": ""}], "Stop": [{}]}}'
_SAMPLE = '{"tool_name": "Bash", "tool_input": {"command": ""}, "session_id": 1}'
_SETTINGS = '{"rules": {"HW505": "off", "": ""}, "exclude": [""], "ignore": [{"rule": "HW201", "file": "a"}]}'
_DOCUMENT = ("documentSymbol", "codeLens", "documentLink", "foldingRange", "semanticTokens/full")
_PLACE = ("completion", "hover", "definition", "prepareRename")
_NEW_NAMES = ("Stop", "guard-2.sh", "Edit")


@dataclass(frozen=True)
class _Typed:
    """A file that is typed: each prefix as it is, and with the brackets and quotes that an editor puts behind it."""

    name: str
    path: str
    text: str
    pulls: bool = False
    files: tuple[str, ...] = field(default=("guard.sh", ".claude/hooks/guard.sh"))


_FILES = (
    _Typed("claude-code", ".claude/settings.json", _CLAUDE_CODE),
    _Typed("ai-agents", ".ai_agents/settings.json", _AI_AGENTS, pulls=True),
    _Typed("clawdcode", ".clawdcode/settings.json", _CRITERIA),
    _Typed("sample", ".hookwright/samples/claude-code/PreToolUse/a.json", _SAMPLE),
    _Typed("settings", "hookwright.json", _SETTINGS),
)


@pytest.mark.parametrize("typed", _FILES, ids=lambda it: it.name)
def test_what_is_answered_is_what_the_protocol_allows(place: Place, typed: _Typed) -> None:
    for it in typed.files:
        script = place.project / it
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text("exit 0\n")
    file = place.project / typed.path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(typed.text)
    with place.server(capabilities=_capabilities(pulls=typed.pulls)) as server:
        server.open(file.as_uri(), "")
        typing = _Typing(server, file.as_uri(), pulls=typed.pulls)
        for end in range(len(typed.text) + 1):
            prefix = typed.text[:end]
            for text in dict.fromkeys((prefix, prefix + _closing(prefix))):
                typing.look(text, end)
        # Then the cursor goes through what was typed, from the end to the beginning.
        for end in reversed(range(len(typed.text))):
            typing.point(end)
        typing.rest()
    assert not typing.found, f"{len(typing.found)} faults:\n" + "\n".join(typing.found[:20])
    assert typing.asked > 30 * len(typed.text)


class _Typing:
    """A document that is being typed, and all that was found wrong with what the server said meanwhile."""

    def __init__(self, server: Server, uri: str, *, pulls: bool) -> None:
        self.server, self.uri, self.pulls = server, uri, pulls
        self.version, self.asked = 1, 0
        self.found: list[str] = []
        # The document was opened empty, which may be judged late.
        self.texts: dict[int | None, Text] = {1: Text(uri, "")}
        self.judged: set[int | None] = set()

    def look(self, text: str, cursor: int) -> None:
        """Changes the document to that text, and asks for everything at the cursor at once."""
        self.version += 1
        shown = Text(self.uri, text)
        self.texts[self.version] = shown
        document = {"uri": self.uri, "version": self.version}
        change = {"textDocument": document, "contentChanges": [{"text": text}]}
        asked = [*_about_all(shown, pulls=self.pulls), *_about_a_place(shown, _position(text, cursor))]
        items = self._ask(shown, asked, {"method": "textDocument/didChange", "params": change})
        self._ask(shown, [("completionItem/resolve", it) for it in items[:3]])

    def point(self, cursor: int) -> None:
        """Asks at another place of the same text."""
        shown = self.texts[self.version]
        self._ask(shown, list(_about_a_place(shown, _position(shown.text, cursor))))

    def rest(self) -> None:
        """Waits for the diagnostics of the last text, where the server sends them by itself."""
        deadline = time.monotonic() + _SECONDS
        while not self.pulls and self.version not in self.judged:
            self._told(self.server.read(deadline))

    def _ask(self, shown: Text, asked: list[tuple[str, Any]], *first: dict[str, Any]) -> list[Any]:
        numbers = {self.server.serial + index: it for index, it in enumerate(asked, start=1)}
        self.server.serial += len(asked)
        messages = [{"id": number, "method": method, "params": params} for number, (method, params) in numbers.items()]
        self.server.send(*first, *messages)
        self.asked += len(asked)
        items: list[Any] = []
        deadline = time.monotonic() + _SECONDS
        while numbers:
            message = self.server.read(deadline)
            if "method" in message:
                self._told(message)
                continue
            method, params = numbers.pop(message["id"])
            self._answered(shown, method, params, message)
            if method == "textDocument/completion":
                items = message["result"]["items"]
        return items

    def _answered(self, shown: Text, method: str, params: Any, message: dict[str, Any]) -> None:
        error = message.get("error")
        if error is None:
            self._hold(shown, method, params, message.get("result"))
        elif error["code"] == _INTERNAL_ERROR or not error["message"].strip():
            self.found.append(f"{method} at {shown.text!r}: {error}")

    def _told(self, message: dict[str, Any]) -> None:
        self.server.answer(message)
        params = message.get("params") or {}
        if message["method"] == "textDocument/publishDiagnostics" and params["uri"] == self.uri:
            self.judged.add(params.get("version"))
            self._hold(self.texts[params["version"]], message["method"], None, params)

    def _hold(self, shown: Text, method: str, params: Any, result: Any) -> None:
        self.found += [f"{method} at {shown.text!r}: {it}" for it in faults(shown, method, params, result)]


def _about_all(shown: Text, *, pulls: bool) -> Iterator[tuple[str, Any]]:
    """What an editor asks about a document whose cursor does not matter."""
    around = {"textDocument": {"uri": shown.uri}}
    yield from ((f"textDocument/{it}", around) for it in _DOCUMENT)
    yield from _about_a_range(shown, {"start": {"line": 0, "character": 0}, "end": shown.end()})
    yield "textDocument/formatting", {**around, "options": {"tabSize": 4, "insertSpaces": False}}
    yield "workspace/symbol", {"query": ""}
    yield "hookwright/hooks", {}
    if pulls:
        yield "textDocument/diagnostic", around
        yield "workspace/diagnostic", {"previousResultIds": []}


def _about_a_place(shown: Text, cursor: dict[str, int]) -> Iterator[tuple[str, Any]]:
    """What it asks where the cursor is."""
    around = {"textDocument": {"uri": shown.uri}}
    at = {**around, "position": cursor}
    yield from ((f"textDocument/{it}", at) for it in _PLACE)
    yield "textDocument/references", {**at, "context": {"includeDeclaration": True}}
    yield from (("textDocument/rename", {**at, "newName": it}) for it in _NEW_NAMES)
    yield "textDocument/selectionRange", {**around, "positions": [cursor, {"line": 0, "character": 0}]}
    yield from _about_a_range(shown, {"start": cursor, "end": cursor})


def _about_a_range(shown: Text, extent: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    around = {"textDocument": {"uri": shown.uri}, "range": extent}
    yield "textDocument/codeAction", {**around, "context": {"diagnostics": []}}
    yield "textDocument/semanticTokens/range", around
    yield "textDocument/inlayHint", around
    yield "textDocument/rangeFormatting", {**around, "options": {"tabSize": 2, "insertSpaces": True}}


def _closing(prefix: str) -> str:
    """What an editor has put behind the cursor by itself when this much is typed."""
    open_brackets: list[str] = []
    quoted = escaped = False
    for char in prefix:
        if quoted:
            quoted, escaped = char != '"' or escaped, char == "\\" and not escaped
        elif char == '"':
            quoted = True
        elif char in "{[":
            open_brackets.append("}" if char == "{" else "]")
        elif char in "}]":
            open_brackets.pop()
    return '"' * quoted + "".join(reversed(open_brackets))


def _position(text: str, offset: int) -> dict[str, int]:
    start = text.rfind("\n", 0, offset) + 1
    return {"line": text.count("\n", 0, offset), "character": len(text[start:offset].encode("utf-16-le")) // 2}


def _capabilities(*, pulls: bool) -> dict[str, Any]:
    found: dict[str, Any] = deepcopy(converters.get_converter().unstructure(client_capabilities("visual-studio-code")))
    found["textDocument"]["publishDiagnostics"]["versionSupport"] = True
    if pulls:
        found["textDocument"]["diagnostic"] = {}
        found["workspace"]["diagnostics"] = {"refreshSupport": True}
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]
