"""Hooks that are a web service: the event is posted to it, and what it answers is read as what a command prints."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from msgspec import Struct, field

from hookwright.engine.answer_limits import MOST_BYTES, without_packing
from hookwright.engine.model import NoAnswer, answered
from hookwright.matching.globs import text_matches
from hookwright.model.hook import Hook
from hookwright.model.hook_type import HookType
from hookwright.policies.printed import find_object

if TYPE_CHECKING:
    import httpx2

    from hookwright.model.outcome import Result

_SHOWN = 2000
_VARIABLE = re.compile(r"\$(?:\{([A-Z_][A-Z0-9_]*)\}|([A-Z_][A-Z0-9_]*))")
# What would end a header, and begin another.
_CONTROL = re.compile(r"[\r\n\0]")


class Allowed(Struct, frozen=True):
    """What the settings let http hooks do: the URLs that they may call and the variables that their headers may hold.

    None is no restriction; `*` in a URL stands for anything.
    """

    urls: tuple[str, ...] | None = None
    variables: tuple[str, ...] | None = None

    def url(self, url: str) -> bool:
        """Whether that URL may be called."""
        return self.urls is None or any(text_matches(it, url) for it in self.urls)


class Post(Struct, frozen=True, kw_only=True):
    """A request to be sent; `timeout` in seconds.

    `only_object`: an answer that is not a JSON object is a failure.  One that is not of the `media_type`, in these very
    letters, is not read.
    """

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes
    timeout: float
    only_object: bool = False
    media_type: str = ""


def headers_of(hook: Hook, kind: HookType, environ: Mapping[str, str], allowed: Allowed) -> dict[str, str]:
    """The hook's own headers; `$NAME` is the variable where hook and settings both allow it, and else nothing."""
    written, names = _written(hook, kind, allowed)
    known = {it: environ.get(it, "") for it in names}

    def filled(text: str) -> str:
        return _CONTROL.sub("", _VARIABLE.sub(lambda it: known.get(it[1] or it[2], ""), text)).strip()

    return {name: filled(it) for name, it in written.items()}


def sent_variables(hook: Hook, kind: HookType, allowed: Allowed) -> Mapping[str, str]:
    """The variables whose values `headers_of` puts into headers, set or not, each with the names of its headers."""
    written, names = _written(hook, kind, allowed)
    found: dict[str, list[str]] = {}
    for header, text in written.items():
        for it in dict.fromkeys(braced or bare for braced, bare in _VARIABLE.findall(text)):
            if it in names:
                found.setdefault(it, []).append(header)
    return {name: ", ".join(headers) for name, headers in found.items()}


def _written(hook: Hook, kind: HookType, allowed: Allowed) -> tuple[Mapping[str, str], AbstractSet[str]]:
    """The headers as the hook has them, and the variables that they may hold."""
    key = next((it for it in kind.fields if it.inserts.allowed_by), None)
    named = hook.values.get(key.name) if key is not None else None
    if key is None or not isinstance(named, Mapping):
        return {}, frozenset()
    listed = hook.values.get(key.inserts.allowed_by)
    own = {it for it in listed if isinstance(it, str)} if isinstance(listed, list) else set()
    names = own if allowed.variables is None else own & set(allowed.variables)
    return {str(name): it for name, it in named.items() if isinstance(it, str)}, names


async def post(request: Post) -> Result:
    """Sends it and gives the answer as the output of a command; every failure is in the result, none is raised.

    An answer that is not a success, a redirect too, and one of over 8 MiB, is a failure.
    """
    return await answered(_text(request), request.timeout, who="the web service")


async def _text(request: Post) -> str:
    # Few hooks are web services.
    import httpx2

    headers = {"Content-Type": "application/json", "Accept": "application/json, text/plain, */*", **request.headers}
    try:
        async with (
            httpx2.AsyncClient(timeout=None, follow_redirects=False) as client,
            client.stream("POST", request.url, content=request.body, headers=without_packing(headers)) as response,
        ):
            text = await _read(response)
            status, is_success = response.status_code, response.is_success
            kind = response.headers.get("Content-Type", "")
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
        raise NoAnswer(f"{request.url} could not be called: {str(error) or type(error).__name__}") from error
    if not is_success:
        raise NoAnswer(f"HTTP {status} from {request.url}")
    if request.media_type not in kind:
        return ""
    if request.only_object and text.strip() and find_object(text) is None:
        raise NoAnswer(f"the answer of {request.url} is not a JSON object: {text.strip()[:_SHOWN]}")
    return text


async def _read(response: httpx2.Response) -> str:
    found = bytearray()
    async for chunk in response.aiter_raw():
        found += chunk
        if len(found) > MOST_BYTES:
            raise NoAnswer(f"the answer is larger than {MOST_BYTES >> 20} MiB")
    return found.decode("utf-8", "replace")
