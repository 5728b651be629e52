from __future__ import annotations

import pytest

from hookwright.dialects import DIALECTS, by_id
from hookwright.errors import UnknownDialect


def test_a_dialect_is_found_by_its_id() -> None:
    assert [by_id(it.id) for it in DIALECTS] == list(DIALECTS)


def test_an_unknown_id_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownDialect, match="did you mean `claude-code`"):
        by_id("claude-cod")
