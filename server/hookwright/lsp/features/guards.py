"""`hookwright/addGuards`: guards and helpers for a project, as `hookwright add` writes them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TypedDict

from hookwright.dialects import by_id
from hookwright.first_hook import starter_path
from hookwright.guards.apply import apply_plan
from hookwright.guards.library import FIRST
from hookwright.guards.plans import plans, read_from, require_names
from hookwright.lsp.methods import AddGuardsParams
from hookwright.lsp.services import Services
from hookwright.paths import absolute, uri_of


class AddedGuardsJson(TypedDict):
    """The result of `hookwright/addGuards`: the hook file, and what was done, a line for each file."""

    uri: str
    done: list[str]


async def add_guards(services: Services, params: AddGuardsParams) -> AddedGuardsJson:
    """The hook file of the agent, in which the guards are now.  Untrusted: -32010.

    Files that people have changed stay as they are; if nothing can be added to one, nothing is written.
    """
    services.session.require_trust()
    root = absolute(params.project_dir)
    services.session.require_trust(root)
    dialect, names = by_id(params.dialect), tuple(params.names or FIRST)
    require_names(names)

    def write() -> list[str]:
        folder = Path(root)
        return [line for it in plans(dialect, names, read_from(folder)) for line in apply_plan(folder, it)]

    done = await asyncio.to_thread(write)
    return {"uri": uri_of(str(Path(root) / starter_path(dialect))), "done": list(dict.fromkeys(done))}
