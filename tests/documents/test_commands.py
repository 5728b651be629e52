"""Every command in the documentation is typed, in the order of its page; it ends and prints as the page says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.documents.blocks import NOT_RUN, PAGES, Block, Given, steps
from tests.documents.commands import SHELLS, Command, commands
from tests.documents.compare import missed
from tests.documents.machine import Done, Machine
from tests.pages import ROOT

pytestmark = pytest.mark.timeout(600)


def _work(page: Path) -> Iterator[Given | Block | Command]:
    for step in steps(page):
        if isinstance(step, Given):
            yield step
        elif NOT_RUN in step.marks:
            continue
        elif step.saved_as:
            yield step
        elif step.language in SHELLS:
            yield from commands(step)


_WORK = {page: [*_work(page)] for page in PAGES}
_TYPED = [page for page, work in _WORK.items() if any(isinstance(it, Command) for it in work)]


@pytest.mark.parametrize("page", _TYPED, ids=lambda it: str(it.relative_to(ROOT)))
def test_commands_do_as_their_page_says(page: Path, reader: Machine) -> None:
    name = page.relative_to(ROOT).with_suffix("").as_posix().replace("/", "-")

    wrong = [problem for it in reader.types(name, _WORK[page]) if (problem := _problem(it))]

    assert wrong == [], "\n\n".join(wrong)


def _problem(done: Done) -> str | None:
    it = done.command
    shown = f"line {it.line}: $ {it.text}\n{done.printed}"
    if done.code not in it.ends_with:
        return f"{shown}*** ended with {done.code}"
    if it.prints is not None and (line := missed(done.printed, it.prints)) is not None:
        return f"{shown}*** has not, where it belongs: {line}"
    return None


def test_a_line_that_is_not_printed_is_missed() -> None:
    assert missed("a\nb 12 ms\nc\n", ("a", "b … ms", "…")) is None
    assert missed("a\nb\nc\n", ("…", "c")) is None
    assert missed("a\n", ("a", "…")) is None
    assert missed("a\nb\n", ("a",)) == "b"
    assert missed("a\n", ("a", "b")) == "b"
    assert missed("a\nb\n", ("b",)) == "b"
    assert missed("", ("…", "a")) == "a"
