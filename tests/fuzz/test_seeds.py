"""What did not hold once: every input that a target failed on, as small as it could be made."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fuzz.targets import TARGETS

pytestmark = pytest.mark.sweep

_BY_NAME = {it.name: it for it in TARGETS}
_LONG = "9" * 400
_HALF = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a", "timeout": %s}]}]}}'
_HALVED = '{"hooks": {"PreToolUse": [{"command": "a", "matcher": "|\\ud800"}]}}'

SEEDS: tuple[tuple[str, str, Any], ...] = (
    ("findings", "a duration that no float can hold", ("clawdcode", _HALF % _LONG)),
    ("findings", "a duration that no float can hold, below 0", ("claude-code", _HALF % f"-{_LONG}")),
    ("fixes", "a bracket that closes a string, a hundred times", ("ai-agents", '{\n  "')),
    ("commands", "pipes that the parser of commands takes forever on", "a|" * 8000),
    ("commands", "exits that each looked at all before them", "exit 2;" * 5000),
    ("reports", "half a surrogate pair in what a finding says", ("agent-spec", _HALVED)),
    ("fixes", "the same before a key", ("claude-code", '{"hooks": {"Stop": [{"type": "{\n  "hooks": {}}')),
)


@pytest.mark.parametrize(("name", "case"), [(name, case) for name, _, case in SEEDS], ids=[it for _, it, _ in SEEDS])
def test_what_failed_before_holds(name: str, case: Any) -> None:
    _BY_NAME[name].try_one(case)
