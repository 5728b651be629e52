"""Sound texts, comments, trailing commas, repeated keys, and the bounds of the reading."""

from __future__ import annotations

import json
from functools import partial

import pytest
from tests.effort import effort

from hookwright.syntax.edit import apply
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, Problem, ProblemKind, find, plain

SOUND = [
    "{}",
    "[]",
    " [ ] ",
    '{"a": []}',
    '[{}, {"a": {}}, []]',
    '\n{\r\n\t"a" : [ 1 , -2.5e+3 , true , false , null , "" ] , "b" : { } }\n',
    '"x"',
    "3",
    "null",
    r'{"\"k\u00e9y\\": "\ud83d\ude00 \/ \b\f\n\r\t"}',
    "[-0, 0.0, 1E5, 12345678901234567890]",
    '{"": ""}',
    '{"a":1,"b":[{"c":"d"}]}',
]


@pytest.mark.parametrize("text", SOUND)
def test_sound_text_has_its_value_and_no_problem(text: str) -> None:
    tree = parse(text)
    assert tree.root
    assert repr(plain(tree.root)) == repr(json.loads(text))
    assert not tree.problems


def test_nodes_span_their_text_with_quotes_and_brackets() -> None:
    text = '{"a": [1, "x\\"y"], "b": null}'
    tree = parse(text)
    assert tree.root
    first, second = tree.root.members
    spans = [tree.root, first.key, first.value, *first.value.items, second.key, second.value]
    assert [text[it.start : it.end] for it in spans] == [text, '"a"', '[1, "x\\"y"]', "1", '"x\\"y"', '"b"', "null"]
    assert first.value.items[1].span.end == text.index("]")


def test_a_byte_order_mark_is_passed_over() -> None:
    tree = parse('\ufeff{"a": 1}')
    assert tree.root
    assert (tree.root.start, plain(tree.root), tree.problems) == (1, {"a": 1}, ())


@pytest.mark.parametrize(
    ("raw", "value"), [("1e999", float("inf")), ("-1e999", float("-inf")), ("9" * 5000, float("inf"))]
)
def test_a_number_too_big_for_a_float_is_infinite(raw: str, value: float) -> None:
    tree = parse(raw)
    assert tree.root
    assert (tree.root.kind, tree.root.value, tree.problems) == (Kind.NUMBER, value, ())


def _of_kind(text: str, kind: ProblemKind) -> list[Problem]:
    return [it for it in parse(text).problems if it.kind is kind]


COMMENTED = """// top
{
  // own line
  "a": 1, // behind
  /* one */ "b": /* two */ [2, /* three */ 3], "u": "//no"
}
/* end */"""


def test_comments_are_understood_and_reported() -> None:
    tree = parse(COMMENTED)
    assert tree.root
    assert plain(tree.root) == {"a": 1, "b": [2, 3], "u": "//no"}
    texts = [COMMENTED[it.start : it.end] for it in tree.comments]
    assert texts == ["// top", "// own line", "// behind", "/* one */", "/* two */", "/* three */", "/* end */"]
    assert [it.kind for it in tree.problems] == [ProblemKind.COMMENT] * 7
    assert [it.span for it in tree.problems] == list(tree.comments)


def test_removing_all_comments_leaves_strict_json_without_blank_lines() -> None:
    fixes = [it.fix for it in _of_kind(COMMENTED, ProblemKind.COMMENT) if it.fix]
    assert apply(COMMENTED, fixes) == '{\n  "a": 1,\n   "b":  [2,  3], "u": "//no"\n}\n'


@pytest.mark.parametrize(
    "text", ['{"a": [1,], "b": 2,}', '{"a": [\n1, // x\n],\n"b": 2,\n}', '{"a": [1 ,/**/ ], "b": 2 , }']
)
def test_trailing_commas_are_understood_and_removed(text: str) -> None:
    tree = parse(text)
    assert tree.root
    assert plain(tree.root) == {"a": [1], "b": 2}
    found = _of_kind(text, ProblemKind.TRAILING_COMMA)
    assert [text[it.span.start : it.span.end] for it in found] == [",", ","]
    fixed = apply(text, [it.fix for it in tree.problems if it.fix])
    assert json.loads(fixed) == {"a": [1], "b": 2}


def test_of_repeated_keys_all_but_the_last_are_reported_and_removed() -> None:
    text = '{"a": 1, "b": 2, "a": 3, "\\u0061": 4, "b": 5}'
    found = _of_kind(text, ProblemKind.DUPLICATE_KEY)
    assert [it.span.start for it in found] == [1, 9, 17]
    assert "`a` is repeated below" in found[0].message
    assert apply(text, [it.fix for it in found if it.fix]) == '{"\\u0061": 4, "b": 5}'
    assert not _of_kind('{"a": {"a": 1}, "b": {"a": 1}}', ProblemKind.DUPLICATE_KEY)


def test_deep_nesting_is_cut_off_with_one_problem() -> None:
    text = '{"x": ' + '{"a": [' * 400 + '"]}", 1' + "]}" * 400 + ', "y": ' + "[" * 600 + "]" * 600 + ', "z": 1}'
    tree = parse(text)
    assert [it.message for it in tree.problems] == ["this is nested more than 512 levels deep and is not read"]
    assert find(tree, ("z",))
    assert tree.root
    assert isinstance(plain(tree.root), dict)


@pytest.mark.parametrize("text", ["[" * 50_000, '{"a":' * 50_000, "[" * 50_000 + "]" * 50_000, '[{"a":' * 20_000])
def test_boundless_nesting_does_not_exhaust_the_stack(text: str) -> None:
    tree = parse(text)
    assert tree.root
    assert plain(tree.root)
    assert tree.problems


def test_only_the_first_hundred_problems_of_a_kind_are_kept() -> None:
    assert len(parse("[" + "x " * 500 + "]").problems) == 1
    assert len(parse("[" + "x, " * 500 + "1]").problems) == 100
    assert len(parse("[" + "1, /**/" * 500 + "x]").problems) == 101


HOSTILE = {
    "opening brackets": "[",
    "opening keys": '{"a":',
    "closing brackets": "}]",
    "quotes": '"',
    "strings in a row": '"x"y',
    "odd quotes": '"a" b" ',
    "unclosed lines": '{"a\n',
    "quotes over lines": '"a\n"]',
    "lost quotes": '"a, "b": ',
    "mixed brackets": '{"a": [\n } ] : "x" y, ',
    "comments": "/*",
    "escapes": '"\\q" ',
    "words": "a:b:c ",
    "dedents": '  {\n"a":\n',
    "closed lines": "[\n}\n",
    "spaces": " ",
    "apostrophes": "'",
    "pairs": '"a":1,',
}


@pytest.mark.sweep
@pytest.mark.parametrize("prefix", ["", "[\n  {\n"], ids=["bare", "lines"])
@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE.keys())
def test_time_is_linear_in_the_length(unit: str, prefix: str) -> None:
    def seconds(length: int) -> float:
        text = prefix + unit * (length // len(unit))
        return effort(partial(parse, text), times=2)

    # Twelve times the length: a quadratic reading takes 144 times as long.
    assert seconds(6_000) < 60 * max(seconds(500), 0.0005)
