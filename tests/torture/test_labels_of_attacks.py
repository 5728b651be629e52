"""Every call that an attack makes with one change, and many with two, does in a cage what its label says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cage import NOT_RUN, Cages, needs_cage

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.model import SHELL, Label
from hookwright.attacking.forms.variants import Aim, every_single
from hookwright.attacking.rounds import variants

_TWICE = 300
_SECONDS = 1800


@pytest.mark.torture_long
@pytest.mark.timeout(_SECONDS)
@pytest.mark.parametrize("name", sorted(dangers()))
def test_every_label_is_true(name: str, tmp_path: Path) -> None:
    needs_cage()
    cages = Cages(name, tmp_path)
    aim = Aim(name, dangers()[name], dangers()[name].seeds, is_named=True)
    every = dict.fromkeys((*every_single(aim), *variants((aim,), count=_TWICE, number=5)))
    tried = [it for it in every if it.does == SHELL and it.seed not in NOT_RUN]
    wrong = [
        (it.label.value, it.text)
        for it in tried
        if cages.comes_true(it.seed, it.text, otherwise=it.label is Label.DESTRUCTIVE)
        != (it.label is Label.DESTRUCTIVE)
    ]
    assert wrong == []
