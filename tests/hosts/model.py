"""A language model that says what a test has written down, on a port of the loopback."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Turn:
    """What the model answers one request with: a text, and tools to call, each a name and its input."""

    text: str = ""
    tools: Sequence[tuple[str, Json]] = ()


@dataclass
class Script:
    """The turns that are left, and every request that took one.

    Agents also ask for titles and summaries.  Such requests offer no tools, and are answered beside the script, unless
    the agent is one that never offers any.
    """

    turns: list[Turn]
    offers_tools: bool = True
    requests: list[Json] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def answer(self, request: Json) -> Turn:
        """The next turn; once there is none left, the model has nothing to add."""
        if self.offers_tools and not request.get("tools"):
            return Turn("A title")
        with self.lock:
            self.requests.append(request)
            return self.turns.pop(0) if self.turns else Turn("I have nothing to add.")

    def read(self, number: int = -1) -> str:
        """What the model was sent with one of the requests, as one text."""
        return "\n".join(_texts(self.requests[number]["messages"]))


@contextmanager
def serving(script: Script) -> Iterator[str]:
    """The address at which the model answers, without `/v1`."""
    handler = type("Bound", (_Handler,), {"script": script})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for it in value.values():
                yield from _texts(it)
        case list():
            for it in value:
                yield from _texts(it)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: Script

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name that it overrides
        """Says nothing."""

    def do_HEAD(self) -> None:
        self._send(b"")

    def do_GET(self) -> None:
        self._send(b'{"object": "list", "data": [], "models": []}')

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        path = self.path.partition("?")[0]
        if path.endswith("/messages"):
            self._send_events(_messages(self.script.answer(request), len(self.script.requests)))
        elif path.endswith("/chat/completions"):
            turn = self.script.answer(request)
            whole, parts = _completion(turn, len(self.script.requests))
            if request.get("stream"):
                self._send_events((None, it) for it in parts)
            else:
                self._send(json.dumps(whole).encode())
        elif path.endswith("/responses"):
            self._send_events(_responses(self.script.answer(request), len(self.script.requests)))
        else:
            self._send(b"{}", status=404)

    def _send(self, body: bytes, *, kind: str = "application/json", status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            # The agent has ended, or does not want the answer any more.
            self.close_connection = True

    def _send_events(self, events: Iterable[tuple[str | None, Json | str]]) -> None:
        lines = []
        for name, data in events:
            head = f"event: {name}\n" if name else ""
            lines.append(f"{head}data: {data if isinstance(data, str) else json.dumps(data)}\n\n")
        self._send("".join(lines).encode(), kind="text/event-stream")


def _messages(turn: Turn, number: int) -> Iterator[tuple[str, Json]]:
    """The events of an answer in the form of Anthropic's Messages."""
    usage = {"input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    message = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": "scripted", "content": []}
    yield "message_start", {"type": "message_start", "message": {**message, "stop_reason": None, "usage": usage}}
    blocks: list[tuple[Json, Json]] = []
    if turn.text:
        blocks.append(({"type": "text", "text": ""}, {"type": "text_delta", "text": turn.text}))
    for index, (name, given) in enumerate(turn.tools):
        start = {"type": "tool_use", "id": f"toolu_{number}_{index}", "name": name, "input": {}}
        blocks.append((start, {"type": "input_json_delta", "partial_json": json.dumps(given)}))
    for index, (start, delta) in enumerate(blocks):
        yield "content_block_start", {"type": "content_block_start", "index": index, "content_block": start}
        yield "content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}
        yield "content_block_stop", {"type": "content_block_stop", "index": index}
    why = {"stop_reason": "tool_use" if turn.tools else "end_turn", "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": why, "usage": {"output_tokens": 5}}
    yield "message_stop", {"type": "message_stop"}


def _responses(turn: Turn, number: int) -> Iterator[tuple[str, Json]]:
    """The events of an answer in the form of OpenAI's Responses."""
    items: list[Json] = []
    if turn.text:
        said = {"type": "output_text", "text": turn.text, "annotations": []}
        items.append({"type": "message", "role": "assistant", "id": f"msg_{number}", "content": [said]})
    for index, (name, given) in enumerate(turn.tools):
        call = {"type": "function_call", "id": f"fc_{number}_{index}", "call_id": f"call_{number}_{index}"}
        items.append({**call, "name": name, "arguments": json.dumps(given)})
    whole: Json = {"id": f"resp_{number}", "object": "response", "status": "in_progress", "output": []}
    yield "response.created", {"type": "response.created", "response": whole}
    for index, item in enumerate(items):
        done = {**item, "status": "completed"}
        for kind in ("added", "done"):
            event = f"response.output_item.{kind}"
            yield event, {"type": event, "output_index": index, "item": done}
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    usage = {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15, **details}
    ended = {**whole, "status": "completed", "output": items, "usage": usage}
    yield "response.completed", {"type": "response.completed", "response": ended}


def _completion(turn: Turn, number: int) -> tuple[Json, list[Json | str]]:
    """An answer in the form of OpenAI's chat completions: as a whole, and in parts."""
    calls = [
        {
            "index": index,
            "id": f"call_{number}_{index}",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(given)},
        }
        for index, (name, given) in enumerate(turn.tools)
    ]
    message: Json = {"role": "assistant", "content": turn.text, **({"tool_calls": calls} if calls else {})}
    why = "tool_calls" if calls else "stop"
    head = {"id": f"chatcmpl-{number}", "created": 1, "model": "scripted"}
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    choice = {"index": 0, "message": message, "finish_reason": why}
    whole = {**head, "object": "chat.completion", "choices": [choice], "usage": usage}
    chunk = {**head, "object": "chat.completion.chunk"}
    return whole, [
        {**chunk, "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
        {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": why}]},
        {**chunk, "choices": [], "usage": usage},
        "[DONE]",
    ]
