"""What requests tell a model, in any protocol: every text with who says it, and what is new in each request."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from hookwright.proving.script import Block, Json

_LONGEST = 256 << 10


def news(requests: Iterable[tuple[bool, list[Block]]]) -> Iterator[list[Block]]:
    """What each request has that the one before of its kind (with tools, or without) had not."""
    known: dict[bool, list[Block]] = {}
    for kind, blocks in requests:
        rest, new = list(known.get(kind, ())), []
        for block in blocks:
            if block in rest:
                rest.remove(block)
            else:
                new.append(block)
        known[kind] = blocks
        yield new


def blocks_of(body: Json) -> Iterator[Block]:
    """All that a request tells the model, each text cut at some length."""
    return ((role, kind, text[:_LONGEST]) for role, kind, text in _blocks(body))


def _blocks(body: Json) -> Iterator[Block]:
    system = body.get("system")
    for block in system if isinstance(system, list) else [{"text": system}] if isinstance(system, str) else ():
        yield "system", "text", str(block.get("text", ""))
    inputs = body.get("input")
    for item in (*body.get("messages", ()), *(inputs if isinstance(inputs, list) else ())):
        if item.get("role") == "tool":
            yield "tool", "tool_result", _text(item.get("content") or "")
        elif "output" in item:
            yield "tool", "tool_result", _text(item["output"])
        else:
            yield from _content(str(item.get("role")), item.get("content"))
    for item in body.get("contents", ()):
        yield from _parts(str(item.get("role")), item.get("parts", ()))


def _parts(role: str, parts: Iterable[Json]) -> Iterator[Block]:
    for part in parts:
        if "text" in part:
            yield role, "text", part["text"]
        elif "functionResponse" in part:
            yield "tool", "tool_result", _text(part["functionResponse"].get("response"))


def _content(role: str, value: Any) -> Iterator[Block]:  # noqa: ANN401  as the agent sent it
    if isinstance(value, str):
        yield role, "text", value
        return
    for block in value or ():
        kind = block.get("type", "")
        if kind in ("text", "input_text", "output_text"):
            yield role, "text", block["text"]
        elif kind == "tool_result":
            yield role, "tool_result", _text(block.get("content") or "")


def _text(value: Any) -> str:  # noqa: ANN401  as the agent sent it
    # As it is read: a mark at the beginning of a line is no part of the `\\n` before it.
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False).replace("\\n", "\n")
