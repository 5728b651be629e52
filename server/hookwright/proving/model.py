"""The scripted model on loopback, and web services for hooks: what an agent talks to while it is watched."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from hookwright.proving.protocols import PROTOCOLS, event_stream
from hookwright.proving.said import blocks_of
from hookwright.proving.script import Block, Json

# In what a service answers: the header of that name in the request.
_HEADER = re.compile(r"<<([\w-]+)>>")
_MOST_REQUESTS = 500
_MOST_BYTES = 32 << 20
_TOO_MUCH = {"status": 429, "error": "rate_limit_error"}


@dataclass
class Script:
    """What is answered: the model's turns, and `services` by their path; and what each request told the model.

    `requests` has for each whether tools were offered, and all that it told.  Of an agent that asks without end, only
    the first requests are kept.
    """

    turns: list[Json] = field(default_factory=list)
    side: str = "ok"
    rules: list[Json] = field(default_factory=list)
    services: Mapping[str, Json] = field(default_factory=dict)
    requests: list[tuple[bool, list[Block]]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, body: Json) -> tuple[Json, int]:
        """The turn that answers a request, and the request's number."""
        text, offers_tools = json.dumps(body, ensure_ascii=False), bool(body.get("tools"))
        with self.lock:
            if len(self.requests) >= _MOST_REQUESTS:
                return _TOO_MUCH, _MOST_REQUESTS
            self.requests.append((offers_tools, list(blocks_of(body))))
            return self._turn(text, offers_tools=offers_tools), len(self.requests)

    def _turn(self, text: str, *, offers_tools: bool) -> Json:
        for rule in self.rules:
            if rule["contains"] in text and rule.get("times", 1) > 0:
                rule["times"] = rule.get("times", 1) - 1
                turn: Json = rule["turn"]
                return turn
        if not offers_tools:
            return {"text": self.side}
        return self.turns.pop(0) if self.turns else {"text": "end of script"}


class Loopback:
    """The server of a script while it is entered, at `url`."""

    def __init__(self, script: Script) -> None:
        handler = type("_Bound", (_Handler,), {"script": script})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: Script

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
        """Says nothing."""

    def do_HEAD(self) -> None:
        """There is something here."""
        self._send(200, "")

    def do_GET(self) -> None:
        """A list of no models, which some agents ask for."""
        known = self.path.partition("?")[0].endswith("/models")
        self._send(200 if known else 404, {"object": "list", "data": [], "models": []} if known else {})

    def do_POST(self) -> None:
        """A service of the experiment, or the model in one of its protocols."""
        raw, path = self._read(), self.path.partition("?")[0]
        if path in self.script.services:
            self._serve(self.script.services[path])
            return
        if path.endswith(("/count_tokens", ":countTokens")):
            self._send(200, {"input_tokens": 10, "totalTokens": 10})
            return
        protocol = next((it for end, it in PROTOCOLS.items() if path.endswith(end)), None)
        if protocol is None:
            self._send(404, {"error": {"message": "not here"}})
            return
        body = _object(raw)
        turn, number = self.script.answer(body)
        time.sleep(turn.get("sleep", 0))
        if "status" in turn:
            kind = turn.get("error", "overloaded_error")
            said = {"type": kind, "code": turn["status"], "message": "scripted error", "status": "UNAVAILABLE"}
            self._send(turn["status"], {"type": "error", "error": said})
            return
        streams = bool(body.get("stream")) or "streamGenerateContent" in path
        answer = protocol(turn, number, str(body.get("model", "mock")), streams=streams)
        if streams:
            self._send(200, "".join(event_stream(answer)), "text/event-stream; charset=utf-8")
        else:
            self._send(200, answer[-1][1])

    def _read(self) -> bytes:
        """The body; empty if it is too large, and then the connection ends."""
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self._piece(_number(self.headers.get("Content-Length"), 10), _MOST_BYTES)
        parts, left = list[bytes](), _MOST_BYTES
        while size := _number(self.rfile.readline(100).partition(b";")[0].decode("ascii", "replace"), 16):
            piece = self._piece(size, left)
            if not piece:
                return b""
            parts.append(piece)
            left -= size
            self.rfile.readline(100)
        self.rfile.readline(100)
        return b"".join(parts)

    def _piece(self, size: int, most: int) -> bytes:
        if 0 <= size <= most:
            return self.rfile.read(size)
        self.close_connection = True
        return b""

    def _serve(self, said: Json) -> None:
        time.sleep(said.get("sleep", 0))
        body = said.get("body", "")
        text = body if isinstance(body, str) else json.dumps(body)
        text = _HEADER.sub(lambda it: self.headers.get(it[1], ""), text)
        self._send(said.get("status", 200), text, said.get("type", "application/json"))

    def _send(self, status: int, value: object, kind: str = "application/json") -> None:
        data = (value if isinstance(value, str) else json.dumps(value)).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        try:
            self.end_headers()
            self.wfile.write(data)
        except ConnectionError:
            # The agent, or the hook's time, is over.
            self.close_connection = True


def _number(text: str | None, base: int) -> int:
    try:
        return int(text or "0", base)
    except ValueError:
        return 0


def _object(raw: bytes) -> Json:
    try:
        found = json.loads(raw or b"{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
