"""What a matcher text matches in its language, and what it says about that."""

from __future__ import annotations

import pytest

from hookwright.matching.matcher import Form, alternatives, match, parse_matcher
from hookwright.model.language import Flavor, Invalid, Language, OtherNames, Pattern

WHOLE = Language(doc="exact, or a regular expression over the whole name")
LISTS = Language(doc="lists, or a searched one", separators="|,", name_characters="- ", trims=True, whole=False)
NAMES = Language(doc="names only", pattern=Pattern.NONE)
RUST = Language(doc="Rust's", separators="|", name_characters="", whole=False, flavor=Flavor.RUST)
ENTRIES = Language(
    doc="exact entries, or a searched one",
    wildcards=frozenset({"", "*", ".*"}),
    separators="|",
    trims=True,
    names=False,
    whole=False,
    other_names=OtherNames.EXACT,
)
LITERAL = Language(doc="as text where it is none", names=False, whole=False, invalid=Invalid.LITERAL)


@pytest.mark.parametrize(
    ("language", "text", "subject", "matched"),
    [
        (WHOLE, None, "Bash", True),
        (WHOLE, "*", "Bash", True),
        (WHOLE, "", "Bash", True),
        (WHOLE, "Write", "Write", True),
        (WHOLE, "Write", "write", False),
        (WHOLE, "Write", "WriteX", False),
        (WHOLE, "Edit|Write", "Write", True),
        (WHOLE, "Edit|Write", "MultiEdit", False),
        (WHOLE, "Edit | Write", "Write", False),
        (WHOLE, "File.*", "FileWriter", True),
        (WHOLE, "File.*", "MyFile", False),
        (WHOLE, "a)|(?:b", "b", False),
        (WHOLE, "mcp__.*__write.*", "mcp__files__write_all", True),
        (WHOLE, "(?=B)Bas[h]", "Bash", True),
        (WHOLE, "Bash(git:*)", "Bash", False),
        (LISTS, "Edit , Write", "Write", True),
        (LISTS, "Edit|Write", "MultiEdit", False),
        (LISTS, "Edit.*", "MultiEdit", True),
        (LISTS, "mcp__files__*", "mcp__files__write", True),
        (LISTS, "mcp__*", "mcp__files__write", True),
        (WHOLE, "mcp__files__*", "mcp__files__write", False),
        (LISTS, "^Edit$", "MultiEdit", False),
        (LISTS, "|", "", False),
        (LISTS, "(", "(", False),
        (LISTS, "^(Edit|Write)$", "Write", True),
        (LISTS, "^(Edit|Write)$", "WriteX", False),
        (NAMES, "Edit|Write", "Edit", False),
        (RUST, "ash", "Bash", False),
        (RUST, "(?i)BASH", "Bash", True),
        (RUST, "(?!Read).*", "Bash", False),
        (ENTRIES, "shell", "run_shell", True),
        (ENTRIES, "read | run_shell", "run_shell", True),
        (ENTRIES, "read|*", "run_shell", True),
        (ENTRIES, " * ", "run_shell", True),
        (ENTRIES, "|", "run_shell", False),
        (ENTRIES, "(read |shell)", "run_shell", True),
        (ENTRIES, r"a\|b", "a|b", True),
        (LITERAL, "a(b", "a(b", True),
        (LITERAL, "a(b", "a(bc", False),
    ],
)
def test_matches(language: Language, text: str | None, subject: str, *, matched: bool) -> None:
    assert match(parse_matcher(language, text), subject).matched is matched


@pytest.mark.parametrize(
    ("language", "text", "subject", "because"),
    [
        (WHOLE, None, "Bash", "no matcher: everything matches"),
        (WHOLE, "*", "Bash", "`*` matches everything"),
        (WHOLE, "Write", "Write", "`Write` is exactly `Write`"),
        (WHOLE, "Write", "Bash", "`Bash` is not `Write`"),
        (LISTS, "Edit|Write", "Bash", "`Bash` is not one of `Edit|Write`"),
        (LISTS, "Edit.*", "Bash", "`Edit.*` is not found in `Bash`"),
        (WHOLE, "File.*", "FileX", "`File.*` matches the whole of `FileX`"),
        (WHOLE, "*x", "x", "`*x` is not valid, so it matches nothing: a quantifier has nothing to repeat"),
    ],
)
def test_says_why(language: Language, text: str | None, subject: str, because: str) -> None:
    assert match(parse_matcher(language, text), subject).because == because


def test_gives_up_a_pattern_that_explodes() -> None:
    verdict = match(parse_matcher(WHOLE, "(a+)+$"), "a" * 60 + "b")
    assert not verdict.matched
    assert verdict.undecided
    assert "given up" in verdict.because


def test_a_list_is_told_by_its_language() -> None:
    assert parse_matcher(LISTS, "Edit|Write").form is Form.NAMES
    assert parse_matcher(WHOLE, "Edit|Write").form is Form.PATTERN


def test_names_stand_where_the_text_has_them() -> None:
    text = " Edit ,Write"
    assert [text[it.start : it.end] for it in parse_matcher(LISTS, text).names] == ["Edit", "Write"]


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        (WHOLE, "Edit|Write", ["Edit", "Write"]),
        (WHOLE, "Edit", ["Edit"]),
        (WHOLE, "Edit | Write", []),
        (WHOLE, "Edit|Wri.*", []),
        (WHOLE, "*", []),
        (LISTS, "Edit, Write", ["Edit", "Write"]),
    ],
)
def test_alternatives(language: Language, text: str, names: list[str]) -> None:
    assert [it.text for it in alternatives(parse_matcher(language, text))] == names


@pytest.mark.parametrize(
    ("language", "text", "matched"),
    [
        (RUST, "Edit", True),
        (RUST, "^Edi", True),
        (RUST, "Read", False),
        (ENTRIES, "Edit", True),
        (ENTRIES, "read|Edit", True),
        (ENTRIES, "^Edit$", False),
        (ENTRIES, "Edi", False),
    ],
)
def test_a_tool_answers_to_its_other_names(language: Language, text: str, *, matched: bool) -> None:
    verdict = match(parse_matcher(language, text), "apply_patch", ("Edit", "Write"))
    assert verdict.matched is matched
    assert not matched or "another name of `apply_patch`" in verdict.because


@pytest.mark.parametrize(
    ("text", "subject", "matched"),
    [
        ("mcp:*", "create_issue_linear", True),
        ("mcp:*", "view", False),
        ("mcp:.*_linear$", "create_issue_linear", True),
        ("mcp:.*_linear$", "create_issue_github", False),
        ("mcp:(", "create_issue_linear", False),
        ("view", "view", True),
    ],
)
def test_a_mark_is_for_tools_of_servers_alone(text: str, subject: str, *, matched: bool) -> None:
    language = Language(doc="marked", names=False, whole=False, served_mark="mcp:", own_tools=frozenset({"view"}))
    assert match(parse_matcher(language, text), subject).matched == matched
