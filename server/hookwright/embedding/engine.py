"""The engine as one client has it: where it runs hooks, what it remembers, and what the client does for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hookwright.embedding.client import Tell
from hookwright.embedding.trust import Trust
from hookwright.engine.modules.hosts import ModuleHosts
from hookwright.engine.modules.in_session import ModulesInSession
from hookwright.engine.modules.requests import NoSession
from hookwright.engine.modules.seams import AgentMessage, Client, SessionState
from hookwright.engine.modules.states import LoadedModule
from hookwright.engine.runner import Runner
from hookwright.engine.sessions.sessions import Session, Sessions
from hookwright.host import Host
from hookwright.model.guards import OnGuardLost

_MOST_PROJECTS = 16


@dataclass(kw_only=True)
class Engine:
    """What the methods work on: the `runner` of the client's hooks, and what the client has said.

    `tools` and `failure_policy` are as the client has said them, and hold for dispatches that name none.

    `trust`, `project_folder` and `open_texts` are asked anew for each request; `project_folder` gives the folder that a
    request names, or the client's own, and raises UsageError if there is none.  `tell` sends a notification, by its
    name in `serve`.  `dialect` is the one that the client speaks if a request does not say, None for the one in use in
    the project.  `client` answers what modules ask, `on_guard_lost` is what those decide that give no answer.
    `dialects` are those of the open sessions, by their ids.
    """

    runner: Runner
    trust: Callable[[], Trust]
    project_folder: Callable[[str | None], str]
    tell: Tell
    dialect: str | None = None
    tools: object = None
    failure_policy: object = None
    on_guard_lost: OnGuardLost = OnGuardLost.DENY
    client: Client | None = None
    open_texts: Callable[[], Mapping[str, str]] = dict
    dialects: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.host, self._transform)
        self._modules: OrderedDict[str, ModuleHosts] = OrderedDict()

    @property
    def host(self) -> Host:
        """The machine of the client's user."""
        return self.runner.host

    def modules(self, project: str) -> ModuleHosts | None:
        """The hook modules of the user and the project; None if the project is not trusted (E10)."""
        trust = self.trust()
        if not trust.given or not trust.covers(project):
            return None
        if project not in self._modules:
            self._modules[project] = ModuleHosts(project, self.host)
        self._modules[project].on_lost = self.on_guard_lost
        self._modules.move_to_end(project)
        if len(self._modules) > _MOST_PROJECTS:
            _, oldest = self._modules.popitem(last=False)
            self.runner.background.start(oldest.close())
        return self._modules[project]

    def loaded_modules(self, project: str) -> tuple[LoadedModule, ...]:
        """The modules of the user and the project as they fare, if they have been asked for; starts nothing."""
        return self._modules[project].loaded() if project in self._modules else ()

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
        if modules is None:
            return [*messages]
        return await ModulesInSession(modules, session, self.client).transform(messages)
