"""The MCP servers that an agent's files name: how each is started or reached."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from hookwright.files import read_bytes
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.servers import ServerFile
from hookwright.patterns import late_pattern

_PROJECT = "{project}"
# A variable with a default: `${NAME:-text}`.
_VARIABLE = late_pattern(r"\$\{(\w+)(?::-([^}]*))?\}", re.ASCII)


class Server(Struct, frozen=True, kw_only=True):
    """An MCP server: the program with its arguments and variables of its own, or the URL with its headers.

    `events`: the URL is one of the older transport, which sends events.  `source` is the file that names it.  `sent`
    are the variables of the host that are in the URL or in headers, each with the place.
    """

    name: str
    source: str
    command: str = ""
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    events: bool = False
    sent: Mapping[str, str] = field(default_factory=dict)


def server_named(dialect: Dialect, name: str, project: str, host: Host) -> Server | str:
    """The server of that name, of the first file that has it; a sentence if there is none that can be used.

    `${NAME}` and `${NAME:-text}` in its texts are the variables of the `host`.
    """
    for file in dialect.servers.files:
        path = os.path.join(host.home if file.below_home else project, file.path)
        entry = _entries(path, file, project).get(name)
        if isinstance(entry, Mapping):
            return _server(name, path, entry, host.environ)
    looked = ", ".join(f"`{'~/' if it.below_home else ''}{it.path}`" for it in dialect.servers.files)
    return f"no MCP server is called `{name}`; {dialect.title} reads them from {looked}"


def _entries(path: str, file: ServerFile, project: str) -> Mapping[str, Any]:
    try:
        value: Any = json.loads(read_bytes(path))
    except (OSError, ValueError, RecursionError):
        return {}
    for key in file.route:
        value = value.get(project if key == _PROJECT else key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def _server(name: str, source: str, entry: Mapping[str, Any], environ: Mapping[str, str]) -> Server | str:
    def filled(text: object) -> str:
        return _VARIABLE.sub(lambda it: environ.get(it[1], it[2] or ""), text) if isinstance(text, str) else ""

    def texts(key: str) -> dict[str, str]:
        found = entry.get(key)
        return {str(it): filled(text) for it, text in found.items()} if isinstance(found, Mapping) else {}

    command, url, listed = filled(entry.get("command")), filled(entry.get("url")), entry.get("args")
    if not command and not url:
        return f"the MCP server `{name}` in {source} has neither `command` nor `url`"
    return Server(
        name=name,
        source=source,
        command=command,
        arguments=tuple(map(filled, listed)) if isinstance(listed, list) else (),
        environment=texts("env"),
        url="" if command else url,
        headers=texts("headers"),
        events=entry.get("type") == "sse",
        sent={} if command else _sent(entry),
    )


def _sent(entry: Mapping[str, Any]) -> Mapping[str, str]:
    """The variables that a server by URL is sent, each with the places in which it stands."""
    headers = entry.get("headers")
    texts = {"the URL": entry.get("url")}
    texts |= {f"the header {name}": it for name, it in headers.items()} if isinstance(headers, Mapping) else {}
    found: dict[str, list[str]] = {}
    for place, text in texts.items():
        for name, _ in dict.fromkeys(_VARIABLE.findall(text)) if isinstance(text, str) else ():
            found.setdefault(name, []).append(place)
    return {name: ", ".join(dict.fromkeys(places)) for name, places in found.items()}
