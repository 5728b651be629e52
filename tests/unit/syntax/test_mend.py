"""A mended tree is the tree that reading the whole text gives, node by node and problem by problem."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookwright.syntax.jsonc import parse
from hookwright.syntax.mend import Change, Mended, mend
from hookwright.syntax.nodes import Node, Tree
from hookwright.syntax.tree import find
from hookwright.text import Edit, Route, Span

HOOKS = """{
  // guards
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash|Edit",
        "hooks": [
          { "type": "command", "command": "bash \\"$DIR\\"/a.sh && echo '{}'", "timeout": 30 },
          { "type": "command", "command": "C:\\\\x" },
        ]
      },
      /* two */ {"hooks": [], "hooks": [1 "two"]}, 'three', // more
      {"matcher" "x", "hooks": [{"type": null,}]}
    ],
    "Stop": [{"hooks": [{"type": "command", "command": "é\U0001f600"}]}], "Stop": [[{"a": {}}, {}], {}],
  },
  "model": null, model: "x"
}
"""
EVENTS = """{
  "permissions": {"allow": ["Bash(ls)"], "ask": 1}, // guards
  "hooks": {
    "PreToolUse": [{"matcher": "Bash"}, {"hooks": []}],
    /* two */ "Stop": [{"hooks": [{"command": "é😀"}]}], "End": {"hooks": [1 "two"]},
    "Last": [[{}], {}]
  },
  "model": "x"
}
"""
PIECES = st.sampled_from(
    [*"{}[]:,\"'\\/ \n\t#;x1", "//", "/*", "*/", '"a":', "true", "\r\n", '"b"', ', "c": 1', "[]", "{}"]
)


def _described(tree: Tree) -> object:
    def node(it: Node) -> object:
        members = [(node(member.key), node(member.value)) for member in it.members]
        return (it.kind, it.start, it.end, it.value, it.closed, members, [node(item) for item in it.items])

    return (tree.root and node(tree.root), tree.problems, tree.comments, tree.mendable, tree.lines.text)


def _changed(tree: Tree, edit: Edit) -> Mended | None:
    change = Change(edit.span.start, edit.span.end, len(edit.text) - (edit.span.end - edit.span.start))
    return mend(tree, change, tree.lines.edited(edit))


def _at(text: str, mark: str, new: str = "") -> Edit:
    return Edit(Span(text.index(mark), text.index(mark) + len(mark)), new)


@pytest.mark.parametrize(
    ("mark", "new"),
    [
        ("a.sh", "b.sh"),
        ("30", '30, "timeout": 40'),
        ("30", ""),
        ("Edit", ""),
        ("null", '{"x": [{}, 2]} /* and a comment */'),
        (', "hooks": [1', ', "hooks": [1,'),
        (": []", ":\n [\n\n]"),
    ],
)
def test_only_the_item_around_a_change_is_read(mark: str, new: str) -> None:
    tree = parse(HOOKS)
    assert tree.mendable
    edit = _at(HOOKS, mark, new)
    expected = parse(HOOKS[: edit.span.start] + new + HOOKS[edit.span.end :])
    mended = _changed(tree, edit)
    assert mended is not None
    assert len(mended.route) == 3
    assert _described(mended.tree) == _described(expected)


@pytest.mark.parametrize(
    ("mark", "new", "route"),
    [
        ("    /* two */", '    "a"\n    /* two */', ("hooks",)),
        ("    /* two */", '    "a": [{"b": [1,]},],\n    "c" 2, /* two */', ("hooks",)),
        (', "End"', ' "End"', ("hooks",)),
        ("[[{}], {}]", '[[{}], {}],\n    ""', ("hooks",)),
        ("[[{}], {}]", "[[{}], {}], // more", ("hooks",)),
        ('\n    "PreToolUse"', '\n\n"x": {"y": {"z": []}} "PreToolUse"', ("hooks",)),
        ("PreToolUse", "", ("hooks",)),
        ("Stop", "\\q\t", ("hooks",)),
        ('"}, {', '"}, null, {', ("hooks",)),
        (', "ask": 1', "", ("permissions",)),
        ("Bash(ls)", "😀", ("permissions",)),
        ('"x"', "", ()),
        ('  "model"', '  "env": {},  "model"', ()),
        ('two"]', 'two"], "in": {}', ("hooks", "End")),
    ],
)
def test_only_the_members_around_a_change_are_read(mark: str, new: str, route: Route) -> None:
    tree = parse(EVENTS)
    edit = _at(EVENTS, mark, new)
    mended = _changed(tree, edit)
    assert mended is not None
    assert mended.route == route
    assert mended.before is mended.after
    assert _described(mended.tree) == _described(parse(EVENTS[: edit.span.start] + new + EVENTS[edit.span.end :]))


def test_members_that_no_change_has_touched_are_the_same_as_before() -> None:
    tree = parse(EVENTS)
    before = find(tree, ("hooks", "PreToolUse")), find(tree, ("hooks", "Last")), find(tree, ("permissions",))
    mended = _changed(tree, _at(EVENTS, "Stop", "Start"))
    assert mended is not None
    after = mended.tree
    assert before == (
        find(after, ("hooks", "PreToolUse")),
        find(after, ("hooks", "Last")),
        find(after, ("permissions",)),
    )


@pytest.mark.parametrize(
    ("mark", "new"),
    [
        ("Stop", "Last"),
        ('"Stop":', '"Stop'),
        ('"Stop":', '"Stop": [{'),
        ("/* two */", "/* two"),
        ("[[{}], {}]", "[[{}], {}]]"),
        ("  },\n", "  ,\n"),
    ],
)
def test_what_may_reach_beyond_its_members_is_read_as_a_whole(mark: str, new: str) -> None:
    assert _changed(parse(EVENTS), _at(EVENTS, mark, new)) is None


@pytest.mark.parametrize(
    ("mark", "new"),
    [
        ("PreToolUse", "PostToolUse"),
        ("30 }", "30 "),
        ("30", "30 }"),
        ("30", "30 /*"),
        ("30", "30 // "),
        ('"C:', "'C:"),
        ("[]", "["),
        ("'three'", "'four'"),
        ('{"hooks": []', ' "hooks": []'),
        ("// guards", "// \U0001f600"),
        ("30", "[" * 600),
    ],
)
def test_what_may_reach_further_is_read_as_a_whole(mark: str, new: str) -> None:
    assert _changed(parse(HOOKS), _at(HOOKS, mark, new)) is None


@pytest.mark.parametrize(
    "text", ["", "{", "[", "[1]", '{"a": [{"b": "c]}', "{}}", '{"a": [{"b": 1}]} x', '[{"b": "x"y"}]']
)
def test_a_text_that_is_not_understood_by_parts_is_read_as_a_whole(text: str) -> None:
    for offset in range(len(text) + 1):
        tree = parse(text)
        mended = _changed(tree, Edit(Span(offset, offset), " "))
        assert mended is None or (tree.mendable and mended.tree.mendable)


def test_a_text_with_too_many_problems_is_read_as_a_whole() -> None:
    text = "[{}" + ", {//\n}" * 100 + "]"
    tree = parse(text)
    assert tree.mendable
    edit = Edit(Span(2, 2), "//\n")
    assert _changed(tree, edit) is None


@settings(max_examples=300)
@given(st.data())
def test_edit_by_edit_the_tree_is_that_of_the_text(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([HOOKS, EVENTS]))
    tree = parse(text)
    for _ in range(6):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.sampled_from([0, 0, 1, 2, 12])))
        new = "".join(data.draw(st.lists(PIECES, max_size=3)))
        edit = Edit(Span(start, end), new)
        text = text[:start] + new + text[end:]
        mended = _changed(tree, edit)
        fresh = parse(text)
        tree = fresh if mended is None else mended.tree
        assert _described(tree) == _described(fresh)
