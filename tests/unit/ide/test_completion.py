"""What the specs cannot show: every prefix of a document, and what taking each completion leaves behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.files import command, group, hook_file

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id, written
from hookwright.ide.completion.complete import complete
from hookwright.ide.completion.items import Item
from hookwright.ide.completion.project_facts import FactsOnDisk
from hookwright.ide.hover import hover
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.syntax.edit import apply
from hookwright.syntax.tree import child, plain
from hookwright.text import Edit


def an_event(dialect: Dialect) -> str:
    """An event that is matched, where the dialect has one."""
    return next((row.name for row in dialect.events if row.subject.kind), dialect.events[0].name)


def read(dialect: Dialect, text: str) -> HookFile:
    return read_hook_file("/p/settings.json", text, dialect, Scope.PROJECT)


def with_command(dialect: Dialect, text: str) -> str:
    """A file with one command, in the dialect's shape."""
    nesting = dialect.grammar.nesting
    if not nesting.event_key:
        return hook_file({an_event(dialect): [group(command(text))]}).tree.text
    named = nesting.with_hook({"name": "a", nesting.event_key: an_event(dialect)}, command(text))
    return json.dumps({**dialect.grammar.demanded, "hooks": [named]})


# What the places of `hooks` in a file are where hooks name their events: those with the hook under a key, and those
# that are the hook.
NAMED = {
    '{"hooks": {‸}}': '{"hooks": [‸]}',
    '{"hooks": {"EVENT": [‸]}}': '{"hooks": [{"name": "a"}, ‸]}',
    '{"hooks": {"EVENT": [{‸}]}}': '{"hooks": [{‸}]}',
    '{"hooks": {"EVENT": [{"hooks": [‸]}]}}': '{"hooks": [{"trigger": "EVENT", "action": {‸}}]}',
    '{"hooks": {"EVENT": [{"hooks": [{"type": ‸}]}]}}': '{"hooks": [{"action": {"type": ‸}}]}',
    '{"hooks": {"EVENT": ‸}}': '{"hooks": [{"trigger": ‸}]}',
    '{"hooks": {"EVENT": [{"hooks": []} ‸ {"hooks": []}]}}': '{"hooks": [{"name": "a"} ‸ {"name": "b"}]}',
}
FLAT = {
    **NAMED,
    '{"hooks": {"EVENT": [{"hooks": [‸]}]}}': '{"hooks": [{"event": "EVENT", ‸}]}',
    '{"hooks": {"EVENT": [{"hooks": [{"type": ‸}]}]}}': '{"hooks": [{"event": "EVENT", "timeout": ‸}]}',
    '{"hooks": {"EVENT": ‸}}': '{"hooks": [{"event": ‸}]}',
}


@pytest.mark.sweep
@pytest.mark.parametrize("dialect", written(), ids=lambda it: it.id)
def test_no_place_of_no_beginning_of_a_document_raises(dialect: Dialect) -> None:
    hook = group(command('echo "$X" ünï\t', timeout=5), matcher="Edit|Write")
    whole = hook_file({an_event(dialect): [hook]}).tree.text
    for end in range(len(whole) + 1):
        file = read(dialect, whole[:end])
        for offset in {0, end // 2, end}:
            hover(file, offset)
            for item in complete(file, offset):
                assert 0 <= item.span.start <= offset <= item.span.end <= end
                assert item.label.strip('"') == item.label != ""


@pytest.mark.sweep
@pytest.mark.parametrize("dialect", written(), ids=lambda it: it.id)
@pytest.mark.parametrize(
    "text",
    [
        'cd "$(x \'y\')" && bash ./z; echo \'{"decision": "deny", "hookSpecificOutput": {"a": [1]}}\' >&2 # c',
        'printf -- "{\\"continue\\": tr${A}ue, \\"reason\\": \\"it\'s\\"}" | cat <<E\n{"x": $B}\nE\n~/a ${HOME}/b',
    ],
)
def test_no_place_of_no_beginning_of_a_command_raises(dialect: Dialect, text: str, tmp_path: Path) -> None:
    (tmp_path / "it's a.sh").write_text("")
    for end in range(len(text) + 1):
        whole = with_command(dialect, text[:end])
        file = read_hook_file(str(tmp_path / "settings.json"), whole, dialect, Scope.PROJECT)
        close = text_end(file)
        for offset in (close, close - end // 2):
            hover(file, offset, str(tmp_path))
            for item in complete(file, offset, FactsOnDisk(str(tmp_path))):
                assert item.span.start <= offset <= item.span.end
                if not item.snippet:
                    assert not read(dialect, after(file, item)).tree.problems, after(file, item)


@pytest.mark.parametrize("dialect", written(), ids=lambda it: it.id)
@pytest.mark.parametrize(
    "text",
    [
        "{‸}",
        '{"hooks": {‸}}',
        '{"hooks": {"EVENT": [‸]}}',
        '{"hooks": {"EVENT": [{‸}]}}',
        '{"hooks": {"EVENT": [{"hooks": [‸]}]}}',
        '{"hooks": {"EVENT": [{"hooks": [{"type": ‸}]}]}}',
        '{"hooks": {"EVENT": ‸}}',
        '{"x": 1 ‸ }',
        '{‸ "x": 1}',
        '{"hooks": {"EVENT": [{"hooks": []} ‸ {"hooks": []}]}}',
    ],
)
def test_every_completion_leaves_a_document_without_a_fault(dialect: Dialect, text: str) -> None:
    nesting = dialect.grammar.nesting
    text = (FLAT if nesting.is_flat else NAMED).get(text, text) if nesting.event_key else text
    text = text.replace("EVENT", an_event(dialect))
    offset = text.index("‸")
    file = read(dialect, text.replace("‸", ""))
    items = complete(file, offset)
    assert items or (dialect.grammar.nesting.is_flat and '[{"hooks": [' in text)
    for item in items:
        taken = read(dialect, after(file, item))
        assert not taken.tree.problems, f"{item.label}: {taken.tree.text}"
        assert len(taken.tree.text) > len(file.tree.text)


def test_a_completed_event_holds_a_hook_that_only_wants_its_command() -> None:
    file = read(by_id("ai-agents"), '{"hooks": {"PostT"}}')
    item = next(it for it in complete(file, 17) if it.label == "PostToolUse")
    root = read(by_id("ai-agents"), after(file, item)).tree.root
    assert root is not None
    assert plain(root) == {"hooks": {"PostToolUse": [group(command(""), matcher="*")]}}


def text_end(file: HookFile) -> int:
    """The place before the closing quote of the only hook's command."""
    ((_, hook),) = file.hooks
    body = child(hook.node, "command")
    assert body is not None
    return body.end - 1


def after(file: HookFile, item: Item) -> str:
    """The text once the item is taken by a client without snippets."""
    return apply(file.tree.text, (Edit(item.span, item.plain_text), *item.also))


def test_every_tool_may_take_the_place_of_the_star_that_a_new_group_begins_with() -> None:
    text = '{"hooks": {"PreToolUse": [{"matcher": "*"}]}}'
    items = complete(read(by_id("claude-code"), text), text.index("*") + 1)
    tool = next(it for it in items if it.label == "Bash")

    # Editors hold what stands between the beginning of the range and the cursor to it.
    assert text[tool.span.start : text.index("*") + 1] == '"*'
    assert tool.filter == '"*Bash"'
    assert apply(text, [Edit(tool.span, tool.text)]) == text.replace("*", "Bash")


def test_a_hook_in_a_group_has_its_keys_where_groups_are_read_beside_hooks() -> None:
    text = '{"hooks": {"Stop": [{"hooks": [{‸}]}]}}'
    file = read(by_id("vscode"), text.replace("‸", ""))

    assert "command" in {it.label for it in complete(file, text.index("‸"))}


def test_the_groups_of_every_type_are_named_in_good_english() -> None:
    text = '{"hooks": {"PreToolUse": []}}'
    labels = {it.label for it in complete(read(by_id("claude-code"), text), text.index("]"))}

    types = ("a command", "an http", "an mcp_tool", "a prompt", "an agent")
    assert labels == {f"group with {it} hook" for it in types}
