"""What survives every kind of break: the values still found, the one fault reported, and the edit that mends it."""

from __future__ import annotations

import json

import pytest

from hookwright.syntax.edit import apply
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import JSON, ProblemKind, plain

MEMBERS = '{"a": 1, "b": {"c": [1, 2]}, "d": "x"}'

# Name, broken text, what is still read, and what its faults say (a part of each message, in text order).
BREAKS: list[tuple[str, str, JSON, list[str]]] = [
    ("missing comma between members", '{"a": 1 "b": 2}', {"a": 1, "b": 2}, ["expected a comma before this key"]),
    ("missing comma between lines", '{\n "a": {}\n "b": 2\n}', {"a": {}, "b": 2}, ["expected a comma before this key"]),
    ("missing comma between items", '[{"a": 1} {"b": 2}]', [{"a": 1}, {"b": 2}], ["expected a comma before this item"]),
    ("missing colon", '{"a" 1, "b": 2}', {"a": 1, "b": 2}, ["expected a colon after this key"]),
    ("missing colon before object", '{"a" {"x": 1}, "b": 2}', {"a": {"x": 1}, "b": 2}, ["expected a colon"]),
    ("equals sign", '{"a" = 1, "b": 2}', {"a": 1, "b": 2}, ["expected a colon here, not `=`"]),
    ("arrow", '{"a" => 1}', {"a": 1}, ["expected a colon here, not `=>`"]),
    ("colon twice", '{"a":: 1, "b": 2}', {"a": 1, "b": 2}, ["this colon is not needed"]),
    ("colon between items", "[1: 2]", [1, 2], ["expected a comma here, not `:`"]),
    ("semicolon", '{"a": 1; "b": 2}', {"a": 1, "b": 2}, ["expected a comma here, not `;`"]),
    ("comma twice", '{"a": 1,, "b": 2}', {"a": 1, "b": 2}, ["this comma is not needed"]),
    ("leading comma", '{, "a": 1}', {"a": 1}, ["this comma is not needed"]),
    ("lone comma in array", "[ ,]", [], ["this comma is not needed"]),
    ("unquoted key", '{a: 1, "b": 2}', {"a": 1, "b": 2}, ["this key is not in double quotes"]),
    ("unquoted value", '{"a": ./x.sh --y, "b": 2}', {"a": "./x.sh --y", "b": 2}, ["not in double quotes"]),
    ("single quotes", "{'a': 'it\\'s', \"b\": 2}", {"a": "it\\'s", "b": 2}, ["straight double quotes"] * 2),
    ("typeset quotes", '{“a”: “x”, "b": 2}', {"a": "x", "b": 2}, ["straight double quotes"] * 2),
    ("backticks", '{"a": `x`}', {"a": "x"}, ["straight double quotes"]),
    (
        "Python literals",
        '{"a": True, "b": None}',
        {"a": True, "b": None},
        ["`True` is not valid JSON", "`None` is not valid JSON"],
    ),
    ("number with a plus", '{"a": +1, "b": .5, "c": 007}', {"a": 1, "b": 0.5, "c": 7}, ["`+1`", "`.5`", "`007`"]),
    ("hash comment", '{# note\n"a": 1}', {"a": 1}, ["JSON has no `#` comments"]),
    ("unclosed comment", '{"a": 1} /* x', {"a": 1}, ["this comment is never closed"]),
    ("no-break space", '{"a":\u00a01}', {"a": 1}, ["this character is not JSON whitespace"]),
    ("stray character", '{"a": 1, ; "b": 2}', {"a": 1, "b": 2}, ["`;` has no meaning here"]),
    ("leftover word", '{"a": 1 x, "b": 2}', {"a": 1, "b": 2}, ["this does not belong here"]),
    ("unknown escape", r'{"a": "C:\dir", "b": 2}', {"a": "C:\\dir", "b": 2}, [r"`\d` is not an escape sequence"]),
    ("raw tab", '{"a": "x\ty", "b": 2}', {"a": "x\ty", "b": 2}, ["a control character must be written `\\t`"]),
    ("unclosed string at line end", '{"a": "x\n, "b": 2}', {"a": "x", "b": 2}, ["this string is never closed"]),
    ("unclosed string with comma", '{"a": "x,\n"b": 2}', {"a": "x", "b": 2}, ["this string is never closed"]),
    ("unclosed string before brackets", '{"h": [{"a": "x}]}', {"h": [{"a": "x"}]}, ["this string is never closed"]),
    ("unclosed string before a member", '{"a": "x, "b": "y"}', {"a": "x", "b": "y"}, ["this string is never closed"]),
    (
        "unclosed string before an object",
        '[{"a": "x}, {"b": 1}]',
        [{"a": "x"}, {"b": 1}],
        ["this string is never closed"],
    ),
    ("unclosed key", '{"a: "x", "b": "y"}', {"a": "x", "b": "y"}, ["this string is never closed"]),
    ("unclosed key before a number", '{"a: 1,\n"b": 2}', {"a": 1, "b": 2}, ["this string is never closed"]),
    ("unopened key", '{a": "x", "b": "y"}', {"a": "x", "b": "y"}, ["this key is not in double quotes"]),
    ("unopened string", '{"a": x", "b": "y"}', {"a": "x", "b": "y"}, ["this text is not in double quotes"]),
    (
        "quotes inside",
        '{"a": "echo "hi" you", "b": 2}',
        {"a": 'echo "hi" you', "b": 2},
        ["a double quote inside a string"],
    ),
    ("string over lines", '{"a": "x\ny", "b": 2}', {"a": "x\ny", "b": 2}, ["a string may not span lines"]),
    ("missing braces around all", '"a": {"x": 1}}', {"a": {"x": 1}}, ["expected `{` before this key"]),
    (
        "words before",
        'As follows {"a": 1}',
        {"a": 1},
        ["this text is not in double quotes", "the document begins only after this"],
    ),
    (
        "unquoted key without braces around",
        'a: {"x": 1}',
        {"a": {"x": 1}},
        ["expected `{`", "this key", "never closed"],
    ),
    ("text after", '{"a": 1} thanks', {"a": 1}, ["nothing may follow the end"]),
    ("brace after", '{"a": 1}}', {"a": 1}, ["nothing may follow the end"]),
    ("ended too early", '{"a": 1}, "b": 2}', {"a": 1, "b": 2}, ["ends the document too early"]),
    (
        "brace for bracket",
        '{"a": [1, 2}, "b": 2}',
        {"a": [1, 2], "b": 2},
        ["expected `]` here, not `}`"],
    ),
    ("bracket for brace", '{"a": {"x": 1], "b": 2}', {"a": {"x": 1}, "b": 2}, ["expected `}` here, not `]`"]),
    ("missing bracket before a key", '{"a": [{}, {}, "b": 2}', {"a": [{}, {}], "b": 2}, ["the array before this key"]),
    ("missing bracket and comma", '{"a": [\n{}\n"b": 2}', {"a": [{}], "b": 2}, ["the array before this key"]),
    ("missing brace before an item", '[{"a": 1, {"b": 2}]', [{"a": 1}, {"b": 2}], ["the object before this item"]),
    ("missing opening brace", '[{"a": 1}, \n"b": 2}]', [{"a": 1}, {"b": 2}], ["expected `{` before this key"]),
    (
        "missing opening bracket",
        '{"h": {"a": {"x": 1}, {"y": 2}], "b": 2}}',
        {"h": {"a": [{"x": 1}, {"y": 2}], "b": 2}},
        ["expected `[`"],
    ),
    ("missing brace after an object", '[{"a": {"x": 1}, {"b": 2}]', [{"a": {"x": 1}}, {"b": 2}], ["the object before"]),
    ("missing brace of a value", '{\n "a":\n  "x": 1\n },\n "b": 2\n}', {"a": {"x": 1}, "b": 2}, ["expected `{`"]),
    (
        "object written as array",
        '{"a": ["x": 1], "b": 2}',
        {"a": [{"x": 1}], "b": 2},
        ["expected `{`", "the object before"],
    ),
    (
        "extra bracket",
        '{"h": {"a": []], "b": 2}, "c": 3}',
        {"h": {"a": [], "b": 2}, "c": 3},
        ["this `]` closes nothing"],
    ),
    ("extra brace in array", '{"h": {"a": [{"x": 1}}], "b": 2}}', {"h": {"a": [{"x": 1}], "b": 2}}, ["this `}`"]),
    ("all left open", '{"a": {"b": [1, {"c": 2', {"a": {"b": [1, {"c": 2}]}}, ["this `{` is never closed"]),
    ("left open after a comma", '{"a": [1, 2,', {"a": [1, 2]}, ["this `[` is never closed"]),
]
# Half-typed: something is missing that no edit can know.
HALF_TYPED: list[tuple[str, str, JSON, list[str]]] = [
    ("missing value", '{"a": , "b": 2}', {"a": None, "b": 2}, ["expected a value after this colon"]),
    ("missing value at the end", '{"b": 2, "a": }', {"b": 2, "a": None}, ["expected a value after this colon"]),
    ("missing value before a key", '{"a":\n "b": 2}', {"a": None, "b": 2}, ["expected a value after this colon"]),
    ("key only", '{"a", "b": 2}', {"a": None, "b": 2}, ["this key has no value"]),
    ("key only, at the end", '{"b": 2, "a"}', {"b": 2, "a": None}, ["this key has no value"]),
    ("key only, before a key", '{"a"\n "b": 2}', {"a": None, "b": 2}, ["this key has no value", "expected a comma"]),
    ("opening quote before members", '{"h": {", "b": 2}}', {"h": {"": None, "b": 2}}, ["never closed", "no value"]),
    ("opening quote before brackets", '{"h": {"}}', {"h": {"": None}}, ["never closed", "no value"]),
    ("half a key at the end", '{"h": {"Pre', {"h": {"Pre": None}}, ["`{` is never closed", "never closed", "no value"]),
    ("half a value at the end", '{"h": [{"m": "Ba', {"h": [{"m": "Ba"}]}, ["`{` is never closed", "never closed"]),
    ("colon without key", '{: 1, "b": 2}', {"b": 2}, ["expected a key before this colon"]),
    ("object without key", '{"a": 1, {"x": 1}, "b": 2}', {"a": 1, "b": 2}, ["expected a key before this `{`"]),
    ("half a number", '{"a": -, "b": 2}', {"a": "-", "b": 2}, ["this text is not in double quotes"]),
    ("half a literal", '{"a": tr, "b": 2}', {"a": "tr", "b": 2}, ["this text is not in double quotes"]),
]


@pytest.mark.parametrize(
    ("text", "value", "messages"), [it[1:] for it in BREAKS + HALF_TYPED], ids=[it[0] for it in BREAKS + HALF_TYPED]
)
def test_a_break_leaves_the_rest_readable(text: str, value: JSON, messages: list[str]) -> None:
    tree = parse(text)
    assert tree.root
    assert plain(tree.root) == value
    said = [it.message for it in tree.problems]
    assert len(said) == len(messages), said
    assert all(part in message for part, message in zip(messages, said, strict=True)), said


@pytest.mark.parametrize(("text", "value"), [it[1:3] for it in BREAKS], ids=[it[0] for it in BREAKS])
def test_the_fixes_of_a_broken_text_mend_it(text: str, value: JSON) -> None:
    for _ in range(4):
        tree = parse(text)
        fix = next((it.fix for it in tree.problems if it.fix), None)
        if fix is None:
            break
        text = apply(text, [fix])
    assert json.loads(text.strip()) == (value if "\\'" not in str(value) else {"a": "it's", "b": 2})


def test_messages_are_one_short_sentence() -> None:
    for _, text, _, _ in BREAKS + HALF_TYPED:
        for problem in parse(text).problems:
            assert len(problem.message) < 100
            assert not problem.message.endswith(".")
            assert problem.kind is ProblemKind.SYNTAX


HOOKS = """{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "command": "./a.sh"
          }
        ]
      },
      {
        "matcher": "Edit",
        "hooks": []
      }
    ],
    "Stop": [
      {
        "hooks": []
      }
    ]
  },
  "model": "x"
}
"""
WHOLE = json.loads(HOOKS)


@pytest.mark.parametrize(
    "line", [line for line, text in enumerate(HOOKS.split("\n")) if text.strip(" ,") in ("}", "]", "{")]
)
def test_a_bracket_line_that_is_missing_costs_nothing_in_an_indented_document(line: int) -> None:
    lines = HOOKS.split("\n")
    del lines[line]
    tree = parse("\n".join(lines))
    assert tree.root
    assert plain(tree.root) == WHOLE
    assert len([it for it in tree.problems if "comma" not in it.message]) == 1, tree.problems


@pytest.mark.parametrize(
    "line", [line for line, text in enumerate(HOOKS.split("\n")) if text.strip(" ,") in ("}", "]")][:-1]
)
def test_a_bracket_line_that_stands_twice_costs_nothing_in_an_indented_document(line: int) -> None:
    lines = HOOKS.split("\n")
    lines.insert(line, lines[line].rstrip(","))
    tree = parse("\n".join(lines))
    assert tree.root
    assert plain(tree.root) == WHOLE
    assert len(tree.problems) <= 2, tree.problems


def test_an_unclosed_event_does_not_swallow_its_siblings() -> None:
    text = '{\n  "hooks": {\n    "PreToolUse": [\n      {\n        "matcher": "Bash"\n    "Stop": []\n  },'
    text += '\n  "model": "x"\n}'
    tree = parse(text)
    assert tree.root
    assert plain(tree.root) == {"hooks": {"PreToolUse": [{"matcher": "Bash"}], "Stop": []}, "model": "x"}
    assert [it.message for it in tree.problems] == ["the object before this key is not closed; add `}]`"]


def test_bad_indentation_alone_changes_nothing() -> None:
    text = '{\n      "a": {\n  "x": 1,\n"y": [\n      1\n  ,2 ]\n        },\n "b": 2\n   }'
    tree = parse(text)
    assert tree.root
    assert plain(tree.root) == json.loads(text)
    assert not tree.problems
