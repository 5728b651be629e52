"""A few inputs for every target, the same in every run; `make fuzz` tries many others."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from tests.fuzz.targets import TARGETS, Target

pytestmark = pytest.mark.sweep


@pytest.mark.timeout(120)
@pytest.mark.parametrize("target", TARGETS, ids=lambda it: it.name)
def test_it_holds_for_a_few(target: Target) -> None:
    @settings(max_examples=25, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(target.inputs)
    def tries(case: Any) -> None:
        target.try_one(case)

    tries()
