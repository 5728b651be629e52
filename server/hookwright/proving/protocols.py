"""How one turn of the scripted model is said in the protocols of its makers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from hookwright.proving.script import Json

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
"""An event of a stream: its name, and its data."""


def event_stream(events: Iterable[Event]) -> Iterator[str]:
    """The events as a server sends them."""
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


Protocol = Callable[..., list[Event]]

PROTOCOLS: dict[str, Protocol] = {
    "/messages": _messages,
    "/responses": _responses,
    "/chat/completions": _chat,
    "enerateContent": _gemini,
}
"""By the end of the path that is asked; called as `(turn, number, model, streams=…)`."""
