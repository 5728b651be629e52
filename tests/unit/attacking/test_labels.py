"""The labels of calls are true: each call really runs, in a cage, and has the danger's effect or has not.

These are some of the calls; tests/torture/test_labels_of_attacks.py runs them all.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.cage import NOT_RUN, Cages, needs_cage
from tests.cage_project import FEATURE_ON_SERVER
from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.model import SHELL, Label
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.masked import in_neutral_form
from hookwright.attacking.rounds import variants

_KNOWN = dangers()
_COUNT = 15
"""Calls of each danger: a run takes a fifth of a second.  `_NUMBER` chooses which."""
_NUMBER = 11


@pytest.mark.parametrize("name", _KNOWN)
@pytest.mark.sweep
def test_labels_are_true(name: str, tmp_path: Path) -> None:
    needs_cage()
    danger, cages = _KNOWN[name], Cages(name, tmp_path / name)
    danger = replace(danger, harmless=tuple(it for it in danger.harmless if it.does == SHELL))
    seeds = tuple(it for it in danger.seeds if it.name not in NOT_RUN)
    chosen = variants((Aim(name, danger, seeds, is_named=True),), count=_COUNT, number=_NUMBER)
    tried = [it for it in chosen if it.does == SHELL]
    wrong = [
        (it.label.value, it.text)
        for it in tried
        if cages.comes_true(it.seed, it.text, otherwise=_is_dangerous(it.label)) != _is_dangerous(it.label)
    ]
    assert {it.label for it in tried} == set(Label)
    assert wrong == []


@every("name", ["history", "checks"])
@pytest.mark.sweep
def test_labels_are_true_of_neutral_forms(name: str, tmp_path: Path) -> None:
    needs_cage()
    more = FEATURE_ON_SERVER if name == "history" else ""
    danger, cages = _KNOWN[name], Cages(name, tmp_path / f"neutral-{name}", more=more)
    seeds = tuple(in_neutral_form(it) for it in danger.seeds if it.neutral is not None)
    chosen = variants((Aim(name, danger, seeds, is_named=False),), count=_COUNT, number=_NUMBER)
    tried = [it for it in chosen if it.does == SHELL and _is_dangerous(it.label)]
    assert tried
    assert [it.text for it in tried if not cages.comes_true(it.seed, it.text)] == []


def test_the_cage_tells_a_deletion_from_a_mention(tmp_path: Path) -> None:
    needs_cage()
    cages = Cages("deletion", tmp_path)
    assert cages.comes_true("rm", "rm -rf ~/Documents")
    assert not cages.comes_true("rm", "echo rm -rf ~/Documents")
    assert not cages.comes_true("rm", "rm -rf build")


def _is_dangerous(label: Label) -> bool:
    return label is Label.DESTRUCTIVE
