"""`/pop`: goes back to an earlier turn, and leaves a summary in the place of all that came after it.

Copy it into `~/.pi/hooks/` or into `.pi/hooks/` of a project.  The model of the session writes the summary where the
user lets this module have its key; otherwise the summary is the first line of every message.  Nothing is deleted: the
session keeps every entry, and the one that this adds says which of them the model no longer reads.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from inspect import getsource
from typing import Any

from hookwright.modules import CommandContext, Context, Event, command, on

Json = Mapping[str, Any]

# Where models are asked, by their provider; the variable `POP_BASE_URL` names another place that speaks the same.
BASE_URLS = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com/v1"}
QUESTION = "Summarize this part of a conversation in a few sentences. Keep decisions, file names and open questions."
SECONDS = 120


@command("pop", "Go back to an earlier turn, with a summary of what came after it")
async def pop(ctx: CommandContext) -> dict[str, str] | None:
    """Lets the user choose a turn, saves the summary as an entry, and has the context built anew."""
    entries = ctx.entries
    gone = {it for start, end, _ in pops(entries) for it in range(start, end + 1)}
    turns = [place for place, it in enumerate(entries) if is_turn(it) and place not in gone]
    if not turns:
        return {"status": "No turns to pop"}

    options = [f"{number}. {text_of(entries[place])[:50]}" for number, place in enumerate(turns, 1)]
    selected = await ctx.ui.select("Pop to:", options)
    if selected not in options:
        return None
    start = turns[options.index(selected)]

    said = [it["message"] for it in entries[start:] if it["type"] == "message"]
    summary = await summarize(said, ctx)
    now = int(time.time() * 1000)
    await ctx.save_entry({"type": "stack_pop", "backToIndex": start, "summary": summary, "timestamp": now})
    await ctx.rebuild_context()
    return {"status": "Popped stack"}


@on("context")
def apply_pops(event: Event, ctx: Context) -> dict[str, Any] | None:
    """Puts the summary of each pop in the place of the messages that it covers.

    The messages are those of `event.messages`, so that a compaction, and what other modules changed, stay.
    """
    found = pops(event.entries)
    if not found:
        return None
    messages: list[Any] = list(event.messages)
    places = places_of(event.entries, messages)
    # From the end, so that the places before stay right.
    for start, end, entry in reversed(found):
        covered = [places[it] for it in range(start, end + 1) if it in places]
        at = min(covered) if covered else next((places[it] for it in sorted(places) if it > end), len(messages))
        for place in sorted(covered, reverse=True):
            del messages[place]
        content = f"[Subtask completed]\n\n{entry['summary']}"
        messages.insert(at, {"role": "user", "content": content, "timestamp": entry["timestamp"]})
    return {"messages": messages}


def pops(entries: Sequence[Json]) -> list[tuple[int, int, Json]]:
    """The pops that hold, in order: the entries from where to where each covers; a later pop may cover earlier ones."""
    found: list[tuple[int, int, Json]] = []
    for place, entry in enumerate(entries):
        if entry["type"] == "stack_pop":
            found = [it for it in found if it[1] < entry["backToIndex"]]
            found.append((entry["backToIndex"], place, entry))
    return found


def places_of(entries: Sequence[Json], messages: Sequence[Any]) -> dict[int, int]:
    """Which entry became which message.  It goes from the end: a compaction takes away what is at the beginning."""
    places: dict[int, int] = {}
    end = len(messages)
    for place in range(len(entries) - 1, -1, -1):
        if entries[place]["type"] == "message":
            message = entries[place]["message"]
            at = next((it for it in range(end - 1, -1, -1) if messages[it] == message), None)
            if at is not None:
                places[place] = end = at
    return places


def is_turn(entry: Json) -> bool:
    """Whether an entry is something that the user said."""
    return entry["type"] == "message" and bool(entry["message"].get("role") == "user")


def text_of(entry: Json) -> str:
    """The text of a message's entry on one line."""
    content = entry["message"].get("content") or ""
    parts = [it.get("text", "") for it in content if isinstance(it, dict)] if isinstance(content, list) else [content]
    return " ".join(" ".join(map(str, parts)).split())


async def summarize(messages: Sequence[Json], ctx: Context) -> str:
    """What the session's model makes of the messages, or their first lines where it cannot be asked."""
    model, key = ctx.model, await ctx.resolve_api_key(ctx.model)
    base = os.environ.get("POP_BASE_URL") or BASE_URLS.get(model.provider if model else "")
    said = list(lines(messages))
    if model is not None and key is not None and base is not None:
        question = {"base": base, "key": key, "model": model.id, "said": [QUESTION, "", *said]}
        # A program may take longer than a handler, others cannot see what it is given on stdin, and with -I it imports
        # nothing that lies in the project.
        code = f"{getsource(ask_model)}\nimport json, sys\nprint(ask_model(**json.load(sys.stdin)))"
        asked = await ctx.exec(sys.executable, ["-I", "-c", code], {"input": json.dumps(question), "timeout": SECONDS})
        if asked.code == 0:
            return asked.stdout.strip()
        why = (asked.stderr.strip().splitlines() or ["it took too long"])[-1]
        await ctx.ui.notify(f"The model did not summarize ({why}), so the summary is plain", "warning")
    return "\n".join(it[:200] for it in said)


def lines(messages: Sequence[Json]) -> Iterator[str]:
    """One line for each message that has text."""
    for message in messages:
        text = text_of({"message": message})
        if text:
            yield f"{message.get('role', 'somebody')}: {text}"


def ask_model(base: str, key: str, model: str, said: list[str]) -> str:
    """The answer of an endpoint that speaks OpenAI's protocol.  It runs in a process of its own, so it imports here."""
    import json
    from urllib.request import Request, urlopen

    question = {"role": "user", "content": "\n".join(said)}
    body = json.dumps({"model": model, "messages": [question]}).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    with urlopen(Request(f"{base.rstrip('/')}/chat/completions", body, headers)) as response:
        return str(json.load(response)["choices"][0]["message"]["content"])
