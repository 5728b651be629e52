"""Refuses shell commands that delete folders with all that is in them, unless they are below a folder for builds."""

from __future__ import annotations

import re
import shlex

from hookwright.modules import Context, Event, Refuse, on

HARMLESS = ("build", "dist", "node_modules", "target")


@on("PreToolUse")
def refuse_rm_rf(event: Event, ctx: Context) -> None:
    """Looks at each command of the line, so that `cd /; rm -fr .` and `rm -r -- src` are seen too."""
    for text in re.split(r"[;&|\n]+", event.get("tool_input", {}).get("command", "")):
        name, *words = split(text) or [""]
        options = "".join(it for it in words if it.startswith("-"))
        folders = [it for it in words if not it.startswith("-")]
        harmless = all(it.removeprefix("./").split("/")[0] in HARMLESS for it in folders)
        if name == "rm" and ("r" in options or "R" in options) and not harmless:
            raise Refuse(f"`{text.strip()}` deletes folders: ask the user to do it")


def split(text: str) -> list[str]:
    """The words of a command; where a quote is left open, what spaces separate."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()
