"""Hooks that are a web service, with real ones on the loopback interface."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.http_hooks import Allowed
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Decision

_DENY = json.dumps(
    {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "no",
        }
    }
)
_CALL = {"tool_name": "Bash", "tool_input": {"command": "ls"}}


@dataclass
class Service:
    """What it answers, and what it was sent."""

    status: int = 200
    body: str = ""
    location: str = ""
    media_type: str = ""
    waits: threading.Event = field(default_factory=threading.Event)
    calls: list[tuple[dict[str, str], Any]] = field(default_factory=list)
    url: str = ""


@contextmanager
def serving(service: Service) -> Iterator[Service]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            service.calls.append(({name.lower(): it for name, it in self.headers.items()}, body))
            service.waits.wait(120)
            data = service.body.encode()
            self.send_response(service.status)
            if service.location:
                self.send_header("Location", service.location)
            if service.media_type:
                self.send_header("Content-Type", service.media_type)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    service.waits.set()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.url = f"http://127.0.0.1:{server.server_address[1]}/hook"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        service.waits.set()
        server.shutdown()
        server.server_close()
        thread.join()


async def _fired(project: Path, hook: dict[str, Any], settings: dict[str, Any] | None = None, **host: Any) -> Outcome:
    file = project / "hooks.json"
    hooks = {"PreToolUse": [{"hooks": [{"type": "http", **hook}]}]}
    file.write_text(json.dumps({**(settings or {}), "hooks": hooks}), encoding="utf-8")
    table = by_id("claude-code")
    snapshot = load(table, str(project), named=NamedFiles(config_files=[str(file)]))
    plan = make_plan(Request(table, "PreToolUse", _CALL, str(project), "s"), snapshot)
    return await dispatch(plan, replace(Host.real(), **host))


@pytest.mark.parametrize(
    ("status", "body", "decision", "said"),
    [
        (200, _DENY, Decision.DENY, "no"),
        (201, _DENY, Decision.DENY, "no"),
        (204, "", None, ""),
        (200, "fine", None, "is not a JSON object: fine"),
        (200, "[]", None, "is not a JSON object: []"),
        (200, '{"decision": "block"', None, "is not a JSON object"),
        (403, _DENY, None, "HTTP 403 from"),
        (500, "", None, "HTTP 500 from"),
    ],
)
async def test_only_a_success_with_an_object_is_read(
    tmp_path: Path, status: int, body: str, decision: Decision | None, said: str
) -> None:
    with serving(Service(status, body)) as service:
        found = await _fired(tmp_path, {"url": service.url})
    assert found.folded.decision is decision
    assert [said in it.text for it in found.messages] == ([True] if said else [])
    assert found.runs[0].reading.status.value == ("blocked" if decision else "failed" if said else "succeeded")


@pytest.mark.parametrize("depth", [128, 500, 3000])
async def test_an_answer_that_nests_too_deep_still_decides(tmp_path: Path, depth: int) -> None:
    with serving(Service(200, f'{_DENY[:-1]}, "x": {"[" * depth}{"]" * depth}}}')) as service:
        found = await _fired(tmp_path, {"url": service.url})
    assert (found.folded.decision, found.folded.reason) == (Decision.DENY, "no")
    assert [it.code for it in found.degraded] == ["output-dropped"]
    assert found.to_json()["runs"][0]["output"] is None


async def test_an_answer_of_another_media_type_is_not_read_where_one_is_asked_for(tmp_path: Path) -> None:
    table, file = by_id("qwen-code"), tmp_path / ".qwen/settings.json"
    file.parent.mkdir()
    with serving(Service(200, _DENY)) as service:
        hooks = {"PreToolUse": [{"hooks": [{"type": "http", "url": service.url}]}]}
        file.write_text(json.dumps({"hooks": hooks}), encoding="utf-8")
        plan = make_plan(Request(table, "PreToolUse", _CALL, str(tmp_path), "s"), load(table, str(tmp_path)))
        for service.media_type, decision in (
            ("application/json; charset=utf-8", Decision.DENY),
            ("application/problem+json", None),
            ("", None),
        ):
            assert (await dispatch(plan, Host.real())).folded.decision is decision


async def test_a_failure_blocks_where_the_hook_says_so(tmp_path: Path) -> None:
    with serving(Service(500, "broken")) as service:
        found = await _fired(tmp_path, {"url": service.url, "onFailure": "block"})
    assert found.folded.decision is Decision.DENY
    assert found.folded.reason == f"HTTP 500 from {service.url}"


async def test_the_event_is_posted_with_headers_of_allowed_variables_only(tmp_path: Path) -> None:
    hook = {
        "headers": {
            "X-Plain": "v",
            "X-One": "Bearer $ONE",
            "X-Two": "${TWO}",
            "X-Other": "<$OTHER>",
            "X-Lines": "$LINES_",
        },
        "allowedEnvVars": ["ONE", "TWO", "LINES_"],
    }
    environ = {"ONE": "1", "TWO": "2", "OTHER": "3", "LINES_": "a\r\nX-Evil: b"}
    with serving(Service()) as service:
        await _fired(tmp_path, {**hook, "url": service.url}, environ=environ)
        await _fired(tmp_path, {**hook, "url": service.url}, {"httpHookAllowedEnvVars": ["TWO"]}, environ=environ)
    (first, body), (second, _) = service.calls
    names = ("x-plain", "x-one", "x-two", "x-other", "x-lines", "x-evil", "content-type")
    assert [first.get(it) for it in names] == ["v", "Bearer 1", "2", "<>", "aX-Evil: b", None, "application/json"]
    assert [second.get(it) for it in names[1:3]] == ["Bearer", "2"]
    assert (body["hook_event_name"], body["tool_input"]) == ("PreToolUse", {"command": "ls"})


async def test_a_url_that_the_settings_do_not_allow_is_not_called(tmp_path: Path) -> None:
    with serving(Service(200, _DENY)) as service:
        refused = await _fired(tmp_path, {"url": service.url}, {"allowedHttpHookUrls": ["https://example.com/*"]})
        assert service.calls == []
        allowed = await _fired(tmp_path, {"url": service.url}, {"allowedHttpHookUrls": ["http://127.0.0.1:*"]})
    assert refused.messages[0].text == f"`allowedHttpHookUrls` does not allow {service.url}"
    assert (refused.folded.decision, allowed.folded.decision) == (None, Decision.DENY)


def test_a_star_stands_for_anything_and_nothing_else_does() -> None:
    allowed = Allowed(("https://example.com/*",))
    assert allowed.url("https://example.com/a/b")
    assert not allowed.url("https://example.com.evil/a")
    assert not allowed.url("https://exampleXcom/a")
    assert Allowed().url("https://anything/")
    assert not Allowed(()).url("https://anything/")


async def test_a_redirect_is_not_followed(tmp_path: Path) -> None:
    with serving(Service(200, _DENY)) as target, serving(Service(302, location=target.url)) as service:
        found = await _fired(tmp_path, {"url": service.url})
        assert target.calls == []
    assert found.messages[0].text.startswith("HTTP 302")


async def test_an_answer_that_takes_too_long_or_is_too_large_is_a_failure(tmp_path: Path) -> None:
    with serving(Service(200, _DENY)) as service:
        service.waits.clear()
        late = await _fired(tmp_path, {"url": service.url, "timeout": 0.2})
        service.waits.set()
        service.body = " " * (9 << 20)
        large = await _fired(tmp_path, {"url": service.url})
    assert late.runs[0].reading.status.value == "timed-out"
    assert late.folded.decision is None
    assert "larger than 8 MiB" in large.messages[0].text


async def test_a_service_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    with serving(Service()) as service:
        pass
    found = await _fired(tmp_path, {"url": service.url})
    assert found.messages[0].text.startswith(f"{service.url} could not be called: ")


async def test_nothing_is_called_from_a_cage(tmp_path: Path) -> None:
    with serving(Service(200, _DENY)) as service:
        found = await _fired(tmp_path, {"url": service.url}, cage=("env",))
    assert service.calls == []
    assert "would reach the network" in str(found.runs[0].skipped_because)


def test_patterns_of_urls_take_linear_time() -> None:
    """Many `*` against a URL that almost fits: this test ends."""
    pattern = "https://x/" + "*a" * 60 + "b"

    assert not Allowed((pattern,)).url("https://x/" + "a" * 5_000)
    assert Allowed((pattern,)).url("https://x/" + "a" * 5_000 + "b")
    assert Allowed(("https://*.example.com/*",)).url("https://a.b.example.com/c/d\ne")
    assert not Allowed(("https://x/[ab]?",)).url("https://x/a1")
    assert Allowed(("https://x/[ab]?",)).url("https://x/[ab]?")
    assert not Allowed(("https://x/",)).url("https://x/y")
