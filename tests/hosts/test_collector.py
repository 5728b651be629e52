"""A collector of somebody else's takes what hookwright sends, and hands it on: decisions, reasons, failures, guards."""

from __future__ import annotations

import gzip
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.hosts.install import ROTEL
from tests.hosts.journey import needs

pytestmark = needs(ROTEL)

_PATIENCE = 60.0
_TOKEN = "gh" + "p_" + "0123456789abcdefghijklmnopqrstuvwxyz"
_HOOKS = [
    {"type": "command", "command": f"echo 'no {_TOKEN} here' >&2; exit 2"},
    {"type": "command", "command": "exit 3"},
    {"type": "command", "command": "./missing.sh"},
]

Received = dict[str, list[bytes]]


@pytest.fixture(scope="module")
def received(tmp_path_factory: pytest.TempPathFactory) -> Received:
    """What comes out of the collector for a dispatch and a look at the guards, by the kind of data."""
    root = tmp_path_factory.mktemp("collector")
    project = root / "project"
    (project / ".claude").mkdir(parents=True)
    settings = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": _HOOKS}]}}
    (project / ".claude" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    with _behind() as (address, found), _collector(root, address) as endpoint:
        own = {"HOME": str(root), "HOOKWRIGHT_STATE_DIR": str(root / "state"), "no_proxy": "127.0.0.1"}
        environ = {**os.environ, **own, "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint}
        payload = json.dumps({"tool_name": "Bash", "tool_input": {"command": "rm -rf x"}})
        for arguments in (["dispatch", "PreToolUse", "--payload", payload], ["doctor", "--project", str(project)]):
            command = [sys.executable, "-m", "hookwright", *arguments]
            subprocess.run(command, cwd=project, env=environ, capture_output=True, check=False, timeout=_PATIENCE)
        _until(lambda: any(b"hookwright.guard" in it for it in found.get("/v1/logs", [])))
        _until(lambda: "/v1/traces" in found and any(b"hookwright.guards" in it for it in found.get("/v1/metrics", [])))
    return found


@pytest.fixture(scope="module")
def records(received: Received) -> list[Any]:
    """The log records."""
    service = pytest.importorskip("opentelemetry.proto.collector.logs.v1.logs_service_pb2")
    requests = [service.ExportLogsServiceRequest.FromString(it) for it in received["/v1/logs"]]
    scopes = [scope for request in requests for resource in request.resource_logs for scope in resource.scope_logs]
    return [record for scope in scopes for record in scope.log_records]


def test_a_decision_arrives_with_its_reason(records: list[Any]) -> None:
    (decided,) = (it for it in records if _attributes(it).get("hookwright.reason"))
    assert decided.severity_text == "WARN"
    assert decided.body.string_value.startswith("PreToolUse: deny: no [redacted: GitHub token] here")
    assert _attributes(decided)["hookwright.decision"] == "deny"
    assert len(decided.trace_id) == 16


def test_each_hook_that_failed_arrives(records: list[Any]) -> None:
    failed = [it for it in records if it.severity_text == "ERROR" and "hookwright.status" in _attributes(it)]
    assert sorted(_attributes(it)["hookwright.hook.command"] for it in failed) == ["./missing.sh", "exit 3"]


def test_the_state_of_each_guard_arrives(records: list[Any], received: Received) -> None:
    guards = [_attributes(it) for it in records if "hookwright.guard.state" in _attributes(it)]
    states = {it["hookwright.guard.command"]: it["hookwright.guard.state"] for it in guards}
    assert states["./missing.sh"] == "dead"
    assert any(b"hookwright.guards" in it for it in received["/v1/metrics"])


def test_no_secret_arrives(received: Received) -> None:
    assert not [path for path, bodies in received.items() if any(_TOKEN.encode() in it for it in bodies)]


def _attributes(of: Any) -> dict[str, Any]:
    return {it.key: getattr(it.value, it.value.WhichOneof("value")) for it in of.attributes}


@contextmanager
def _behind() -> Iterator[tuple[str, Received]]:
    """The address that the collector sends to, and what has come there, by path."""
    received: Received = {}

    class Behind(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            plain = gzip.decompress(body) if self.headers["Content-Encoding"] == "gzip" else body
            received.setdefault(self.path, []).append(plain)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Behind) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", received
        server.shutdown()


@contextmanager
def _collector(root: Path, address: str) -> Iterator[str]:
    """The endpoint of a collector that sends on what it gets."""
    ports = [_free_port() for _ in range(2)]
    grpc, endpoint = (f"127.0.0.1:{it}" for it in ports)
    files = ["--pid-file", str(root / "pid"), "--log-file", str(root / "log")]
    receiving = ["--otlp-grpc-endpoint", grpc, "--otlp-http-endpoint", endpoint]
    sending = ["--exporter", "otlp", "--otlp-exporter-protocol", "http", "--otlp-exporter-endpoint", address]
    soon = ["--batch-timeout", "100ms"]
    command = [str(ROTEL.folder / "rotel" / "rotel-agent"), "start", *files, *receiving, *sending, *soon]
    environ = {"PATH": os.environ["PATH"], "HOME": str(root)}
    with subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as process:
        try:
            _until(lambda: _listens(ports[1]))
            yield f"http://{endpoint}"
        finally:
            process.terminate()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


def _until(look: Any) -> None:
    end = time.monotonic() + _PATIENCE
    while not look():
        assert time.monotonic() < end, "the collector did not do it in time"
        time.sleep(0.05)
