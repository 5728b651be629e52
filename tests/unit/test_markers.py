"""The format of the specs: what is read out of a page, and what is written back."""

from __future__ import annotations

import pytest
from tests.markers import Block, Mark, marked, parse, rewritten

PAGE = """\
# a-rule

Prose with `code`:

## First

`a/b.json`:

```json
{
# no heading
  "a": 1,<CURSOR>
   ^^^ error[a-rule] a `message`
}
```

```fix Do it
old
```

## Second

```event
Stop
```
"""


def test_sections_with_their_blocks() -> None:
    first, second = parse(PAGE)
    assert [first.title, second.title] == ["First", "Second"]
    assert [block.path for block in first.blocks] == ["a/b.json", None]
    assert [(block.name, block.argument) for block in first.blocks] == [("json", ""), ("fix", "Do it")]
    assert first.inputs == first.blocks[:1]
    assert second.given("event") == "Stop"
    assert second.given("results") is None


def test_the_text_has_neither_marks_nor_cursor() -> None:
    block = parse(PAGE)[0].blocks[0]
    assert block.text == '{\n# no heading\n  "a": 1,\n}\n'
    assert block.cursor == block.text.index(",") + 1


def test_marks_are_written_back_as_they_were() -> None:
    block = parse(PAGE)[0].blocks[0]
    start = block.text.index('"a"')
    assert marked(block, [Mark(start, start + 3, "error[a-rule] a `message`")]) != list(block.body)
    assert marked(block, [Mark(start + 1, start + 4, "error[a-rule] a `message`")]) == list(block.body)


def test_a_mark_has_at_least_one_caret_and_keeps_tabs() -> None:
    block = Block("json", "a.json", ("\tx y",), 0)
    assert marked(block, [Mark(3, 3, "hint[a] here")]) == ["\tx y", "\t  ^ hint[a] here"]


def test_a_mark_past_the_last_line_is_not_lost() -> None:
    block = Block("json", "a.json", ("x",), 0)
    assert marked(block, [Mark(2, 2, "error[a] here")]) == ["x", "^ error[a] here"]


def test_rewriting_changes_nothing_else() -> None:
    first, _ = parse(PAGE)
    again = rewritten(PAGE, {first.blocks[1]: ["new", "lines"], first.blocks[0]: first.blocks[0].body})
    assert again == PAGE.replace("old\n", "new\nlines\n")


def test_longer_fences_hold_shorter_ones() -> None:
    (section,) = parse("## A\n\n````md\n```json\n{}\n```\n````\n")
    assert section.blocks[0].body == ("```json", "{}", "```")


@pytest.mark.parametrize("page", ["# a\n\n## Without a block\n\nprose\n", "## A\n\n```json\n{}\n"])
def test_a_page_that_would_test_nothing_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match=r"tests nothing|not closed"):
        parse(page)
