"""Which hooks an event would fire and why, as a Markdown page and as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookwright.ide.report import code


def explained(explanation: dict[str, Any]) -> str:
    """The page for what `engine.explain.explanation` gives."""
    lines = [f"# {explanation['event']}: {_count(len(explanation['matched']))} would fire", *_note(explanation)]
    for heading, key in (("Would fire", "matched"), ("Would not fire", "skipped")):
        if explanation[key]:
            lines += ["", f"## {heading}", ""]
            lines += [line for entry in explanation[key] for line in _entry(entry)]
    return "\n".join(lines) + "\n"


def _entry(entry: dict[str, Any]) -> Iterator[str]:
    hook = entry["hook"]
    yield f"- {code(hook['command'] or hook['type'])}, {hook['scope']}, `{hook['pointer']}` in {code(hook['source'])}"
    for reason in entry["because"]:
        yield f"  - {reason}"


def _note(explanation: dict[str, Any]) -> list[str]:
    if explanation["matched"] or explanation["skipped"]:
        return ["", "Nothing was run."]
    return ["", "No hook is configured for this event."]


def _count(number: int) -> str:
    return "no hook" if number == 0 else "1 hook" if number == 1 else f"{number} hooks"
