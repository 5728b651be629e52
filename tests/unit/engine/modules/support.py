"""Module files, a session and a client for tests of hook modules."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from hookwright import HookService
from hookwright.dialects import by_id
from hookwright.engine.modules.hosts import ModuleHosts
from hookwright.engine.modules.in_session import ModulesInSession
from hookwright.engine.modules.states import Limits, ModuleState
from hookwright.host import Host
from hookwright.model.hook import Hook
from hookwright.model.outcome import Result

CLAWDCODE = by_id("clawdcode")
NEVER = (1e6,)
GUARD = """
import os
from hookwright.modules import Refuse, on

def guard(event, ctx):
    if "'leave'" in str(event):
        os._exit(3)
    if "'rm'" in str(event):
        raise Refuse("no rm")

for event in ("PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop"):
    on(event, guard)
"""
_HEAD = "from hookwright.modules import *\n"


class Session:
    """A session in memory, which a test can look into."""

    def __init__(self, cwd: Path) -> None:
        self.id = "s-1"
        self.file: str | None = str(cwd / "session.jsonl")
        self.cwd = str(cwd)
        self.model: Any = {"provider": "acme", "id": "fast", "name": "Fast"}
        self.thinking_level = "low"
        self.entries: list[Any] = []
        self.messages: list[Any] = []
        self.modules: ModuleHosts | None = None

    async def save_entry(self, entry: Any) -> None:
        self.entries.append(entry)

    async def rebuild_context(self) -> None:
        built = [it["message"] for it in self.entries if it["type"] == "message"]
        assert self.modules is not None
        self.messages = await ModulesInSession(self.modules, self, None).transform(built)

    async def set_model(self, model: Any) -> None:
        self.model = model

    async def set_thinking_level(self, level: str) -> None:
        self.thinking_level = level


@dataclass
class Client:
    """A user who answers what the test says."""

    chosen: str | None = None
    agrees: bool = True
    has_ui: bool = True
    asked: list[tuple[Any, ...]] = field(default_factory=list)

    async def select(self, title: str, options: Sequence[str]) -> str | None:
        self.asked.append(("select", title, *options))
        return self.chosen

    async def confirm(self, title: str, message: str) -> bool:
        self.asked.append(("confirm", title, message))
        return self.agrees

    async def input(self, title: str, placeholder: str | None) -> str | None:
        self.asked.append(("input", title, placeholder))
        return "typed"

    async def notify(self, message: str, level: str) -> None:
        self.asked.append(("notify", message, level))

    async def models(self) -> Sequence[Any]:
        return [{"provider": "acme", "id": "fast", "name": "Fast"}, {"provider": "acme", "id": "deep", "name": "Deep"}]

    async def api_key(self, provider: str, id: str, module: str) -> str | None:  # noqa: A002  the model's own word
        self.asked.append(("api_key", provider, id, Path(module).name))
        return "key" if self.agrees else None


class Place:
    """A home and a project with module files, and what loads them."""

    def __init__(self, root: Path, limits: Limits) -> None:
        self.home = root / "home"
        self.project = root / "project"
        for it in (self.home, self.project):
            (it / ".pi" / "hooks").mkdir(parents=True)
        self.host = Host({"PATH": "/usr/bin:/bin"}, str(self.home))
        self.session = Session(self.project)
        self.modules = ModuleHosts(str(self.project), self.host, limits)
        self.session.modules = self.modules

    def user(self, name: str, text: str) -> Path:
        """Writes a module of the user's."""
        return self._write(self.home, name, text)

    def write(self, name: str, text: str) -> Path:
        """Writes a module of the project's."""
        return self._write(self.project, name, text)

    @staticmethod
    def _write(root: Path, name: str, text: str) -> Path:
        file = root / ".pi" / "hooks" / f"{name}.py"
        file.write_text(_HEAD + text, encoding="utf-8")
        return file

    def hooks(self, event: str = "PreToolUse") -> tuple[Hook, ...]:
        """The handlers of an event, in their order."""
        return self.modules.hooks(CLAWDCODE, event)

    async def fire(self, name: str, stdin: bytes = b"{}", client: Client | None = None) -> Result:
        """What the handler of that name does on its event."""
        await self.modules.refresh()
        events = ("PreToolUse", "PostToolUse")
        hook = next(it for event in events for it in self.hooks(event) if it.name == name)
        return await ModulesInSession(self.modules, self.session, client).run(hook, stdin)


class Guarded:
    """A project with modules, and the service of an agent in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.hooks: HookService
        self.folder = root / ".pi" / "hooks"
        self.folder.mkdir(parents=True)

    def write(self, name: str, text: str) -> Path:
        file = self.folder / f"{name}.py"
        file.write_text(text)
        return file

    async def open(
        self, dialect: str = "clawdcode", policy: Literal["deny", "ask", "ignore"] = "deny", **options: Any
    ) -> HookService:
        limits = Limits(**{"handler_seconds": 0.5, "grace_seconds": 0.3, "restart_seconds": NEVER, **options})
        self.hooks = await HookService.open(
            str(self.root),
            "s",
            dialect=dialect,
            home=str(self.root / "home"),
            modules=limits,
            record=False,
            on_guard_lost=policy,
        )
        return self.hooks

    async def use(self, word: str, hooks: HookService | None = None) -> Any:
        return await (hooks or self.hooks).on_pre_tool_use("Bash", os.urandom(8).hex(), {"command": word})

    def state(self) -> list[ModuleState]:
        assert self.hooks._modules is not None
        return [it.state for it in self.hooks._modules.hosts.loaded()]


async def until(happened: Callable[[], bool]) -> None:
    """Lets the loop turn until it is so."""
    async with asyncio.timeout(60):
        while not happened():  # noqa: ASYNC110  what happens elsewhere sets no event here
            await asyncio.sleep(0)
