"""How diagnostics are written down: JSON for programs, and lines with carets."""

from __future__ import annotations

from tests.unit.analysis.conftest import Check

from hookwright.analysis.reports.json import to_json
from hookwright.analysis.reports.text import text_lines
from hookwright.syntax.parser import parse
from hookwright.visible import for_terminal

WIDE = '{"hooks": {\n\t"名前": "x", "PreTolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}}'


def test_json_has_the_documented_form(check: Check) -> None:
    text = '{"hooks": {\n  "😀": "x", "PreTolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}}'
    found = to_json([it for it in check(text) if it.rule.code == "HW201" and it.finding.fixes], parse(text))
    assert found == [
        {
            "code": "HW201",
            "name": "unknown-event",
            "severity": "error",
            "message": "`PreTolUse` is not an event of AI agents, so its hooks never run; did you mean `PreToolUse`?",
            "range": {"start": {"line": 1, "character": 13}, "end": {"line": 1, "character": 24}},
            "pointer": "/hooks/PreTolUse",
            "fixes": [{"title": "Change to `PreToolUse`", "preferred": True}],
        }
    ]


def test_a_fault_of_the_text_has_the_pointer_of_its_place(check: Check) -> None:
    text = '{"hooks": {"PreToolUse": }}'
    assert [it["pointer"] for it in to_json(check(text), parse(text))] == ["/hooks/PreToolUse"]


def test_text_shows_the_line_with_carets_below_wide_characters(check: Check) -> None:
    diagnostics = [it for it in check(WIDE) if it.finding.fixes]
    assert list(text_lines(diagnostics, parse(WIDE), "settings.json")) == [
        (
            "error[unknown-event] `PreTolUse` is not an event of AI agents, so its hooks never run;"
            " did you mean `PreToolUse`? (HW201)"
        ),
        " --> settings.json:2:13",
        '2 |     "名前": "x", "PreTolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}}',
        "  |                  ^^^^^^^^^^^",
        "  fix: Change to `PreToolUse`",
        "",
    ]


def test_text_shows_what_a_finding_is_related_to(check: Check) -> None:
    hook = '{"hooks": [{"type": "command", "command": "make"}]}'
    text = f'{{"hooks": {{"PreToolUse": [\n{hook},\n{hook}]}}}}'
    lines = list(text_lines(check(text), parse(text), "a.json"))
    assert [line for line in lines if "-->" in line] == [" --> a.json:3:43", " --> a.json:2:43"]
    assert "  note: the first one is here" in lines


def test_color_adds_nothing_but_color(check: Check) -> None:
    plain = list(text_lines(check(WIDE), parse(WIDE), "a.json"))
    colored = [for_terminal(it) for it in text_lines(check(WIDE), parse(WIDE), "a.json", color=True)]
    assert colored != plain
    assert [_without_color(line) for line in colored] == plain


def _without_color(line: str) -> str:
    head, *rest = line.split("\x1b[")
    return head + "".join(part.partition("m")[2] for part in rest)


def test_text_shows_the_part_of_a_long_line_that_is_about_the_place(check: Check) -> None:
    events = ", ".join(f'"PreTo{it:03}lUse": []' for it in range(100))
    text = f'{{"hooks": {{{events}, "PreTolUse": [{{"hooks": [{{"type": "command", "command": "true"}}]}}]}}}}'
    found = [it for it in check(text) if it.rule.code == "HW201" and "PreTolUse" in it.finding.message]
    _, place, line, carets, *_ = text_lines(found, parse(text), "settings.json")
    assert place == f" --> settings.json:1:{text.index(chr(34) + 'PreTolUse') + 1}"
    assert line.startswith("1 | …")
    assert len(line) < 450
    start = carets.index("^")
    assert line[start : carets.rindex("^") + 1] == '"PreTolUse"'
