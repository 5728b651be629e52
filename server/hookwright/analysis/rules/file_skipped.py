"""The agent skips the whole file because of one mistake in it.

## What it does

Reports the mistake that makes an agent skip a file with everything in it, not only the hook or the key that is wrong.

- Claude Code skips a settings file if an entry under `PreToolUse` or `PermissionRequest` is malformed, or if hooks on
  these events are outside `hooks`. It also skips the file if another setting has a value of the wrong type, or if the
  text is not strict JSON. It does not start with managed settings that have such a hook.
- Codex skips a file if any value has the wrong type, if a key beside `hooks` is not `description`, or if the text is
  not strict JSON.
- Claude Code refuses a plugin that has such a hook, or whose manifest has no name or a value of the wrong type. The
  finding is then in the plugin's hook files.

Other agents for which this is known, such as Gemini CLI, Qwen Code, Copilot, Crush, Goose, OpenHands and Kimi Code, are
covered as well.

## Why

None of the other hooks in the file run. In Claude Code, the permissions, the environment and all other settings in the
file are lost too. A session without a terminal does not say so.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "permissions": {"deny": "Bash(rm *)"},
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Because `deny` is not a list, the hook does not run, and Claude Code does not deny `rm`. Write a list:

```json
{
  "permissions": {"deny": ["Bash(rm *)"]},
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

None of its own: correct the mistake that the message names. If another rule reports the same place, that finding states
the effect, and this one is left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Part, Place, Rule, Subject
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile, VoidCause, effect_of_void, said_of_void
from hookwright.config.voiding.causes import NOT_JSON, NOT_TOML
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.readers.plugins import plugin_places

_MOST_RELATED = 200


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    if file.is_guessed or not file.is_placed:
        return
    # What is not JSON at all is said as such, and is often half typed; and so is a file that holds nothing.
    causes = [it for it in file.voided if it.why not in (NOT_JSON, NOT_TOML)] if file.tree.root is not None else []
    if causes:
        related = tuple((_place(it), f"so does this: {it.why}") for it in causes[1 : _MOST_RELATED + 1])
        effect = f"{file.dialect.title} {effect_of_void(file, causes[0])}"
        yield Finding(_place(causes[0]), said_of_void(file, causes[0]), related=related, effect=effect)
    elif (manifest := _refusing_manifest(subject)) is not None:
        message = said_of_void(manifest, manifest.voided[0])
        yield Finding(Place(file.base, Part.KEY), f"{message} (in `{subject.name_of(manifest)}`)")


def _refusing_manifest(subject: Subject) -> HookFile | None:
    """The manifest because of which the agent refuses the plugin that the file is part of."""
    file, voiding = subject.file, subject.file.grammar.voiding
    folder = file.plugin if voiding is not None and voiding.plugin else None
    if folder is None or file.manifest:
        return None
    for it in plugin_places(file.dialect):
        path = os.path.join(folder, it.path)
        text = subject.disk.text(path) if it.manifest else None
        if text is not None:
            manifest = read_hook_file(path, text, file.dialect, Scope.PLUGIN)
            # One with something about hooks in it is checked on its own.
            return manifest if manifest.voided and not manifest.concerns_hooks else None
    return None


def _place(cause: VoidCause) -> Place:
    return Place(cause.route, Part.KEY if cause.on_key else Part.VALUE, span=None if cause.route else cause.span)


RULE = Rule("HW006", "file-skipped", Severity.ERROR, __doc__, _check, stands_on=Fact.FILE, first=True)
