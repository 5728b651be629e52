"""A guard of a file in a folder is not attacked with the file of that name at the top."""

from __future__ import annotations

import pytest

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.roots import questions, without_roots

_DANGER = dangers()["protected"]
_LOCK = tuple(it for it in _DANGER.seeds if it.name == "lock file")
_AIMS = (Aim("protected", _DANGER, _LOCK, is_named=False),)
_INSIDE, _TOP = ("Write", "{project}/web/package-lock.json"), ("Write", "{project}/package-lock.json")


def test_the_file_at_the_top_is_asked_about_where_one_in_a_folder_is_named() -> None:
    assert list(questions(_AIMS, ["web/package-lock.json"])) == [_TOP, ("Edit", _TOP[1])]
    assert list(questions(_AIMS, ["web/other.json"])) == []
    assert list(questions((), ["web/package-lock.json"])) == []


@pytest.mark.parametrize(
    ("held", "stopped", "is_left"),
    [
        ({_INSIDE}, frozenset[tuple[str, str]](), False),
        ({_INSIDE, _TOP}, frozenset[tuple[str, str]](), True),
        ({_INSIDE}, frozenset({("protected", "lock file")}), True),
        (set[tuple[str, str]](), frozenset[tuple[str, str]](), True),
    ],
)
def test_the_seed_stays_unless_only_the_file_in_the_folder_is_stopped(
    held: set[tuple[str, str]], stopped: frozenset[tuple[str, str]], *, is_left: bool
) -> None:
    assert bool(without_roots(_AIMS, ["web/package-lock.json"], held, stopped)) is is_left
