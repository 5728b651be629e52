"""Hooks that are a tool of an MCP server, with servers that are real processes, or on the loopback interface."""

from __future__ import annotations

import base64
import gzip
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.unit.engine.commands import is_gone

from hookwright.config.servers import Server, server_named
from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.mcp_hooks import filled
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.codes import Code
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Decision

_ANSWER = """
import json, os, subprocess, sys

def answer(asked):
    if asked["method"] == "initialize":
        return {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {}},
                "serverInfo": {"name": "mini", "version": "1"}}
    if asked["method"] == "tools/list":
        return {"tools": [{"name": "judge", "inputSchema": {"type": "object"}}]}
    if asked["method"] == "tools/call":
        given = asked["params"].get("arguments") or {}
        text = given.get("text") or json.dumps({"systemMessage": json.dumps(given)})
        failed = asked["params"]["name"] == "fail"
        return {"content": [{"type": "text", "text": text}], "isError": failed}
    return {}
"""
_SERVER = (
    _ANSWER
    + """
child = subprocess.Popen(["sleep", "60"])
with open("pids", "w") as file:
    print(os.getpid(), child.pid, os.environ.get("TOKEN"), file=file)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "tools/call" and asked["params"]["name"] == "hang":
        continue
    if "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": answer(asked)}), flush=True)
"""
)
_DENY = json.dumps(
    {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "no",
        }
    }
)


def _project(folder: Path, **servers: dict[str, Any]) -> None:
    (folder / "server.py").write_text(_SERVER, encoding="utf-8")
    mini = {"command": sys.executable, "args": ["-I", "${HERE:-.}/server.py"], "env": {"TOKEN": "${SECRET}"}}
    (folder / ".mcp.json").write_text(json.dumps({"mcpServers": {"mini": mini, **servers}}), encoding="utf-8")


async def _fired(project: Path, **hook: Any) -> Outcome:
    file = project / "hooks.json"
    hooks = {"PreToolUse": [{"hooks": [{"type": "mcp_tool", "server": "mini", "tool": "judge", **hook}]}]}
    file.write_text(json.dumps({"hooks": hooks}), encoding="utf-8")
    table = by_id("claude-code")
    snapshot = load(table, str(project), named=NamedFiles(config_files=[str(file)]))
    payload = {"tool_name": "Bash", "tool_input": {"command": "ls", "n": [1]}}
    plan = make_plan(Request(table, "PreToolUse", payload, str(project), "s"), snapshot)
    real = Host.real()
    return await dispatch(plan, replace(real, environ={**real.environ, "SECRET": "s3"}, home=str(project)))


async def test_the_text_of_the_tool_is_read_as_output_and_its_server_ends_with_all_it_started(tmp_path: Path) -> None:
    _project(tmp_path)
    found = await _fired(tmp_path, input={"text": _DENY})
    assert (found.folded.decision, found.folded.reason) == (Decision.DENY, "no")
    server, child, token = (tmp_path / "pids").read_text().split()
    assert token == "s3"
    assert is_gone(int(server))
    assert is_gone(int(child))


async def test_the_input_holds_what_the_payload_has_at_its_paths(tmp_path: Path) -> None:
    _project(tmp_path)
    given = {"say": "x ${tool_name} y", "deep": {"a": ["${tool_input.command}", "${no.x}"]}}
    found = await _fired(tmp_path, input=given)
    assert json.loads(found.messages[0].text) == {"say": "x Bash y", "deep": {"a": ["ls", ""]}}


async def test_a_tool_that_fails_or_hangs_is_a_failure_and_its_server_ends(tmp_path: Path) -> None:
    _project(tmp_path)
    failed = await _fired(tmp_path, tool="fail", input={"text": _DENY})
    assert failed.folded.decision is None
    assert failed.messages[0].text.startswith("`fail` of the MCP server `mini` failed: ")

    late = await _fired(tmp_path, tool="hang", timeout=1, onFailure="block")
    assert late.runs[0].reading.status.value == "timed-out"
    assert late.folded.decision is Decision.DENY
    server, child, _ = (tmp_path / "pids").read_text().split()
    assert is_gone(int(server))
    assert is_gone(int(child))


async def test_a_server_that_is_not_named_cannot_start_or_says_nothing_is_a_failure(tmp_path: Path) -> None:
    _project(tmp_path, absent={"command": "no-such-program"}, mute={"command": "true"}, empty={})
    for name, said in (
        ("other", "no MCP server is called `other`; Claude Code reads them from `.mcp.json`"),
        ("absent", "`no-such-program`, which starts the MCP server `absent`, was not found on PATH"),
        ("mute", "the MCP server `mute` could not be used: "),
        ("empty", "has neither `command` nor `url`"),
    ):
        found = await _fired(tmp_path, server=name)
        assert found.folded.decision is None
        assert said in found.messages[0].text, name


def _json_answer(handler: BaseHTTPRequestHandler, asked: dict[str, Any], answer: Any) -> None:
    data = json.dumps({"jsonrpc": "2.0", "id": asked.get("id"), "result": answer(asked)}).encode()
    handler.send_response(200 if "id" in asked else 202)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(data) if "id" in asked else 0))
    handler.end_headers()
    if "id" in asked:
        handler.wfile.write(data)


_Says = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]


@contextmanager
def _reached(says: _Says | None = None) -> Iterator[tuple[str, list[tuple[str, Message]]]]:
    """The URL of a server, and each method that it was asked for with its headers; `says` answers tool calls."""
    seen: list[tuple[str, Message]] = []
    known: dict[str, Any] = {}
    exec(_ANSWER, known)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append((asked["method"], self.headers))
            if says and asked["method"] == "tools/call":
                # The client may go away while it is answered.
                with suppress(OSError):
                    says(self, asked)
            else:
                _json_answer(self, asked, known["answer"])

        def do_GET(self) -> None:
            self.send_error(405)

        def do_DELETE(self) -> None:
            self.send_error(405)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/mcp", seen
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def test_a_server_can_be_reached_by_http(tmp_path: Path) -> None:
    with _reached() as (url, seen):
        _project(tmp_path, far={"type": "http", "url": url, "headers": {"X-Key": "k-${SECRET}"}})
        found = await _fired(tmp_path, server="far", input={"text": _DENY})
    assert found.folded.decision is Decision.DENY
    assert {it["X-Key"] for _, it in seen} == {"k-s3"}


def _sent(handler: BaseHTTPRequestHandler, data: bytes, **headers: str) -> None:
    handler.send_response(200)
    for name, value in {"Content_Type": "application/json", "Content_Length": str(len(data)), **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(data)


def _content(asked: dict[str, Any], content: list[Any], **members: Any) -> bytes:
    result = {"content": content, "isError": False, **members}
    return json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}).encode()


def _packed(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
    text = [{"type": "text", "text": "x" * (64 << 20)}]
    _sent(handler, gzip.compress(_content(asked, text), 1), Content_Encoding="gzip")


def _endless(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    handler.wfile.write(b'{"a": "')
    while True:
        handler.wfile.write(b"x" * 65_536)


def _many(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
    _sent(handler, _content(asked, [{"type": "text", "text": "x"}] * 50_000))


def _other_letters(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
    data = _content(asked, [{"type": "text", "text": "x"}] * 10_000)
    for sign in b',"[{':
        data = data.replace(bytes([sign]), f"+{base64.b64encode(bytes([0, sign])).decode().rstrip('=')}-".encode())
    event = b"data: " + data + b"\n\n"
    _sent(handler, event, Content_Type="text/event-stream; charset=utf-7", Content_Length=str(len(event)))


def _events(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.end_headers()
    notice = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
    while True:
        handler.wfile.write(b"id: 1\ndata: " + json.dumps(notice).encode() + b"\n\n")


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (_packed, "the answer is packed (`gzip`), which was not asked for"),
        (_endless, "the answer is larger than 8 MiB"),
        (_many, "the answer has more than 20,000 values"),
        (_other_letters, "Failed to parse SSE message"),
        (_events, "the answer has more than 20,000 values"),
    ],
)
async def test_what_a_server_answers_has_limits(tmp_path: Path, says: _Says, why: str) -> None:
    with _reached(says) as (url, seen):
        _project(tmp_path, far={"type": "http", "url": url, "headers": {"Accept-Encoding": "gzip"}})
        found = await _fired(tmp_path, server="far", onFailure="block")
    assert found.folded.decision is Decision.DENY
    assert str(found.folded.reason).startswith(f"the MCP server `far` could not be used: {why}")
    assert {it["Accept-Encoding"] for _, it in seen} == {"identity"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("'[' + '[],' * 150_000 + '[]]'", "the answer has more than 20,000 values"),
        ("'\"' + 'x' * 9_000_000 + '\"'", "the answer is larger than 8 MiB"),
        ("'\\n'.join(['\"' + 'x' * 1_000_000 + '\"'] * 9)", "the answer is larger than 8 MiB"),
    ],
)
async def test_what_a_server_that_is_started_prints_has_the_same_limits(tmp_path: Path, line: str, why: str) -> None:
    _project(tmp_path)
    server = tmp_path / "server.py"
    server.write_text(_SERVER.replace('["name"] == "hang":', f'["name"] == "hang":\n        print({line}, flush=True)'))
    found = await _fired(tmp_path, tool="hang", onFailure="block")
    assert found.folded.reason == f"the MCP server `mini` could not be used: {why}"
    assert [it.code for it in (await _fired(tmp_path, tool="hang")).degraded] == [Code.MCP_FAILED]


async def test_a_large_text_is_one_value(tmp_path: Path) -> None:
    _project(tmp_path)
    text = json.dumps({**json.loads(_DENY), "note": [[{"a": '\\"'}, 1]] * 100_000})
    with _reached(lambda it, asked: _sent(it, _content(asked, [{"type": "text", "text": text}]))) as (url, _):
        _project(tmp_path, far={"type": "http", "url": url})
        found = await _fired(tmp_path, server="far")
    assert found.folded.decision is Decision.DENY


@pytest.mark.parametrize("depth", [90, 150, 400, 3000])
async def test_what_nests_too_deep_beside_the_text_is_left_out(tmp_path: Path, depth: int) -> None:
    """No parser takes it, and what the text decides must not be lost with it."""
    deep, texts = b"[" * depth + b"]" * depth, [{"type": "text", "text": _DENY}]

    def says(it: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
        _sent(it, _content(asked, texts, structuredContent={"a": "DEEP"}).replace(b'"DEEP"', deep))

    with _reached(says) as (url, _):
        _project(tmp_path, far={"type": "http", "url": url})
        printed = _SERVER.replace('"isError": failed}', '"isError": failed, "structuredContent": {"a": "DEEP"}}')
        printed = printed.replace("answer(asked)})", f"""answer(asked)}}).replace('"DEEP"', "{deep.decode()}")""")
        (tmp_path / "server.py").write_text(printed)
        found = [await _fired(tmp_path, server=name, input={"text": _DENY}) for name in ("mini", "far")]
    assert [it.folded.decision for it in found] == [Decision.DENY] * 2


async def test_no_schema_of_the_servers_judges_its_answer(tmp_path: Path) -> None:
    """Its expressions could take forever, and nothing else would be answered meanwhile."""
    content = {"structuredContent": {"a": "a" * 40 + "!"}}
    with _reached(lambda it, asked: _sent(it, _content(asked, [{"type": "text", "text": _DENY}], **content))) as (
        url,
        seen,
    ):
        _project(tmp_path, far={"type": "http", "url": url})
        found = await _fired(tmp_path, server="far")
    assert found.folded.decision is Decision.DENY
    assert "tools/list" not in {it for it, _ in seen}


def test_paths_lead_into_lists_and_other_values_are_json() -> None:
    payload = {"a": [{"b": "x"}], "n": 1, "o": {"k": None}}
    given = ["${a.0.b}", "${a.9}", "${n}", "${o}", "${}", 5, None]
    assert filled(given, payload) == ["x", "", "1", '{"k": null}', "", 5, None]


def test_the_first_file_that_names_a_server_counts(tmp_path: Path) -> None:
    table = by_id("claude-code")
    project = tmp_path / "p"
    project.mkdir()
    own = {"mcpServers": {"a": {"url": "https://user/"}}, "projects": {str(project): {"mcpServers": {"a": "no"}}}}
    (tmp_path / ".claude.json").write_text(json.dumps(own), encoding="utf-8")
    found = server_named(table, "a", str(project), Host({}, str(tmp_path)))
    assert isinstance(found, Server)
    assert (found.url, found.command) == ("https://user/", "")
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"a": {"command": "x"}}}), encoding="utf-8")
    found = server_named(table, "a", str(project), Host({}, str(tmp_path)))
    assert isinstance(found, Server)
    assert (found.url, found.command) == ("", "x")
