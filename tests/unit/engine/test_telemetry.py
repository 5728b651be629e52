"""Dispatches reach a collector over OTLP where the standard variables name one, and cost nothing where none does."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from hookwright.engine.telemetry import is_wanted

# For collectors that take as long as they are given.
_IMPATIENT = (
    "from hookwright.cli import main\nfrom hookwright.engine import telemetry\n"
    "assert telemetry._FLUSH_SECONDS == 2\ntelemetry._FLUSH_SECONDS = 0.1\nmain()"
)
_TOKEN = "gh" + "p_" + "0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def collector() -> Iterator[tuple[str, dict[str, list[bytes]]]]:
    """The address of a collector, and what it has received by path."""
    received: dict[str, list[bytes]] = {}

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.setdefault(self.path, []).append(body)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", received
    server.shutdown()
    server.server_close()
    thread.join()


def _dispatch(project: Path, code: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    hooks = [
        {"type": "command", "name": f"with {_TOKEN}", "command": f"{it} # {_TOKEN}"}
        for it in ("echo no >&2; exit 2", "exit 1")
    ]
    file = project / ".ai_agents" / "settings.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": hooks}]}}), encoding="utf-8")
    own = {"HOOKWRIGHT_STATE_DIR": str(project / "state"), "no_proxy": "127.0.0.1", "OTEL_BSP_SCHEDULE_DELAY": "60000"}
    command = [sys.executable, *(["-c", code] if code else ["-m", "hookwright"]), "dispatch", "PreToolUse"]
    return subprocess.run(
        command, cwd=project, env={**os.environ, **own, **environ}, capture_output=True, text=True, check=False
    )


def _attributes(of: Any) -> dict[str, Any]:
    return {it.key: getattr(it.value, it.value.WhichOneof("value")) for it in of.attributes}


def test_a_collector_gets_spans_and_metrics(tmp_path: Path, collector: tuple[str, dict[str, list[bytes]]]) -> None:
    metrics_service = pytest.importorskip("opentelemetry.proto.collector.metrics.v1.metrics_service_pb2")
    trace_service = pytest.importorskip("opentelemetry.proto.collector.trace.v1.trace_service_pb2")
    address, received = collector
    done = _dispatch(tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=address, OTEL_RESOURCE_ATTRIBUTES="team=a")

    outcome = json.loads(done.stdout)
    assert (done.returncode, done.stderr, outcome["decision"]) == (0, "", "deny")
    (sent,) = (trace_service.ExportTraceServiceRequest.FromString(it) for it in received["/v1/traces"])
    (resource,) = sent.resource_spans
    assert _attributes(resource.resource).items() >= {"service.name": "hookwright", "team": "a"}.items()
    *hooks, whole = resource.scope_spans[0].spans
    assert (whole.name, whole.trace_id.hex()) == ("dispatch PreToolUse", outcome["dispatchId"])
    said = _attributes(whole)
    assert (said["hookwright.decision"], said["hookwright.origin"], said["hookwright.hooks"]) == ("deny", "dispatch", 2)
    assert {it.parent_span_id for it in hooks} == {whole.span_id}
    runs = [_attributes(it) for it in hooks]
    assert [it["hookwright.status"] for it in runs] == ["blocked", "failed"]
    assert [it["process.exit.code"] for it in runs] == [2, 1]
    assert not any(_TOKEN.encode() in it for its in received.values() for it in its)
    assert runs[0]["hookwright.hook.name"] == "with [redacted: GitHub token]"
    assert runs[0]["hookwright.hook.command"].endswith("# [redacted: GitHub token]")
    assert all(whole.start_time_unix_nano <= it.end_time_unix_nano <= whole.end_time_unix_nano for it in hooks)
    (told,) = (metrics_service.ExportMetricsServiceRequest.FromString(it) for it in received["/v1/metrics"])
    counted = {
        it.name: sum(point.count for point in it.histogram.data_points)
        for it in told.resource_metrics[0].scope_metrics[0].metrics
    }
    assert counted == {"hookwright.dispatch.duration": 1, "hookwright.hook.duration": 2}


def test_a_collector_that_is_not_there_changes_no_outcome(tmp_path: Path) -> None:
    done = _dispatch(tmp_path, _IMPATIENT, OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:9")
    assert (done.returncode, json.loads(done.stdout)["decision"]) == (0, "deny")


def test_a_collector_that_never_answers_keeps_nobody_waiting(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        done = _dispatch(tmp_path, _IMPATIENT, OTEL_EXPORTER_OTLP_ENDPOINT=address, OTEL_EXPORTER_OTLP_TIMEOUT="60000")

    assert (done.returncode, json.loads(done.stdout)["decision"]) == (0, "deny")


def test_without_a_collector_nothing_is_imported(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom hookwright.cli import main\n"
        "try: main()\nfinally: print([it for it in sys.modules if 'opentel' in it], file=sys.stderr)"
    )
    assert _dispatch(tmp_path, code).stderr == "[]\n"


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://x"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_SDK_DISABLED": "true"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, False),
    ],
)
def test_the_standard_variables_decide(environ: dict[str, str], wanted: bool) -> None:
    assert is_wanted(environ) is wanted
