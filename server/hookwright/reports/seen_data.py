"""What agents recorded of a project's hooks, for every agent that has hooks there or has written of some."""

from __future__ import annotations

import os.path

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.host import Host
from hookwright.reports.hook_list import overview
from hookwright.sessions.agents import FORMATS
from hookwright.sessions.index import Index
from hookwright.sessions.reading import folder_of
from hookwright.sessions.summary import AgentSeenJson, SeenJson, seen


def seen_data(project: str, host: Host, *, agent: str | None = None, since: float | None = None) -> SeenJson:
    """Reads what is new in the agents' session files; `agent` is the id of a dialect.  Raises UnknownDialect.

    An agent without hooks in the project is there if it has recorded some.
    """
    there = overview(project, host, dialect=agent)
    known = {it.dialect.id for it in there}
    more = [it.dialect for it in FORMATS if agent is None and it.dialect not in known]
    index = Index(host)
    try:
        found = seen(project, (*there, *(load(by_id(it), project, host) for it in more)), host, index, since=since)
    finally:
        index.close()
    return {**found, "agents": [it for it in found["agents"] if it["dialect"] in known or _has_records(it)]}


def has_sessions(host: Host) -> bool:
    """Whether any agent has a folder for its sessions; takes next to no time."""
    return any(os.path.isdir(folder_of(it, host)) for it in FORMATS)


def _has_records(agent: AgentSeenJson) -> bool:
    return bool(agent["earlier"] or agent["events"]) or any(it["runs"] for it in agent["hooks"])
