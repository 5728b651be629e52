"""What an explanation looks like, as a page and as plain text: the same hooks and reasons, in the same order."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hookwright.reports.explanation import explanation_page, plain_explanation
from hookwright.visible import for_terminal


def _entry(command: str, *because: str, kind: str = "command") -> dict[str, Any]:
    hook = {
        "command": command,
        "type": kind,
        "scope": "project",
        "source": "/p/.claude/settings.json",
        "pointer": "/hooks/PreToolUse/0/hooks/0",
    }
    return {"hook": hook, "because": list(because)}


def _told(matched: list[dict[str, Any]], skipped: list[dict[str, Any]]) -> Any:
    return {"event": "PreToolUse", "dialect": "claude-code", "matched": matched, "skipped": skipped}


TOLD = _told(
    [_entry("./guard.sh", "`Write` is exactly `Write`")],
    [_entry("./other.sh", "`Read` is not `Write`"), _entry("a\nb"), _entry("", "no model", kind="prompt")],
)


def test_the_plain_text_has_no_markup_of_a_page() -> None:
    assert plain_explanation(TOLD) == (
        "PreToolUse (Claude Code): 1 hook would fire\n"
        "  fires  ./guard.sh\n"
        "    project, /p/.claude/settings.json /hooks/PreToolUse/0/hooks/0\n"
        "    `Write` is exactly `Write`\n"
        "  does not fire  ./other.sh\n"
        "    project, /p/.claude/settings.json /hooks/PreToolUse/0/hooks/0\n"
        "    `Read` is not `Write`\n"
        "  does not fire  a\n"
        "    │ b\n"
        "    project, /p/.claude/settings.json /hooks/PreToolUse/0/hooks/0\n"
        "  does not fire  prompt\n"
        "    project, /p/.claude/settings.json /hooks/PreToolUse/0/hooks/0\n"
        "    no model\n"
    )


def test_colors_change_no_word() -> None:
    colored = for_terminal(plain_explanation(TOLD, color=True))

    assert "\x1b[32mfires\x1b[0m" in colored
    assert re.sub(r"\x1b\[\d+m", "", colored) == plain_explanation(TOLD)


def test_a_command_cannot_color_the_terminal() -> None:
    assert "\x1b" not in plain_explanation(_told([_entry("echo \x1b[31mred")], []))


@pytest.mark.parametrize("form", [explanation_page, plain_explanation])
def test_an_event_without_hooks(form: Any) -> None:
    text = form(_told([], []))

    assert "no hook would fire" in text
    assert text.endswith("No hooks are configured for this event.\n")


def test_the_page_has_the_same_hooks_and_reasons() -> None:
    page = explanation_page(TOLD)

    assert page.startswith("# PreToolUse: 1 hook would fire\n")
    for entry in (*TOLD["matched"], *TOLD["skipped"]):
        for reason in entry["because"]:
            assert f"  - {reason}\n" in page
