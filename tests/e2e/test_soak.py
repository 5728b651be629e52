"""A server that dispatches all day long holds on to nothing; `make soak` does the same for longer."""

from __future__ import annotations

import pytest
from benchmarks.soak import soak


@pytest.mark.timeout(120)
def test_many_dispatches_leave_nothing_behind() -> None:
    found = soak(1_500, 500)

    assert found.leaks == []
    assert found.recorded == 1_500
