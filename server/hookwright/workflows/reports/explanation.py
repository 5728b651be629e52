"""Which hooks an event would fire and why, as a Markdown page and as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookwright.dialects import DIALECTS
from hookwright.workflows.display import BOLD, DIM, GREEN, YELLOW, tinted
from hookwright.workflows.firing.input_diff import pretty
from hookwright.workflows.reports.fire_report import code, fence
from hookwright.workflows.verdict import shown

_NONE = "No hook is configured for this event."


def explained(explanation: dict[str, Any]) -> str:
    """The page for what `engine.explain.explanation` gives."""
    lines = [f"# {explanation['event']}: {_count(len(explanation['matched']))} would fire", *_note(explanation)]
    lines += _payload_used(explanation)
    for heading, key in (("Would fire", "matched"), ("Would not fire", "skipped")):
        if explanation[key]:
            lines += ["", f"## {heading}", ""]
            lines += [line for entry in explanation[key] for line in _entry(entry)]
    return "\n".join(lines) + "\n"


def plain_explained(explanation: dict[str, Any], *, color: bool = False) -> str:
    """The same as plain text, for a terminal or a client that opens no documents."""
    count = _count(len(explanation["matched"]))
    lines = [
        f"{tinted(BOLD, explanation['event'], color=color)} ({_title(explanation['dialect'])}): {count} would fire"
    ]
    for word, tint, key in (("fires", GREEN, "matched"), ("does not fire", YELLOW, "skipped")):
        for entry in explanation[key]:
            lines += _plain_entry(entry, tinted(tint, word, color=color), color=color)
    if not explanation["matched"] and not explanation["skipped"]:
        lines.append(f"  {_NONE}")
    return "\n".join(lines) + "\n"


def _plain_entry(entry: dict[str, Any], word: str, *, color: bool) -> Iterator[str]:
    hook = entry["hook"]
    first, *others = shown(hook["command"] or hook["type"])[0].strip().splitlines() or [hook["type"]]
    yield f"  {word}  {first}"
    yield from (f"    {line}" for line in others)
    place = f"{hook['scope']}, {hook['source']} {hook['pointer']}"
    yield f"    {tinted(DIM, place, color=color)}"
    yield from (f"    {reason}" for reason in entry["because"])


def _entry(entry: dict[str, Any]) -> Iterator[str]:
    hook = entry["hook"]
    named, place = code(hook["command"] or hook["type"]), f"`{hook['pointer']}` in {code(hook['source'])}"
    if "uri" in entry:
        place = f"[{place}]({entry['uri']}#L{entry['range']['start']['line'] + 1})"
    here = ", the hook you asked about" if entry.get("asked") else ""
    yield f"- {named}, {hook['scope']}, {place}{here}"
    for reason in entry["because"]:
        yield f"  - {reason}"


def _payload_used(explanation: dict[str, Any]) -> Iterator[str]:
    """The sample and its payload, where the explanation is of a place in a file."""
    if "payload" not in explanation:
        return
    sample = explanation["sample"]
    if sample is None:
        used = "Matched against the payload that you gave:"
    else:
        about = f" ({sample['description']})" if sample["description"] else ""
        used = f"Matched against the sample {code(sample['name'])}{about}:"
    yield from ("", used, "", fence(pretty(explanation["payload"]), "json"))


def _note(explanation: dict[str, Any]) -> list[str]:
    if explanation["matched"] or explanation["skipped"]:
        return ["", "Nothing was run."]
    return ["", _NONE]


def _title(dialect: str) -> str:
    return next((it.title for it in DIALECTS if it.id == dialect), dialect)


def _count(number: int) -> str:
    return "no hook" if number == 0 else "1 hook" if number == 1 else f"{number} hooks"
