"""Has a project's guard asked about the tools of MCP servers as well."""

from __future__ import annotations

from hookwright.errors import UsageError
from hookwright.first_hook import EVENT, starter_path
from hookwright.guards.calls import guarded_event, server_tools, values_of
from hookwright.guards.closing import closing
from hookwright.guards.hook_file import with_hooks
from hookwright.guards.plan import NewFile, Plan, cannot_add, hooks_for, scripts_folder
from hookwright.guards.renewal import Read
from hookwright.matching.matcher import match, parse_matcher
from hookwright.model.dialect import Dialect


def plan_servers(dialect: Dialect, read: Read) -> Plan:
    """What the hook file of a project with a guard lacks so that the guard is asked about these tools.

    Raises UsageError as `matcher_of_servers` does, or if nothing can be added to the file.
    """
    path = starter_path(dialect)
    there, script = read(path), f"{scripts_folder(path)}/guard.py"
    wanted = hooks_for(
        dialect, path, script, EVENT, [(matcher_of_servers(dialect),)], values_of(dialect), closing(dialect)
    )
    text = with_hooks(there, wanted) if there is not None else None
    if text is None:
        raise cannot_add(path)
    return Plan((), (NewFile(path, text),) if text != there else ())


def matcher_of_servers(dialect: Dialect) -> str:
    """What selects all tools of MCP servers and none of the agent's own.  Raises UsageError if nothing does."""
    row = guarded_event(dialect)
    for prefix in server_tools(dialect) if dialect.tools else ():
        text = f"{prefix}.*"
        parsed = parse_matcher(dialect.matchers.for_event(row.name), text)
        own = any(match(parsed, it.name).matched for it in dialect.tools)
        if match(parsed, f"{prefix}server__tool").matched and not own:
            return text
    raise UsageError(
        f"No matcher of {dialect.title} selects all tools of MCP servers",
        "leave out `--mcp`, and name the tools in the hook file",
    )
