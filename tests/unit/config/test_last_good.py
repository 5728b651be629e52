"""What a file that has broken keeps of the hooks that it had."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookwright.config.workspace import Snapshot, load
from hookwright.dialects import by_id
from hookwright.model.dialect import Dialect

CLAUDE = by_id("claude-code")
CLAWD = by_id("clawdcode")

GUARD = {"type": "command", "command": "./guard.sh"}
OTHER = {"type": "command", "command": "./other.sh"}


def _group(*hooks: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**more, "hooks": list(hooks)}


def _text(*groups: dict[str, Any], event: str = "PreToolUse", **root: Any) -> str:
    return json.dumps({"hooks": {event: list(groups)}, **root}, indent=2)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / ".claude/settings.json"
    path.parent.mkdir()
    return path


def _load(file: Path, text: str, dialect: Dialect = CLAUDE) -> Snapshot:
    """The snapshot with that text in the file, of one that keeps what was read before."""
    file.write_text(text)
    return load(dialect, str(file.parent.parent))


def _without_comma(text: str, after: str) -> str:
    assert f"{after}," in text
    return text.replace(f"{after},", after, 1)


def _bodies(snapshot: Snapshot) -> list[str]:
    return [it.body for it in snapshot.hooks]


def test_a_guard_outlives_a_missing_comma_elsewhere(file: Path) -> None:
    whole = _text(_group(GUARD, matcher="Write"), _group(OTHER, matcher="Bash"))
    before = _load(file, whole)
    broken = _without_comma(whole, '"matcher": "Bash"')

    after = _load(file, broken)

    assert after.hooks == before.hooks
    (said,) = after.problems
    line = 1 + broken[: broken.rindex('"hooks"')].count("\n")
    assert said.startswith(f"{file}:{line}:")
    assert "not valid JSON, so only its unchanged hooks still run (2), and the others do not (0)" in said


def test_what_was_removed_is_never_run(file: Path) -> None:
    _load(file, _text(_group(GUARD), _group(OTHER)))

    after = _load(file, _text(_group(GUARD)) + "}")

    assert _bodies(after) == ["./guard.sh"]
    assert "(1), and the others do not (1)" in after.problems[0]


def test_what_was_commented_out_is_not_run(file: Path) -> None:
    text = _text(_group(GUARD))
    _load(file, text)

    assert _load(file, text.replace('"type"', '// "type"').replace('"command"', '// "command"') + "}").hooks == ()


@pytest.mark.parametrize(
    "changed",
    [
        {**GUARD, "command": "./guard.sh --all"},
        {**GUARD, "args": ["--all"]},
        {**GUARD, "if": "Bash(ls)"},
        {"type": "prompt", "prompt": "./guard.sh"},
    ],
    ids=["its command", "its arguments", "its condition", "its type"],
)
def test_what_was_changed_waits(file: Path, changed: dict[str, Any]) -> None:
    _load(file, _text(_group(GUARD), _group(OTHER)))

    after = _load(file, _text(_group(changed), _group(OTHER)) + "}")

    assert _bodies(after) == ["./other.sh"]
    assert "(1), and the others do not (1)" in after.problems[0]


def test_what_is_new_waits(file: Path) -> None:
    _load(file, _text(_group(GUARD)))

    assert _bodies(_load(file, _text(_group(OTHER), _group(GUARD)) + "}")) == ["./guard.sh"]


def test_what_stands_at_another_event_now_waits(file: Path) -> None:
    _load(file, _text(_group(GUARD)))

    assert _load(file, _text(_group(GUARD), event="PostToolUse") + "}").hooks == ()


def test_a_matcher_that_is_being_typed_keeps_its_hook_as_it_was(file: Path) -> None:
    text = _text(_group(GUARD, matcher="Write"))
    _load(file, text)

    (hook,) = _load(file, text.replace('"Write",', '"Write|')).hooks

    assert hook.matcher == "Write"


def test_of_two_that_do_the_same_the_one_that_was_removed_is_not_run(file: Path) -> None:
    _load(file, _text(_group(GUARD, matcher="Write"), _group(GUARD, matcher="Bash")))

    (hook,) = _load(file, _text(_group(GUARD, matcher="Bash")) + "}").hooks

    assert hook.matcher == "Bash"


def test_a_file_stays_on_its_last_good_state_through_several_broken_ones(file: Path) -> None:
    whole = _text(_group(GUARD), _group(OTHER))
    _load(file, whole)

    assert _bodies(_load(file, whole.replace("./other.sh", "./oth") + "}")) == ["./guard.sh"]
    assert _bodies(_load(file, whole + "}")) == ["./guard.sh", "./other.sh"]
    assert _bodies(_load(file, _text(_group(OTHER)))) == ["./other.sh"]
    assert _bodies(_load(file, whole + "}")) == ["./other.sh"]


def test_a_file_that_is_broken_at_first_sight_runs_nothing(file: Path) -> None:
    after = _load(file, _text(_group(GUARD)) + "}")

    assert after.hooks == ()
    assert f"{file}:14:2: not valid JSON, so none of its hooks run" in after.problems[0]


def test_a_switch_that_was_thrown_holds_in_a_broken_file(file: Path) -> None:
    _load(file, _text(_group(GUARD), disableAllHooks=True))
    assert _load(file, _text(_group(GUARD), disableAllHooks=True) + "}").switched_off is not None
    assert _load(file, _text(_group(GUARD), disableAllHooks=False) + "}").switched_off is not None

    _load(file, _text(_group(GUARD)))
    assert _load(file, _text(_group(GUARD), disableAllHooks=True) + "}").switched_off is not None
    assert _load(file, _text(_group(GUARD)) + "}").switched_off is None


def _clawd(text_after: str = "", **knobs: Any) -> str:
    group = {"matcher": {"tools": "Bash"}, "hooks": [GUARD]}
    return json.dumps({"hooks": {**knobs, "PreToolUse": [group]}}) + text_after


def test_knobs_stay_as_they_were_and_a_broken_file_can_only_switch_off(tmp_path: Path) -> None:
    file = tmp_path / ".clawdcode/settings.json"
    file.parent.mkdir()

    _load(file, _clawd(enabled=False, maxConcurrentHooks=3), CLAWD)
    still = _load(file, _clawd("}", enabled=True, maxConcurrentHooks=5), CLAWD)
    assert still.switched_off is not None
    assert still.knobs["maxConcurrentHooks"] == 3

    assert _load(file, _clawd(), CLAWD).switched_off is None
    off = _load(file, _clawd("}", enabled=False), CLAWD)
    assert _bodies(off) == ["./guard.sh"]
    assert off.switched_off is not None
