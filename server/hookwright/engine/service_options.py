"""What an agent says of itself as it opens a service for hooks, in its own process or in a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from hookwright.config.workspace import NamedFiles
from hookwright.errors import UsageError
from hookwright.model.codes import FailurePolicy
from hookwright.model.guards import OnGuardLost

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from hookwright.engine.model import Model
    from hookwright.engine.modules.seams import Client
    from hookwright.engine.modules.states import Limits


class FileOptions(TypedDict, total=False):
    """Whose hooks run.

    `dialect` is the one that the agent speaks, else the one whose files are in the project.  `config_files` replace the
    files that discovery finds.  The plugins in `plugin_dirs` and the last of `settings`, a file or its JSON text, apply
    besides, as with an agent that is started with them.  `home` is the folder of the user, if not the real one.
    """

    dialect: str | None
    config_files: Sequence[str] | None
    plugin_dirs: Sequence[str]
    settings: Sequence[str]
    home: str | None


class AbilityOptions(TypedDict, total=False):
    """What the agent has for hooks.

    `model` answers prompt and agent hooks; without one they are skipped (D5).  `tools` says what the agent's tools are
    to hooks: a host's name, such as `opencode`, or a map.
    """

    model: Model | None
    tools: str | Mapping[str, Any] | None


class PolicyOptions(TypedDict, total=False):
    """What holds where a hook has no say.

    `on_guard_lost` is what a handler of a hook module decides that gives no answer: `deny` refuses what can be refused,
    as by default, `ask` asks the user, and `ignore` lets the event go on.  `failure_policy` is `agent`, where hooks
    that had no say are treated as the agent treats them, or `closed`, where they refuse what can be refused.
    """

    on_guard_lost: Literal["deny", "ask", "ignore"]
    failure_policy: Literal["agent", "closed"]


class AgentOptions(FileOptions, AbilityOptions, PolicyOptions, total=False):
    """What every service knows: whose hooks run, what the agent has for them, and what holds if one has no say."""


class ServiceOptions(AgentOptions, total=False):
    """What a service in the agent's own process knows besides.

    `record` keeps every run in the journal, as it does by default.  With `modules` (True, or their limits), the hook
    modules of the user and the project run too, so the project has to be one that the user trusts; with `user`, the
    user's alone.  The `client` answers what they ask (E7).
    """

    record: bool
    modules: bool | Literal["user"] | Limits
    client: Client | None


def on_guard_lost(options: PolicyOptions) -> OnGuardLost:
    """What the options say of guards that give no answer; raises UsageError."""
    given = options.get("on_guard_lost", "deny")
    try:
        return OnGuardLost(given)
    except ValueError as wrong:
        raise UsageError(f"`on_guard_lost` is `{given}`", "use `deny`, `ask` or `ignore`") from wrong


def named_files(options: FileOptions) -> NamedFiles:
    """The hook files that the options name."""
    return NamedFiles(
        config_files=options.get("config_files"),
        plugin_dirs=options.get("plugin_dirs", ()),
        settings=options.get("settings", ()),
    )


def failure_policy(given: object) -> FailurePolicy:
    """The policy of that name, and the agent's where none is given; raises UsageError."""
    if given is None:
        return FailurePolicy.AGENT
    if given not in list(FailurePolicy):
        raise UsageError(f"`failurePolicy` is `{given}`", "use `agent` or `closed`")
    return FailurePolicy(str(given))
