"""Which hook it is, in a form that outlives the file's next reading."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from hookwright.model.hook import Hook
from hookwright.model.outcome import HookIdentity
from hookwright.text import Route, to_pointer


def identity(hook: Hook) -> HookIdentity:
    """What names a hook to clients; its id is the same for the same file and place."""
    pointer, number = _place(hook.source, hook.route)
    return HookIdentity(
        id=number,
        source=hook.source,
        scope=hook.scope.value,
        pointer=pointer,
        name=hook.name,
        type=hook.type,
        command=hook.body,
    )


@lru_cache(maxsize=4096)
def _place(source: str, route: Route) -> tuple[str, str]:
    pointer = to_pointer(route)
    digest = sha256(f"{source}\0{pointer}".encode(errors="surrogatepass")).hexdigest()
    return pointer, digest[:12]
