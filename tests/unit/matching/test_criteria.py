"""Whether one criterion of a structured matcher holds."""

from __future__ import annotations

import pytest

from hookwright.dialects import by_id
from hookwright.matching.matcher import hold_criterion

CRITERIA = by_id("clawdcode").matchers.criteria


@pytest.mark.parametrize(
    ("name", "text", "ways", "matched", "because"),
    [
        ("tools", "Write|Edit", ["MultiEdit"], False, "`tools`: `MultiEdit` is not one of `Write|Edit`"),
        ("tools", "Write|Edit", ["Edit"], True, "`tools`: `Edit` is one of `Write|Edit`"),
        ("tools", "(Multi)?Edit", ["MultiEdit"], True, "`tools`: `(Multi)?Edit` matches the whole of `MultiEdit`"),
        ("tools", "Edit.", ["MultiEdit"], False, "`tools`: `Edit.` does not match the whole of `MultiEdit`"),
        ("tools", "*", ["X"], True, "`tools`: `*` matches everything"),
        ("paths", "**/.env*", ["a/.env.local"], True, "`paths`: `**/.env*` matches `a/.env.local`"),
        ("paths", "src/*", ["/p/src/a", "src/a"], True, "`paths`: `src/*` matches `src/a`"),
        ("paths", "src/*", ["/p/lib/a", "lib/a"], False, "`paths`: `src/*` does not match `/p/lib/a`"),
        ("paths", "*", ["a/b"], False, "`paths`: `*` does not match `a/b`"),
        ("commands", r"rm\s+-rf", ["sudo rm  -rf /"], True, r"`commands`: `rm\s+-rf` is found in `sudo rm  -rf /`"),
        ("commands", "git", ["ls"], False, "`commands`: `git` is not found in `ls`"),
        (
            "commands",
            "(",
            ["ls"],
            False,
            "`commands`: `(` is not valid, so it matches nothing: the group is never closed",
        ),
    ],
)
def test_a4_each_criterion_is_held_in_its_own_language(
    name: str, text: str, ways: list[str], matched: bool, because: str
) -> None:
    verdict = hold_criterion(name, CRITERIA[name], text, ways)
    assert (verdict.matched, verdict.because) == (matched, because)


@pytest.mark.parametrize(("name", "subject"), [("tools", "tool name"), ("paths", "file path"), ("commands", "command")])
def test_a5_a_criterion_without_a_subject_is_skipped_and_says_so(name: str, subject: str) -> None:
    verdict = hold_criterion(name, CRITERIA[name], "x", [])
    assert verdict.matched
    assert f"`{name}` is skipped" in verdict.because
    assert subject in verdict.because


def test_a4_a_glob_that_stands_for_too_much_matches_nothing() -> None:
    verdict = hold_criterion("paths", CRITERIA["paths"], "{a,b}" * 20, ["ab"])
    assert not verdict.matched
    assert "its braces" in verdict.because
