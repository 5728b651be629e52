"""Edits of TOML's tables and YAML's blocks, exactly: what they change, that the rest stays, and what is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookwright.syntax import edit
from hookwright.syntax.edit import apply
from hookwright.syntax.front_matter import parse_front_matter
from hookwright.syntax.toml import parse_toml
from hookwright.syntax.tree import JSON, find, plain
from hookwright.syntax.writing import toml_lines, yaml_lines
from hookwright.text import Route

_TOML = """model = "x" # m

# About stops
[[hooks.Stop]]
hooks = [{type = "command", command = "a"}, {type = "command", command = "b"}]

# About tools
[[hooks.PreToolUse]] # head
matcher = "Bash"

  [[hooks.PreToolUse.hooks]]
  type = "command" # why
  command = 'echo "x"'
  # nothing follows

[tui]
a.b = 1
list = [
  1, # one
  2, # two
]
"""
_YAML = """---
name: x # m
hooks:
  # About stops
  Stop:
    - hooks:
        - type: command
          command: a  # why
        - {type: command, command: "b"} # flow
  PreToolUse:
  - matcher: Bash
    hooks:
    - type: command
      command: |
        echo "x"

      timeout: 5
tools: [Bash, Read]
nothing:
shared: &a {x: 1}
use: *a
---
Body: [
"""
_PRE: Route = ("hooks", "PreToolUse", 0)
_STOP: Route = ("hooks", "Stop", 0)


@pytest.mark.parametrize(
    ("route", "gone", "left"),
    [
        (("model",), 'model = "x" # m', " # m"),
        ((*_STOP, "hooks", 0), '{type = "command", command = "a"}, ', ""),
        ((*_STOP, "hooks", 1), ', {type = "command", command = "b"}', ""),
        ((*_PRE, "matcher"), 'matcher = "Bash"\n', ""),
        ((*_PRE, "hooks", 0, "type"), '  type = "command" # why', "   # why"),
        ((*_PRE, "hooks", 0), '  [[hooks.PreToolUse.hooks]]\n  type = "command" # why\n  command = \'echo "x"\'\n', ""),
        (("tui", "a"), "a.b = 1\n", ""),
        (("tui", "list", 0), "1, # one", "# one"),
        (("tui",), _TOML[_TOML.index("\n[tui]") :], ""),
        (("hooks", "Stop"), _TOML[_TOML.index("[[hooks.Stop]]") : _TOML.index("\n# About tools")], ""),
    ],
)
def test_remove_in_toml(route: Route, gone: str, left: str) -> None:
    assert gone in _TOML
    assert apply(_TOML, edit.remove(parse_toml(_TOML), route)) == _TOML.replace(gone, left, 1)


def test_tables_in_a_row_are_removed_to_the_last() -> None:
    text = "[a]\nx = 1\n\n[[h.X]]\n[[h.X.hooks]]\ny = 1\n\n[[h.X]]\n\n[[h.X.hooks]]\ny = 2\n"
    assert apply(text, edit.remove(parse_toml(text), ("h", "X"))) == "[a]\nx = 1\n"
    assert apply(text, edit.remove(parse_toml(text), ("h", "X", 0))) == text.replace(
        "[[h.X]]\n[[h.X.hooks]]\ny = 1\n\n", ""
    )
    assert apply(text, edit.remove(parse_toml(text), ("h", "X", 1))).endswith("y = 1\n")


@pytest.mark.parametrize(
    ("route", "value", "after", "added"),
    [
        ((), 5, 'model = "x" # m', "\nnew = 5"),
        (("tui",), [1, "é"], "]\n", 'new = [1, "é"]\n'),
        (_PRE, 'a"b', 'matcher = "Bash"', "\nnew = 'a\"b'"),
        ((*_PRE, "hooks", 0), True, "command = 'echo \"x\"'", "\n  new = true"),
        ((*_STOP, "hooks", 1), {"a": 1}, 'command = "b"', ", new = { a = 1 }"),
    ],
)
def test_insert_a_member_in_toml(route: Route, value: JSON, after: str, added: str) -> None:
    edits = edit.insert_member(parse_toml(_TOML), route, "new", value)

    assert apply(_TOML, edits) == (added if after == "]\n" else after + added).join(_split(_TOML, after))


def _split(text: str, after: str) -> tuple[str, str]:
    """Around a text that stays where it ends in a line's end, and is written again otherwise."""
    before, _, rest = text.rpartition(after)
    return (before + after if after == "]\n" else before, rest)


def test_the_first_member_of_a_table_comes_after_its_head() -> None:
    edits = edit.insert_member(parse_toml(_TOML), _PRE, "new", 5, first=True)
    assert "] # head\nnew = 5\nmatcher" in apply(_TOML, edits)
    assert apply("a = 1\n", edit.insert_member(parse_toml("a = 1\n"), (), "b", 2, first=True)) == "b = 2\na = 1\n"
    assert apply("[a]\n", edit.insert_member(parse_toml("[a]\n"), (), "b", 2)) == "b = 2\n[a]\n"
    assert apply("a = {}", edit.insert_member(parse_toml("a = {}"), ("a",), "b", 2)) == "a = { b = 2 }"


def test_a_table_is_appended_behind_the_last_of_its_list() -> None:
    group: JSON = {"matcher": "Edit", "hooks": [{"type": "command"}]}
    after = apply(_TOML, edit.append_item(parse_toml(_TOML), ("hooks", "PreToolUse"), group))
    added = '\n\n[[hooks.PreToolUse]]\nmatcher = "Edit"\n\n[[hooks.PreToolUse.hooks]]\ntype = "command"\n  # nothing'
    assert after == _TOML.replace("\n  # nothing", added)
    assert "  2, # two\n  3,\n]" in apply(_TOML, edit.append_item(parse_toml(_TOML), ("tui", "list"), 3))


@pytest.mark.parametrize(
    ("text", "route"),
    [
        (_TOML, ("tui", "a", "b")),
        ("a.b = {c = 1}\ne = 1\na.d = 2\n", ("a",)),
        ("a = {b.c = 1, d = 2}\n", ("a", "b", "c")),
    ],
)
def test_what_is_named_with_dots_is_left_alone(text: str, route: Route) -> None:
    assert edit.remove(parse_toml(text), route) == []
    assert edit.insert_member(parse_toml(_TOML), ("hooks",), "new", 1) == []
    assert edit.insert_member(parse_toml(_TOML), ("tui", "a"), "new", 1) == []
    assert edit.insert_member(parse_toml(_TOML), ("tui",), "new", None) == []


@pytest.mark.parametrize(
    ("route", "gone", "left"),
    [
        ((*_STOP, "hooks", 0), "        - type: command\n          command: a  # why", "          # why"),
        ((*_STOP, "hooks", 1), '- {type: command, command: "b"}', ""),
        ((*_STOP, "hooks", 1, "command"), ', command: "b"', ""),
        (_PRE, _YAML[_YAML.index("\n  - matcher") : _YAML.index("\ntools")], " []"),
        ((*_PRE, "matcher"), "matcher: Bash\n    ", ""),
        ((*_PRE, "hooks", 0, "timeout"), "      timeout: 5\n", ""),
        ((*_PRE, "hooks", 0, "command"), '      command: |\n        echo "x"\n', ""),
        (("tools", 0), "Bash, ", ""),
        (("nothing",), "nothing:\n", ""),
    ],
)
def test_remove_in_yaml(route: Route, gone: str, left: str) -> None:
    assert gone in _YAML
    after = apply(_YAML, edit.remove(parse_front_matter(_YAML), route))
    assert after == _YAML[: _YAML.rindex(gone)] + left + _YAML[_YAML.rindex(gone) + len(gone) :]


@pytest.mark.parametrize(
    ("route", "value", "first", "around"),
    [
        (("hooks",), {"a": [1, {"b": "no"}]}, False, ('5\n  new:\n    a:\n      - 1\n      - b: "no"\ntools',)),
        (_PRE, "a b", True, ("  - new: a b\n    matcher: Bash\n",)),
        ((*_PRE, "hooks", 0), "*", False, ('      timeout: 5\n      new: "*"\ntools',)),
        ((*_STOP, "hooks", 1), [], False, ('command: "b", new: []} # flow',)),
        ((*_STOP, "hooks", 0), "x", False, ("command: a  # why\n          new: x\n        - {",)),
    ],
)
def test_insert_a_member_in_yaml(route: Route, value: JSON, first: bool, around: tuple[str]) -> None:
    edits = edit.insert_member(parse_front_matter(_YAML), route, "new", value, first=first)
    after = apply(_YAML, edits)
    assert around[0] in after
    assert len(edits) == 1
    assert edits[0].span.start == edits[0].span.end


def test_an_item_is_appended_as_the_others_are_written() -> None:
    tree = parse_front_matter(_YAML)
    assert "tools: [Bash, Read, Edit]" in apply(_YAML, edit.append_item(tree, ("tools",), "Edit"))
    after = apply(_YAML, edit.append_item(tree, ("hooks", "PreToolUse"), {"matcher": "W|E", "hooks": [{"once": True}]}))
    assert '5\n  - matcher: "W|E"\n    hooks:\n      - once: true\ntools' in after


def test_what_is_shared_or_would_mean_something_else_is_left_alone() -> None:
    tree = parse_front_matter(_YAML)
    assert edit.remove(tree, ("shared",)) == []
    assert edit.remove(tree, ("use", "x")) == []
    assert edit.insert_member(tree, ("shared",), "y", 1) == []
    assert edit.replace_value(tree, ("use", "x"), 2) == []
    kept = "---\na: |+\n  x\n\n---\n"
    assert edit.insert_member(parse_front_matter(kept), (), "b", 1) == []


def test_a_piece_that_its_quotes_cannot_hold_gets_others() -> None:
    text = "---\na: echo b\nc: 'it''s'\nd: |\n  echo b\n---\n"
    tree = parse_front_matter(text)

    def piece(route: Route, new: str) -> str:
        return apply(text, edit.replace_piece(tree, route, 0, 4, new))

    assert "a: '\"$X\": # b'" in piece(("a",), '"$X": #')
    assert "a: cat b" in piece(("a",), "cat")
    assert 'c: "a\'b"' in piece(("c",), "a'b")
    assert '  "$X": # b\n' in piece(("d",), '"$X": #')


_DATA = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-9, 9),
        st.sampled_from(["", "a", "no", "a b", "#", "a: b", "'", '"\\', "é\n", "- x"]),
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b c", "on", "k.d"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.sweep
@given(st.dictionaries(st.sampled_from(["x", "y", "z"]), _DATA, min_size=1, max_size=3))
def test_what_is_written_is_read_as_it_was(data: dict[str, JSON]) -> None:
    toml = parse_toml("\n".join(toml_lines(data)) + "\n")
    yaml = parse_front_matter("\n".join(("---", *yaml_lines(data), "---", "")))

    for tree in (toml, yaml):
        assert tree.problems == ()
        assert tree.root is not None
        assert plain(tree.root) == data
        for name in data:
            after = apply(tree.text, edit.remove(tree, (name,)))
            again = parse_toml(after) if tree is toml else parse_front_matter(after)
            assert again.root is None or find(again, (name,)) is None or after == tree.text
