"""Whether another program could take a message for another one than hooks have judged, although both read its JSON.

Some decoders match the names of members in any case, some end a text at NUL, and some tell a request from an
answer by another member.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from acp.meta import AGENT_METHODS, CLIENT_METHODS

Json = Mapping[str, Any]

_METHODS = frozenset({*AGENT_METHODS.values(), *CLIENT_METHODS.values()})
_REQUESTS = frozenset(
    it
    for it in _METHODS
    if it.startswith(("fs/", "terminal/")) or it in ("session/request_permission", "session/prompt")
)
"""What hooks judge or follow, and answer where they refuse it."""
_ENVELOPE = frozenset({"jsonrpc", "id", "method", "params", "result", "error"})
_READ = (
    "sessionId requestId terminalId path content line limit command args cwd env toolCall toolCallId options optionId",
    "kind status title locations update sessionUpdate prompt type text oldText newText rawInput rawOutput _meta",
)
_MEMBERS = frozenset(it for line in _READ for it in line.split())
"""The members of params that hooks, or what follows a session, go by."""
_FREE = frozenset({"_meta", "rawInput", "rawOutput", "env"})
"""What the protocol leaves to agents, tools and users: no decoder looks for members of its own in there."""
_NAMES = frozenset({"sessionId", "requestId", "terminalId", "toolCallId", "path", "command", "args", "cwd"})


def _letters(method: str) -> str:
    """The letters of a method's name, in one case and width; an extension, with `_` before it, is another."""
    plain = unicodedata.normalize("NFKC", method).casefold()
    return ("_" if plain.startswith("_") else "") + "".join(it for it in plain if it.isalnum())


_BY_LETTERS = {_letters(it): it for it in _METHODS}


def ambiguity(message: Json) -> str | None:
    """Why the message is not passed on, as half a sentence; None if every program reads it alike."""
    found = next(_misnamed(message, _ENVELOPE), None) or _of_envelope(message)
    if found is not None or message.get("method") not in _METHODS:
        return found
    return next(_of_params(message.get("params")), None)


def _of_envelope(message: Json) -> str | None:
    number, method = message.get("id"), message.get("method")
    if isinstance(number, bool) or not isinstance(number, int | str | None):
        return "its `id` is neither a text nor an integer"
    if "method" in message and (not isinstance(method, str) or "\0" in method):
        return "its `method` is not a text, or has a NUL"
    if method in _REQUESTS and "id" not in message:
        return f"`{method}` is a request, so it needs an `id`"
    answers = [it for it in ("result", "error") if message.get(it) is not None]
    if "method" in message:
        meant = None if method in _METHODS else _BY_LETTERS.get(_letters(str(method)))
        if meant is not None:
            return f"some programs read its method as `{meant}`"
        return "it is a request and an answer at once" if answers else None
    if "id" not in message or not {"result", "error"} & message.keys():
        return "it is not a request, a notification or an answer"
    return "it has a `result` and an `error`" if len(answers) > 1 else None


def _of_params(value: object) -> Iterator[str]:
    """What is wrong with what the protocol knows, however deep it is."""
    if isinstance(value, list):
        for it in value:
            yield from _of_params(it)
    if not isinstance(value, Mapping):
        return
    yield from _misnamed(value, _MEMBERS)
    for key, it in value.items():
        words = it if isinstance(it, list) else [it]
        if key in _NAMES and any(isinstance(word, str) and "\0" in word for word in words):
            yield f"`{key}` has a NUL, at which some programs end a text"
        if key not in _FREE:
            yield from _of_params(it)


def _misnamed(found: Json, known: frozenset[str]) -> Iterator[str]:
    """Members that some programs take for others that are known."""
    meant = {it.casefold(): it for it in known}
    for key in found:
        name = key.partition("\0")[0]
        read_as = meant.get(name.casefold())
        if read_as is not None and read_as != key:
            yield f"some programs read its member `{name}` as `{read_as}`"
