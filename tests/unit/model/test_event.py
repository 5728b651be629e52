from __future__ import annotations

import pytest

from hookwright.dialects import by_id


@pytest.mark.parametrize(
    ("event", "payload", "subject"),
    [
        ("PreToolUse", {"tool_name": "Bash"}, "Bash"),
        ("PreToolUse", {"tool_name": 5}, None),
        ("PreToolUse", {}, None),
        ("FileChanged", {"file_path": "/a/b/.envrc"}, ".envrc"),
        ("FileChanged", {"file_path": "C:\\a\\.envrc"}, ".envrc"),
        ("FileChanged", {"file_path": ".envrc"}, ".envrc"),
        ("Stop", {"stop_hook_active": True}, None),
    ],
)
def test_subject(event: str, payload: dict[str, object], subject: str | None) -> None:
    row = by_id("claude-code").event(event)

    assert row is not None
    assert row.subject.found_in(payload) == subject
