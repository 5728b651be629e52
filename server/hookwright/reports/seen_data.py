"""What agents recorded of a project's hooks, for every agent that has hooks there or has written of some."""

from __future__ import annotations

import logging
import os.path
import sqlite3
from collections.abc import Sequence

from hookwright.config.workspace import Snapshot, load
from hookwright.dialects import by_id
from hookwright.host import Host
from hookwright.reports.hook_list import overview
from hookwright.sessions.agents import FORMATS
from hookwright.sessions.index import Index
from hookwright.sessions.lines import Stopped
from hookwright.sessions.reading import folder_of
from hookwright.sessions.summary import AgentSeenJson, SeenJson, seen

logger = logging.getLogger(__name__)


def seen_data(
    project: str,
    host: Host,
    *,
    agent: str | None = None,
    since: float | None = None,
    stopped: Stopped = lambda: False,
) -> SeenJson:
    """Reads what is new in the agents' session files; `agent` is the id of a dialect.  Raises UnknownDialect.

    Once it is `stopped`, it ends soon, with what was read until then.  An agent without hooks in the project is there
    if it has recorded some.
    """
    there = overview(project, host, dialect=agent)
    known = {it.dialect.id for it in there}
    more = [it.dialect for it in FORMATS if agent is None and it.dialect not in known]
    snapshots = (*there, *(load(by_id(it), project, host) for it in more))
    try:
        found = _read(project, snapshots, host, since, stopped, kept=True)
    except sqlite3.Error as wrong:
        # A full disk, say: what is kept only saves time.
        logger.info("What session files say cannot be kept, and is read anew: %s", wrong)
        found = _read(project, snapshots, host, since, stopped, kept=False)
    return {**found, "agents": [it for it in found["agents"] if it["dialect"] in known or _has_records(it)]}


def _read(
    project: str, snapshots: Sequence[Snapshot], host: Host, since: float | None, stopped: Stopped, *, kept: bool
) -> SeenJson:
    index = Index(host, kept=kept)
    try:
        return seen(project, snapshots, host, index, since=since, stopped=stopped)
    finally:
        index.close()


def has_sessions(host: Host) -> bool:
    """Whether any agent has a folder for its sessions; takes next to no time."""
    return any(os.path.isdir(folder_of(it, host)) for it in FORMATS)


def _has_records(agent: AgentSeenJson) -> bool:
    return bool(agent["earlier"] or agent["events"]) or any(it["runs"] for it in agent["hooks"])
