"""What agents and hooks talk to: a scripted model in the protocols of its makers, and web services, on loopback.

A turn of the model is `{"text": …}` and/or `{"tools": [{"name": …, "input": {…}}]}`; `{"status": 529}` is an error.  A
request that offers tools takes the next turn of the script.  One without (for titles, summaries, prompt hooks) gets
`side`.  A rule, `{"contains": …, "times": …, "turn": …}`, goes before both.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.oracle.recordings import Json

_USAGE = {"input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
_CHAT_USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
_RESPONSES_USAGE = {
    "input_tokens": 10,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 5,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 15,
}
_GEMINI_USAGE = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}

Event = tuple[str | None, Any]
# In what a service answers: the header of that name in the request.
_HEADER = re.compile(r"<<([\w-]+)>>")


@dataclass
class Script:
    """What is answered: the model's turns, and `services` by their path; and every request that the model got."""

    turns: list[Json] = field(default_factory=list)
    side: str = "ok"
    rules: list[Json] = field(default_factory=list)
    services: Mapping[str, Json] = field(default_factory=dict)
    requests: list[Json] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, body: Json) -> tuple[Json, int]:
        """The turn that answers a request, and the request's number."""
        text = json.dumps(body, ensure_ascii=False)
        with self.lock:
            self.requests.append(body)
            return self._turn(text, offers_tools=bool(body.get("tools"))), len(self.requests)

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
        protocol = next((it for end, it in _PROTOCOLS.items() if path.endswith(end)), None)
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
            self._send(200, "".join(_lines(answer)), "text/event-stream; charset=utf-8")
        else:
            self._send(200, answer[-1][1])

    def _read(self) -> bytes:
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while size := int(self.rfile.readline().partition(b";")[0] or b"0", 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _serve(self, said: Json) -> None:
        time.sleep(said.get("sleep", 0))
        body = said.get("body", "")
        text = body if isinstance(body, str) else json.dumps(body)
        text = _HEADER.sub(lambda it: self.headers.get(it[1], ""), text)
        self._send(said.get("status", 200), text, said.get("type", "application/json"))

    def _send(self, status: int, value: Any, kind: str = "application/json") -> None:
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


def _object(raw: bytes) -> Json:
    try:
        found = json.loads(raw or b"{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _lines(events: Iterable[Event]) -> Iterator[str]:
    for name, data in events:
        head = f"event: {name}\n" if name else ""
        yield f"{head}data: {data if isinstance(data, str) else json.dumps(data)}\n\n"


def _messages(turn: Json, number: int, model: str, *, streams: bool) -> list[Event]:
    """Anthropic's messages."""
    blocks: list[Json] = [{"type": "text", "text": turn["text"]}] if turn.get("text") else []
    for index, tool in enumerate(turn.get("tools", ())):
        call = {"id": f"toolu_{number:02d}_{index}", "name": tool["name"], "input": tool.get("input", {})}
        blocks.append({"type": "tool_use", **call})
    stop = {"stop_reason": "tool_use" if turn.get("tools") else "end_turn", "stop_sequence": None}
    usage = {**_USAGE, "input_tokens": turn.get("input_tokens", 10)}
    head = {"id": f"msg_{number:02d}", "type": "message", "role": "assistant", "model": model, "usage": usage}
    if not streams:
        return [(None, {**head, "content": blocks, **stop})]
    start = {**head, "content": [], "stop_reason": None, "stop_sequence": None}
    found: list[Json] = [{"type": "message_start", "message": start}]
    for index, block in enumerate(blocks):
        if block["type"] == "text":
            empty, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            text = json.dumps(block["input"])
            empty, delta = block | {"input": {}}, {"type": "input_json_delta", "partial_json": text}
        found += [
            {"type": "content_block_start", "index": index, "content_block": empty},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    found += [{"type": "message_delta", "delta": stop, "usage": {"output_tokens": 5}}, {"type": "message_stop"}]
    return [(it["type"], it) for it in found]


def _responses(turn: Json, number: int, model: str, *, streams: bool) -> list[Event]:
    """OpenAI's responses."""
    items: list[Json] = []
    if turn.get("text"):
        content = [{"type": "output_text", "text": turn["text"], "annotations": []}]
        items.append({"type": "message", "role": "assistant", "id": f"msg_{number}", "content": content})
    for index, tool in enumerate(turn.get("tools", ())):
        call = {"call_id": f"call_{number:02d}_{index}", "name": tool["name"]}
        if tool.get("custom") is not None:
            items.append({"type": "custom_tool_call", "id": f"ctc_{number}_{index}", **call, "input": tool["custom"]})
        else:
            given = json.dumps(tool.get("input", {}))
            items.append({"type": "function_call", "id": f"fc_{number}_{index}", **call, "arguments": given})
    items = [{**it, "status": "completed"} for it in items]
    head = {"id": f"resp_{number}", "object": "response"}
    done = {**head, "status": "completed", "output": items, "usage": _RESPONSES_USAGE, "model": model}
    if not streams:
        return [(None, done)]
    begun = {**head, "status": "in_progress", "output": []}
    found: list[Json] = [{"type": "response.created", "response": begun}]
    for index, item in enumerate(items):
        said = {"output_index": index, "item": item}
        found += [{"type": "response.output_item.added", **said}, {"type": "response.output_item.done", **said}]
    found.append({"type": "response.completed", "response": done})
    return [(it["type"], it) for it in found]


def _chat(turn: Json, number: int, model: str, *, streams: bool) -> list[Event]:
    """OpenAI's chat completions."""
    calls = [
        {
            "index": index,
            "id": f"call_{number:02d}_{index}",
            "type": "function",
            "function": {"name": it["name"], "arguments": json.dumps(it.get("input", {}))},
        }
        for index, it in enumerate(turn.get("tools", ()))
    ]
    message: Json = {"role": "assistant", "content": turn.get("text") or ("" if calls else "ok")}
    message |= {"tool_calls": calls} if calls else {}
    head = {"id": f"chatcmpl-{number}", "created": 1, "model": model}
    finish = "tool_calls" if calls else "stop"
    if not streams:
        whole = [{"index": 0, "message": message, "finish_reason": finish}]
        return [(None, {**head, "object": "chat.completion", "usage": _CHAT_USAGE, "choices": whole})]
    chunk = {**head, "object": "chat.completion.chunk"}
    parts = [
        ({"index": 0, "delta": message, "finish_reason": None}),
        {"index": 0, "delta": {}, "finish_reason": finish},
    ]
    return [
        *((None, {**chunk, "choices": [it]}) for it in parts),
        (None, {**chunk, "choices": [], "usage": _CHAT_USAGE}),
        (None, "[DONE]"),
    ]


def _gemini(turn: Json, number: int, model: str, *, streams: bool) -> list[Event]:
    """Google's generateContent, in one piece in either way."""
    del number, model, streams
    parts: list[Json] = [{"text": turn["text"]}] if turn.get("text") else []
    parts += [{"functionCall": {"name": it["name"], "args": it.get("input", {})}} for it in turn.get("tools", ())]
    found = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    return [(None, {"candidates": [found], "usageMetadata": _GEMINI_USAGE, "modelVersion": "mock"})]


_PROTOCOLS = {
    "/messages": _messages,
    "/responses": _responses,
    "/chat/completions": _chat,
    "enerateContent": _gemini,
}
