"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from hookwright.cli.completing import dialects, events
from hookwright.cli.terminal import choose_color
from hookwright.errors import UnreadableInput
from hookwright.given_files import read_bytes
from hookwright.limits import MOST_BYTES
from hookwright.strict_json import NotJson, read_json

Command = TypeVar("Command", bound=Callable[..., Any])

JOURNAL_SECONDS = 1.0
"""How long a command waits at its end for a journal that others hold."""


def dialect_named(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """The id of the dialect that a name stands for: `copilot` is `copilot-cli`, because no other id begins with it.

    Other names stay as they are: whoever looks the dialect up says what is wrong.
    """
    if not value:
        return value
    from hookwright.dialects.ids import IDS

    name = value.casefold().replace(" ", "-").replace("_", "-")
    longer = [it for it in IDS if it.startswith(f"{name}-")]
    return name if name in IDS else longer[0] if len(longer) == 1 else value


_DETECTED = "The dialect of the hooks. By default, it is detected from the path or the contents."
DIALECT = click.option(
    "--dialect", "--agent", metavar="ID", shell_complete=dialects, callback=dialect_named, help=_DETECTED
)
_DIALECT_OF_EVENT = click.option(
    "--dialect", metavar="ID", shell_complete=dialects, callback=dialect_named, help=_DETECTED
)
AGREED_ONLY = click.option(
    "--agreed-only",
    is_flag=True,
    help="Ask nothing, and run only what you agreed to before. See `hookwright consent agree`.",
)
COLOR = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    expose_value=False,
    callback=lambda _context, _option, value: None if value is None else choose_color(value),
    help="When to print in color. The default follows NO_COLOR, FORCE_COLOR and the terminal.",
)
PAYLOAD = click.option(
    "--payload",
    metavar="FILE|JSON|-",
    help="Use this payload: a file with a JSON object, the object itself, or `-` for standard input.",
)
MODEL_COMMAND = click.option(
    "--model-command",
    metavar="CMD",
    help="A shell command that answers for prompt and agent hooks. It reads the prompt on stdin and prints the answer.",
)
FAILURE_POLICY = click.option(
    "--failure-policy",
    type=click.Choice(["agent", "closed"]),
    default="agent",
    show_default=True,
    help="What a hook does that failed to decide: what the agent does then, or refuse the event if possible.",
)
ALL_DIALECTS = click.option(
    "--all-dialects",
    is_flag=True,
    help="The hooks of every agent that has files in the project. EVENT is a name of the dialect of --dialect.",
)
JSON_OR_TEXT = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="The output format.",
)
AGENT_VERSIONS = click.option(
    "--agent-version",
    "versions",
    multiple=True,
    metavar="ID=VERSION",
    help="Report what this version of the agent does not have yet. Can be repeated.",
)
AGENT_COMMAND = click.option(
    "--agent-command",
    metavar="CMD",
    help="The agent's program and its first arguments. By default, the program on the PATH.",
)
UNPROTECTED = click.option(
    "--unprotected",
    is_flag=True,
    help="Also run without bubblewrap, so that nothing protects your files. The agent really makes the call.",
)
ONE_DIALECT = click.option(
    "--dialect",
    "--agent",
    metavar="ID",
    shell_complete=dialects,
    callback=dialect_named,
    help="Only the hooks of this dialect. By default, the hooks of every dialect that has files.",
)
ADDED = (
    click.option(
        "--settings",
        metavar="FILE|JSON",
        multiple=True,
        help="Also read these settings, as an agent that starts with them does. The last of several counts.",
    ),
    click.option(
        "--plugin-dir", metavar="DIR", multiple=True, help="Also load the plugin in this folder. Can be repeated."
    ),
)
PROJECT = click.option(
    "--project",
    metavar="DIR",
    help="The project's folder. By default, the nearest folder upwards with hook files, a hookwright.json or a git "
    "repository.",
)


def hook_options(command: Command) -> Command:
    """The arguments of `fire` and `consent agree`: hooks of a file, and the payload for them."""
    for option in (
        click.option("--project", metavar="DIR", help="The project that the hooks run in; by default that of FILE."),
        DIALECT,
        click.option("--sample", metavar="NAME", help="Use this sample payload; `hookwright samples EVENT` lists all."),
        PAYLOAD,
        click.option(
            "--line", type=click.IntRange(min=1), metavar="N", help="The line of the hook, group or event to choose."
        ),
        click.option("--at", metavar="POINTER", help="The hook, group or event, such as /hooks/PreToolUse/0/hooks/0."),
        click.argument("file"),
    ):
        command = option(command)
    return command


def event_options(command: Command) -> Command:
    """The arguments of `dispatch` and `explain`."""
    for option in (
        click.option("--session", metavar="ID", help="The session id to give to the hooks."),
        PAYLOAD,
        click.option(
            "--skill", metavar="NAME", multiple=True, help="A skill or command that was used before. Can be repeated."
        ),
        click.option(
            "--config", metavar="FILE", multiple=True, help="Read the hooks of this file only. Can be repeated."
        ),
        *ADDED,
        PROJECT,
        _DIALECT_OF_EVENT,
        click.argument("event", shell_complete=events),
    ):
        command = option(command)
    return command


def read_payload(source: str | None) -> dict[str, Any] | None:
    """The JSON object in the file, in the text itself, or on standard input for `-`.

    Raises UnreadableInput and BeyondLimits.
    """
    if source is None:
        return None
    is_text = source.lstrip().startswith("{")
    where = "standard input" if source == "-" else "`--payload`" if is_text else f"`{source}`"
    given = sys.stdin.buffer.read(MOST_BYTES + 1) if source == "-" else source if is_text else read_bytes(source)
    try:
        payload = read_json(given, f"The payload in {where}")
    except NotJson as wrong:
        raise UnreadableInput(f"The payload in {where} is not valid JSON", f"{wrong}") from wrong
    if not isinstance(payload, dict):
        raise UnreadableInput(f"The payload in {where} is not a JSON object", 'give one, such as {"tool_name": "Bash"}')
    return payload
