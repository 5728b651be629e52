"""Every call that an attack makes with one change, and many with two, does in a cage what its label says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cage import PROJECT, TRUTH, cage_for, needs_cage

from hookwright.attacking.dangers import dangers
from hookwright.attacking.model import SHELL, Label
from hookwright.attacking.rounds import variants
from hookwright.attacking.variants import Aim, every_single

_TWICE = 300
_SECONDS = 1800


@pytest.mark.torture_long
@pytest.mark.timeout(_SECONDS)
@pytest.mark.parametrize("name", sorted(dangers()))
def test_every_label_is_true(name: str, tmp_path: Path) -> None:
    needs_cage()
    cage = cage_for(name, tmp_path / "cage")
    aim = Aim(name, dangers()[name], dangers()[name].seeds, is_named=True)
    every = dict.fromkeys((*every_single(aim), *variants((aim,), count=_TWICE, number=5)))
    wrong = []
    for it in (it for it in every if it.does == SHELL):
        came_true = TRUTH[name](cage.before, cage.run(it.text.replace("{project}", PROJECT)))
        if came_true != (it.label is Label.DESTRUCTIVE):
            wrong.append((it.label.value, it.text))
    assert wrong == []
