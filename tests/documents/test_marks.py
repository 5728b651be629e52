"""What is not tried is marked, with one of a few reasons, and there is not much of it."""

from __future__ import annotations

from collections import Counter

from tests.documents.blocks import GIVEN, NOT_RUN, PAGES, Given, blocks, steps

# How many blocks may go untried for each reason; a lower number is better.
MOST = {
    "installs packages": 6,
    "builds the project": 4,
    "runs in CI": 4,
    "needs an agent": 1,
    "needs Neovim": 1,
    "needs a recorded session": 1,
    "needs a remote repository": 1,
    "asks a question": 1,
}


def test_what_is_not_run_has_a_reason_and_is_little() -> None:
    counted = Counter(it.marks[NOT_RUN] for page in PAGES for it in blocks(page) if NOT_RUN in it.marks)

    assert {*counted} == {*MOST}
    assert {reason: count for reason, count in counted.items() if count > MOST[reason]} == {}


def test_every_project_is_given_to_a_page() -> None:
    given = {it.name for page in PAGES for it in steps(page) if isinstance(it, Given)}

    assert given == {it.name for it in GIVEN.iterdir()}
