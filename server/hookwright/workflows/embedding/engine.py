"""The engine as one client has it: where it runs hooks, what it remembers, and what the client does for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hookwright.engine.background import Background
from hookwright.engine.events import Watch
from hookwright.engine.guard import Guard
from hookwright.engine.host import Host
from hookwright.engine.journal.writer import Journal
from hookwright.engine.model import Model
from hookwright.engine.tool_maps.maps import ToolMap
from hookwright.workflows.embedding.trust import Trust

_AT_ONCE = 16
"""How many dispatches of one client run their hooks at the same time; the others wait in the order they came."""


@dataclass(kw_only=True)
class Engine:
    """What the methods work on.  `trust`, `project_folder`, `watch` and `open_texts` are asked anew for each request.

    `project_folder` gives the folder that a request names, or the client's own, and raises UsageError if there is none.
    `watch` makes what follows one dispatch.  `home` is where the user's hook files are; `dialect` the one that the
    client speaks if a request does not say, None for the one in use in the project.  `tools` are the client's own, in
    the names that hooks know.
    """

    host: Host
    home: str
    trust: Callable[[], Trust]
    project_folder: Callable[[str | None], str]
    journal: Journal | None
    background: Background
    dialect: str | None = None
    tools: ToolMap | None = None
    guard: Guard = field(default_factory=Guard)
    model: Model | None = None
    watch: Callable[[], Watch | None] = lambda: None
    open_texts: Callable[[], Mapping[str, str]] = dict
    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))
