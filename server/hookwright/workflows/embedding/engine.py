"""The engine as one client has it: where it runs hooks, what it remembers, and what the client does for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hookwright.engine.background import Background
from hookwright.engine.delegate import Delegate
from hookwright.engine.events import Watch
from hookwright.engine.guard import Guard
from hookwright.engine.journal.writer import Journal
from hookwright.engine.model import Model
from hookwright.engine.modules.hosts import ModuleHosts
from hookwright.engine.modules.requests import NoSession
from hookwright.engine.modules.seams import AgentMessage, Client, SessionState
from hookwright.engine.process import most_descriptors
from hookwright.engine.sessions.sessions import Session, Sessions
from hookwright.engine.tool_maps.maps import ToolMap
from hookwright.host import Host
from hookwright.workflows.embedding.client import Tell
from hookwright.workflows.embedding.trust import Trust

_DESCRIPTORS_OF_A_COMMAND = 4
_DESCRIPTORS_OF_THE_REST = 256

_MOST_PROJECTS = 16


def commands_at_once() -> int:
    """How many commands of hooks have descriptors at the same time: 192 where a process may open 1,024 files."""
    return max(1, (most_descriptors() - _DESCRIPTORS_OF_THE_REST) // _DESCRIPTORS_OF_A_COMMAND)


def command_slots() -> asyncio.Semaphore:
    """Those of one process; the others wait in the order they came.

    What waits for a person, a model or a module needs no slot.
    """
    return asyncio.Semaphore(commands_at_once())


@dataclass(kw_only=True)
class Engine:
    """What the methods work on.  `trust`, `project_folder`, `watch` and `open_texts` are asked anew for each request.

    `project_folder` gives the folder that a request names, or the client's own, and raises UsageError if there is none.
    `watch` makes what follows one dispatch.  `dialect` is the one that the client speaks if a request does not say,
    None for the one in use in the project.  `tools` are the client's own, in the names that hooks know.  `model`,
    `client` and `delegate` are what the client does for hooks, None for nothing; `tell` sends it a notification, by its
    name in `serve`.  `slots` are for the commands of all clients of the process, `dialects` the dialect of each open
    session.
    """

    host: Host
    trust: Callable[[], Trust]
    project_folder: Callable[[str | None], str]
    journal: Journal | None
    background: Background
    tell: Tell
    dialect: str | None = None
    tools: ToolMap | None = None
    guard: Guard = field(default_factory=Guard)
    model: Model | None = None
    client: Client | None = None
    delegate: Delegate | None = None
    watch: Callable[[], Watch | None] = lambda: None
    open_texts: Callable[[], Mapping[str, str]] = dict
    slots: asyncio.Semaphore = field(default_factory=command_slots)
    dialects: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.host, self._transform)
        self._modules: OrderedDict[str, ModuleHosts] = OrderedDict()

    def modules(self, project: str) -> ModuleHosts | None:
        """The hook modules of the user and the project; None where the project is not trusted (E10)."""
        trust = self.trust()
        if not trust.given or not trust.covers(project):
            return None
        if project not in self._modules:
            self._modules[project] = ModuleHosts(project, self.host)
        self._modules.move_to_end(project)
        if len(self._modules) > _MOST_PROJECTS:
            _, oldest = self._modules.popitem(last=False)
            self.background.start(oldest.close())
        return self._modules[project]

    def every_modules(self) -> tuple[ModuleHosts, ...]:
        """Those of every project that has been asked for."""
        return tuple(self._modules.values())

    def session(self, number: str | None, project: str) -> SessionState:
        """The session that handlers run in; one without anything if it has not been opened."""
        return self.sessions.get(number) or NoSession(number or "", project)

    async def close(self) -> None:
        """Ends every session and module of the client; SessionEnd hooks do not run."""
        await self.sessions.close_all()
        for it in self._modules.values():
            await it.close()

    async def _transform(self, session: Session, messages: Sequence[AgentMessage]) -> list[AgentMessage]:
        modules = self.modules(session.cwd)
        return [*messages] if modules is None else await modules.transform(session, self.client, messages)
