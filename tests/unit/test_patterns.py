"""Regular expressions that are compiled on first use."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import hookwright
from hookwright.patterns import LatePattern, late_pattern

_ROOT = Path(hookwright.__file__).parent
_USERS = sorted(it for it in _ROOT.rglob("*.py") if "late_pattern(" in it.read_text("utf-8") and it.stem != "patterns")


def test_it_is_compiled_when_it_is_asked() -> None:
    wrong = late_pattern("(")
    with pytest.raises(re.error):
        wrong.match("(")

    pattern = late_pattern("a(b+)", re.IGNORECASE)
    assert pattern.sub(r"\1", "xABBy") == "xBBy"
    assert pattern.search("none") is None
    assert (pattern.pattern, pattern.groups) == ("a(b+)", 1)


def test_it_is_of_bytes_too() -> None:
    assert late_pattern(rb"\d+").findall(b"1 22") == [b"1", b"22"]


@pytest.mark.parametrize("path", _USERS, ids=lambda it: it.relative_to(_ROOT).as_posix())
def test_every_one_can_be_compiled(path: Path) -> None:
    names = path.relative_to(_ROOT.parent).with_suffix("").parts
    module = import_module(".".join(names).removesuffix(".__init__"))
    for it in vars(module).values():
        if isinstance(it, LatePattern):
            assert it.pattern is not None
