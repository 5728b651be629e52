"""A project with a hook module, and one hook on every event that hosts fire: it notes what it gets, and has its say."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

REFUSED = "the plan says that nothing is forbidden here"
STARTED = "This session was opened on a rainy day."
PROMPTED = "The branch is called trunk."
RAN = "The disk is nearly full."
FAILED = "That has failed before."
GO_ON = "The tests have not been run."

_EVENTS = (
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionRequest",
    "Stop",
    "Compaction",
)

_HOOK = f"""\
import json, pathlib, sys

event = sys.argv[1]
given = json.load(sys.stdin)
folder = pathlib.Path(__file__).parent
with open(folder / "seen.jsonl", "a") as seen:
    seen.write(json.dumps({{**given, "event": event}}) + "\\n")


def say(**answer):
    print(json.dumps(answer))


def refuse():
    print({REFUSED!r}, file=sys.stderr)
    sys.exit(2)


if event == "PreToolUse":
    text = json.dumps(given["tool_input"])
    if "forbidden" in text:
        refuse()
    if "wrong" in text:
        say(permissionDecision="allow", updatedInput=json.loads(text.replace("wrong", "right")))
elif event == "UserPromptSubmit":
    if "secret" in given["prompt"]:
        refuse()
    print({PROMPTED!r})
elif event == "SessionStart":
    print({STARTED!r})
elif event == "PostToolUse":
    print({RAN!r})
elif event == "PostToolUseFailure":
    print({FAILED!r})
elif event == "PermissionRequest" and "asked" in json.dumps(given["tool_input"]):
    say(permissionDecision="allow")
elif event == "Stop" and not (folder / "stopped").exists():
    (folder / "stopped").touch()
    say(**{{"continue": True, "reason": {GO_ON!r}}})
"""


_MODULE = """\
from pathlib import Path

from hookwright.modules import on

(Path(__file__).parents[2] / "module.txt").touch()


@on("Stop")
def nothing_to_say(event, ctx):
    return None
"""


class Project:
    """The folder; the hooks are in the dialect `clawdcode`, which has the most of what a host can do."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._settings = root / ".clawdcode"
        self._settings.mkdir(parents=True)
        script = self._settings / "hook.py"
        script.write_text(_HOOK)
        hooks = {it: [_entry(script, it)] for it in _EVENTS}
        (self._settings / "settings.json").write_text(json.dumps({"hooks": hooks}))
        modules = root / ".pi" / "hooks"
        modules.mkdir(parents=True)
        (modules / "notes.py").write_text(_MODULE)

    def seen(self, event: str | None = None) -> list[dict[str, Any]]:
        """What the hook was given, of one event or of all."""
        path = self._settings / "seen.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        return [it for it in map(json.loads, lines) if event in {None, it["event"]}]

    def has(self, name: str) -> bool:
        """Whether a tool has made that file."""
        return (self.root / name).exists()


def _entry(script: Path, event: str) -> dict[str, Any]:
    return {"hooks": [{"type": "command", "command": shlex.join([sys.executable, str(script), event])}]}
