"""What drafted edits of TOML and YAML claim: many are proved with one read, and a false claim is found out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hookwright.syntax import drafts
from hookwright.syntax.claims import attempts, bare, claiming, either, is_claimed, is_kept, put
from hookwright.syntax.edit import apply, proven
from hookwright.syntax.front_matter import parse_front_matter
from hookwright.syntax.toml import parse_toml
from hookwright.syntax.tree import JSON, Tree, plain
from hookwright.text import Edit, Span

TOML = "[[a]]\nx = 1\n\n[[a]]\nx = 2\ny = 'old'\n\n[b]\nk = true\n"
YAML = "---\na:\n  - x: 1\n  - x: 2\n    y: old\nb:\n  k: true\n---\ntext\n"

both = pytest.mark.parametrize("tree", [parse_toml(TOML), parse_front_matter(YAML)], ids=["TOML", "YAML"])


def _after(tree: Tree, edits: Sequence[Edit]) -> Tree:
    read = parse_toml if "[[" in tree.text else parse_front_matter
    return read(apply(tree.text, edits))


def _said(tree: Tree) -> JSON:
    assert tree.root is not None
    return plain(tree.root)


@both
def test_changes_of_several_places_are_proved_at_once(tree: Tree) -> None:
    edits = [
        *drafts.remove(tree, ("a", 0)),
        *drafts.rename_key(tree, ("a", 1, "x"), "z"),
        *drafts.replace_value(tree, ("a", 1, "y"), "new"),
        *drafts.insert_member(tree, ("b",), "more", 3),
    ]
    after = _after(tree, edits)
    assert is_claimed(edits)
    assert is_kept(tree, edits, after)
    assert _said(after) == {"a": [{"z": 2, "y": "new"}], "b": {"k": True, "more": 3}}


@both
def test_edits_that_say_more_or_less_than_they_claim_are_refused(tree: Tree) -> None:
    one, other = drafts.rename_key(tree, ("a", 1, "x"), "z"), drafts.replace_value(tree, ("a", 1, "y"), "new")
    assert not is_kept(tree, one, _after(tree, [*one, *other]))
    assert not is_kept(tree, [*one, *other], _after(tree, one))
    assert not is_claimed([*one, *bare(other)])


@both
def test_a_key_is_not_given_twice(tree: Tree) -> None:
    edits = drafts.rename_key(tree, ("a", 1, "x"), "y")
    assert not is_kept(tree, edits, _after(tree, edits))
    assert proven(tree, edits) == []


@both
def test_what_is_gone_is_not_taken_away_again(tree: Tree) -> None:
    edits = drafts.remove(tree, ("a", 0))
    assert not is_kept(tree, [*edits, *edits], _after(tree, edits))


def test_a_table_that_a_removal_has_emptied_may_be_gone() -> None:
    tree = parse_toml("[[a.b]]\nx = 1\n[c]\n")
    edits = drafts.remove(tree, ("a", "b", 0))
    assert is_kept(tree, edits, parse_toml("[a]\n[c]\n"))
    assert not is_kept(tree, edits, parse_toml("[a]\n")), "nothing else may"


@both
def test_the_other_choice_is_tried_where_the_first_does_not_hold(tree: Tree) -> None:
    good = drafts.rename_key(tree, ("a", 1, "x"), "z")
    bad = claiming([Edit(it.span, "y") for it in good], put(("b", "k"), value=False))
    assert [list(bare(it)) for it in attempts(either(bad, good))] == [list(bare(bad)), list(bare(good))]
    assert proven(tree, either(bad, good)) == list(bare(good))
    assert either([], good) == good


@both
def test_edits_that_overlap_are_refused(tree: Tree) -> None:
    change = put(("b", "k"), value=False)
    assert proven(tree, claiming([Edit(Span(0, 4), ""), Edit(Span(2, 5), "")], change)) == []
