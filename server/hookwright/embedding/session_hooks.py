"""The hooks of an agent's session in a folder that it names, which need not be one that the user trusts."""

from __future__ import annotations

import os.path
from typing import Literal

from msgspec import Struct

from hookwright.dialects import by_id
from hookwright.embedding.trust import is_covered
from hookwright.engine.facade import HookService
from hookwright.engine.model import CommandModel
from hookwright.engine.service_options import ServiceOptions
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.readers.search import dialect_in_use, hook_paths


class HookSetup(Struct, frozen=True, kw_only=True):
    """What the user has said: the folders whose hooks may run, their dialect, and what answers prompts (D5).

    `failure_policy` says what comes of a hook that had no say.
    """

    trusted: tuple[str, ...] = ()
    dialect: str | None = None
    model_command: str | None = None
    failure_policy: Literal["agent", "closed"] = "agent"

    def trusts(self, folder: str) -> bool:
        """Whether a folder is one of the trusted, or below one."""
        return is_covered(folder, self.trusted)


async def open_hooks(setup: HookSetup, host: Host, folder: str, session: str) -> HookService:
    """The hooks and hook modules of a session; in a folder that is not trusted, only what the user has there now."""
    model = CommandModel(setup.model_command, host, folder) if setup.model_command else None
    options = ServiceOptions(dialect=setup.dialect, model=model, modules=True, failure_policy=setup.failure_policy)
    if not setup.trusts(folder):
        dialect, files = _own_files(setup, host)
        options |= ServiceOptions(dialect=dialect, config_files=files, modules="user")
    return await HookService.open(folder, session, **options)


def _own_files(setup: HookSetup, host: Host) -> tuple[str, list[str]]:
    """The user's hook files and their dialect.  The folder has no say: not even its dialect is asked."""
    table = by_id(setup.dialect) if setup.dialect else dialect_in_use(host.home, host)
    places = hook_paths(table, host.home, host)
    return table.id, [path for scope, path in places if scope is Scope.USER and os.path.isfile(path)]
