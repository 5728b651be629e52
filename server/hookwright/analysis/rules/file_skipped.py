"""The agent skips the whole file because of one mistake in it.

## What it does

Reports what makes the agent skip a file with everything in it, not just the hook or the key that is wrong.
Claude Code does so with a settings file where an entry under `PreToolUse` or `PermissionRequest` is malformed, such
hooks are outside of `hooks`, another setting that it knows has a value of the wrong type, or the text is not strict
JSON.
Codex does so with a file where any value does not fit, where a key beside `hooks` is not `description`, or where the
text is not strict JSON.
A plugin with such a hook is refused, and Claude Code does not start with managed settings that have one.

## Why

All other hooks of the file are gone, and so are its permissions, its environment and its other settings.
A session without a terminal does not say so.

## Example

```json
{
  "permissions": {"deny": ["Bash(rm *)"]},
  "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "./guard.sh", "timeout": "10"}]}]}
}
```

Because of `"10"`, which is not a number, `rm` is not denied.

## Fix

None of its own: correct what is named, for which other findings at the same place may have a fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Part, Place, Rule, Subject
from hookwright.config.view import VoidCause, said_of_void
from hookwright.config.voiding import NOT_JSON, NOT_TOML
from hookwright.model.reaction import Severity

_MOST_RELATED = 10


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    # What is not JSON at all is said as such, and is often half typed; a file at no place of the agent is not read.
    causes = [it for it in file.voided if it.why not in (NOT_JSON, NOT_TOML)]
    if not causes or file.is_guessed or not file.is_placed:
        return
    related = tuple((_place(it), f"so does this: {it.why}") for it in causes[1 : _MOST_RELATED + 1])
    yield Finding(_place(causes[0]), said_of_void(file, causes[0]), related=related)


def _place(cause: VoidCause) -> Place:
    return Place(cause.route, Part.KEY if cause.on_key else Part.VALUE, span=None if cause.route else cause.span)


RULE = Rule("HW006", "file-skipped", Severity.ERROR, __doc__, _check, stands_on=Fact.FILE, first=True)
