"""The messages that the core makes of a session's entries, before any context handler sees them (E4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Entry = Mapping[str, Any]
AgentMessage = Mapping[str, Any]

_SUMMARY = "[Summary of the conversation so far]\n\n"


def messages_of(entries: Sequence[Entry]) -> list[AgentMessage]:
    """The messages of the `message` entries; entries of types that the core does not know are ignored (E3).

    A `compaction` puts its `summary` in the place of what came before it, or before its `firstKeptEntryIndex`; the last
    one counts.
    """
    last = next((it for it in reversed(range(len(entries))) if _is_compaction(entries[it])), None)
    if last is None:
        return list(_messages(entries))
    kept = entries[last].get("firstKeptEntryIndex")
    begin = kept if isinstance(kept, int) and not isinstance(kept, bool) and 0 <= kept <= last else last
    summary = {"role": "user", "content": f"{_SUMMARY}{entries[last]['summary']}"}
    return [summary, *_messages(entries[begin:])]


def _messages(entries: Iterable[Entry]) -> Iterable[AgentMessage]:
    return (it["message"] for it in entries if it.get("type") == "message" and isinstance(it.get("message"), Mapping))


def _is_compaction(entry: Entry) -> bool:
    return entry.get("type") == "compaction" and isinstance(entry.get("summary"), str)
