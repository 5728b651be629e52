"""Whether the user of an agent has approved a hook as it is now, where the agent runs no other."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from hookwright.config.view import GroupView, HookFile, HookView
from hookwright.files import read_text
from hookwright.host import Host
from hookwright.model.approval import Approval
from hookwright.model.hook import Scope
from hookwright.readers.folders import repository_of
from hookwright.syntax.tree import plain
from hookwright.workflows.guarding.guard import Stop

_MOST_BYTES = 1 << 20
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")

Approved = Mapping[str, Any]
"""What the agent has kept of its user's approvals, in its settings."""


def approved(file: HookFile, host: Host) -> Approved | None:
    """The settings with the approvals; None if the agent needs none, or its user has no settings of it here."""
    how, home = file.dialect.approval, file.dialect.home_variable
    if how is None or home is None or not host.home:
        return None
    folder = host.environ.get(home.name) or os.path.join(host.home, home.folder)
    if not os.path.isdir(folder):
        return None
    try:
        return tomllib.loads(read_text(os.path.join(folder, how.path), most=_MOST_BYTES))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        return None


def not_approved(file: HookFile, group: GroupView, hook: HookView, kept: Approved) -> Stop | None:
    """Why the agent skips a hook; None if it runs it, or that cannot be told."""
    how, values = file.dialect.approval, plain(hook.node)
    if how is None or file.scope not in how.scopes or not isinstance(values, dict) or len(hook.route) < 4:
        return None
    if file.scope is not Scope.USER and _is_distrusted(file, how, kept):
        why = f"you do not trust the project, so {file.dialect.title} does not read the file"
        return Stop(why, None, f'set `{how.trust}` of the project to "trusted" in `{how.path}` of {file.dialect.title}')
    name, number = _snake(group.event), (hook.route[-3], hook.route[-1])
    keys = {f"{path}:{name}:{number[0]}:{number[1]}" for path in (file.path, os.path.realpath(file.path))}
    hooks = _at(kept, *how.table)
    state = next((hooks[it] for it in keys if it in hooks), None)
    agent = file.dialect.title
    if not isinstance(state, dict) or not isinstance(state.get(how.digest), str):
        return Stop(f"you never approved it, so {agent} skips it", None, f"run `{how.command}` in {agent}")
    if state.get(how.switch) is False:
        return Stop(f"you switched it off in {agent}", None, f"run `{how.command}` in {agent}")
    digest = digest_of(how, name, _matcher(group), values)
    if digest is None or state[how.digest] == digest:
        return None
    why = f"it changed since you approved it, so {agent} skips it"
    return Stop(why, None, f"run `{how.command}` in {agent}")


def _is_distrusted(file: HookFile, how: Approval, kept: Approved) -> bool:
    """Whether the user has said so of the project, or else of the repository that it is part of."""
    if not how.trust:
        return False
    projects, folder = _at(kept, how.projects), file.project
    places = (folder, os.path.realpath(folder), repository_of(os.path.realpath(folder)) or folder)
    said = next((projects[it] for it in places if it in projects), None)
    return _at(said).get(how.trust) == how.distrusted


def _at(values: object, *keys: str) -> Mapping[str, Any]:
    for key in keys:
        values = values.get(key) if isinstance(values, dict) else None
    return values if isinstance(values, dict) else {}


def digest_of(how: Approval, event: str, matcher: str | None, values: Mapping[str, Any]) -> str | None:
    """The digest of a hook on an event in lower case; None if the hook has keys that are not known to count."""
    if not how.keys.keys() >= values.keys():
        return None
    hook = {key: values.get(key, usual) for key, usual in how.keys.items()}
    told: dict[str, Any] = {"event_name": event, "hooks": [{key: it for key, it in hook.items() if it is not None}]}
    if matcher is not None:
        told["matcher"] = matcher
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _matcher(group: GroupView) -> str | None:
    """The matcher as it counts: there is none if the event has nothing to match."""
    if group.matcher is None or group.row is None or group.row.subject.kind is None:
        return None
    return str(group.matcher.value)


def _snake(event: str) -> str:
    return _WORD.sub("_", event).lower()
