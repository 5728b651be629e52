"""The dataclasses of hookwright behave as those of the standard library."""

from __future__ import annotations

from dataclasses import field, fields, replace

import pytest

from hookwright.values import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    left: int
    right: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OtherPair:
    left: int
    right: tuple[str, ...] = ()


@dataclass(slots=True)
class Growing:
    parts: list[object] = field(default_factory=list)
    note: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True, eq=False)
class Itself:
    name: str

    def __repr__(self) -> str:
        return f"<{self.name}>"


def test_values_of_one_class_are_equal_by_their_members() -> None:
    assert Pair(1) == Pair(1)
    assert hash(Pair(1, ("a",))) == hash(Pair(1, ("a",)))
    assert Pair(1) != Pair(2)
    other: object = OtherPair(1)
    assert Pair(1) != other
    assert Growing([1], "a") == Growing([1], "b")


def test_what_can_change_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Growing())


def test_a_class_without_equality_is_compared_by_identity() -> None:
    one = Itself("a")
    assert one == one
    assert one != Itself("a")
    assert hash(one) != hash(Itself("a"))


def test_values_are_shown_with_their_members() -> None:
    assert repr(Pair(1, ("a",))) == "Pair(left=1, right=('a',))"
    assert repr(Growing([2], "hidden")) == "Growing(parts=[2])"
    assert repr(Itself("its own")) == "<its own>"


def test_what_contains_itself_is_shown_once() -> None:
    one = Growing()
    one.parts.append(one)
    assert repr(one) == "Growing(parts=[...])"


def test_the_standard_library_takes_them_for_dataclasses() -> None:
    assert replace(Pair(1), left=2) == Pair(2)
    assert [it.name for it in fields(Pair)] == ["left", "right"]
    match Pair(3):
        case Pair(left, _):
            assert left == 3
