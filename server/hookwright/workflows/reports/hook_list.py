"""`/hooks list`: every configured hook with its source, matcher, command and time-out (A18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hookwright.config.workspace import Snapshot
from hookwright.workflows.phrases import matcher_text, seconds_words
from hookwright.workflows.reports.fire_report import code
from hookwright.workflows.reports.overview import dialect_json, hook_json


def list_data(project: str, snapshots: Sequence[Snapshot]) -> dict[str, Any]:
    """The hooks by dialect, each dialect's in configuration order."""
    dialects = [{**dialect_json(it), "hooks": [hook_json(it, hook) for hook in it.hooks]} for it in snapshots]
    return {"projectDir": project, "dialects": dialects}


def list_page(data: dict[str, Any]) -> str:
    """The page for what `list_data` gives."""
    lines = [f"# Hooks of {code(data['projectDir'])}"]
    for dialect in data["dialects"]:
        lines += ["", f"## {dialect['title']}", *notes(dialect)]
        for number, hook in enumerate(dialect["hooks"], 1):
            lines += ["", *_hook(number, hook)]
        if not dialect["hooks"]:
            lines += ["", "No hook."]
    if not data["dialects"]:
        lines += ["", "No hook is configured."]
    return "\n".join(lines) + "\n"


def notes(dialect: dict[str, Any]) -> Iterator[str]:
    """What keeps hooks of the dialect from running, as quotations."""
    for sentence in (dialect["disabledBecause"], *dialect["problems"]):
        if sentence is not None:
            yield from ("", f"> {sentence}")


def matcher_words(matcher: Any) -> str:  # noqa: ANN401  as the file has it
    """A matcher as a piece of Markdown; one that lets everything through is `*`."""
    return code(matcher_text(matcher))


def _hook(number: int, hook: dict[str, Any]) -> Iterator[str]:
    kind = "" if hook["type"] == "command" else f" ({hook['type']})"
    yield f"{number}. **{hook['event']}** {matcher_words(hook['matcher'])}: {code(hook['command'])}{kind}"
    name = f"{hook['name']}, " if hook["name"] else ""
    yield f"   - {name}time-out {seconds_words(hook['timeout'])}"
    yield f"   - {hook['scope']}, `{hook['pointer']}` in {code(hook['source'])}"
    if hook["skippedBecause"]:
        yield f"   - not run: {hook['skippedBecause']}"
