"""Completion, hover and lenses in hook modules."""

from __future__ import annotations

import inspect

import pytest

from hookwright import modules
from hookwright.config.module_source import read_module
from hookwright.ide.module_documents import complete_module, hover_module, module_lenses
from hookwright.workflows.hook_modules.api import context_members, module_members, ui_members

HEAD = "from hookwright.modules import CommandContext, Context, Event, command, on\n"
HERE = "‸"


def offered(text: str) -> dict[str, str]:
    """The proposals at the mark, each with what the text becomes by it."""
    offset = text.index(HERE)
    text = text.replace(HERE, "")
    items = complete_module(read_module(text), offset)
    return {it.label: text[: it.span.start] + it.text + text[it.span.end :] for it in items}


def explained(text: str) -> str | None:
    offset = text.index(HERE)
    found = hover_module(read_module(text.replace(HERE, "")), offset)
    return found.markdown if found is not None else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('@on("‸', '@on("PreToolUse"'),
        ('@on("Pre‸")', '@on("PreToolUse")'),
        ("@on( 'Pre‸ToUse')", "@on( 'PreToolUse')"),
        ('hookwright.modules.on("‸", guard)', 'hookwright.modules.on("PreToolUse", guard)'),
    ],
)
def test_e2_events_are_offered_where_one_is_named(text: str, expected: str) -> None:
    found = offered(HEAD + text)
    assert found["PreToolUse"] == HEAD + expected
    assert {"context", "Compaction", "BeforeReadFile"} <= found.keys()


@pytest.mark.parametrize("text", ['notion("‸")', 'on(x, "‸")', "on(‸)", '"on‸"', 'json.loads("‸")'])
def test_nothing_is_offered_where_no_event_is(text: str) -> None:
    assert offered(HEAD + text) == {}


def test_e6_what_a_context_has_is_offered_with_what_it_does() -> None:
    found = offered(HEAD + "def f(event, ctx):\n    ctx.‸\n")
    assert {"exec", "ui", "cwd", "entries", "save_entry", "args"} <= found.keys()
    assert found["exec"] == HEAD + "def f(event, ctx):\n    ctx.exec\n"
    assert offered(HEAD + "async def f(it: CommandContext):\n    await it.ui.se‸lect(1)\n")["select"].endswith(
        "await it.ui.select(1)\n"
    )
    assert offered(HEAD + "def f(event):\n    event.‸\n") == {}


def test_what_can_be_imported_is_offered() -> None:
    assert set(offered("from hookwright.modules import on, ‸")) == set(modules.__all__)


def test_an_empty_file_becomes_a_module() -> None:
    (item,) = complete_module(read_module(""), 0)
    text = item.plain_text
    source = read_module(text)
    assert source.fault is None
    assert [it.pointer for it in source.registrations] == ["/handlers/PreToolUse/0"]
    assert [it.pointer for it in module_lenses(source)] == ["/handlers/PreToolUse/0"]


def test_hover_says_what_an_event_or_a_member_is() -> None:
    event = explained(HEAD + '@on("PreTool‸Use")\ndef f(event, ctx): ...\n')
    assert event is not None
    assert event.startswith("**PreToolUse** · event of [Claude Code](https://")
    assert "Also an event of" in event
    context = explained(HEAD + 'on("con‸text", print)\n')
    assert context is not None
    assert "event.messages" in context
    member = explained(HEAD + "def f(event, ctx):\n    ctx.save_‸entry({})\n")
    assert member is not None
    assert "Only in commands." in member
    select = explained(HEAD + "def f(event, ctx):\n    ctx.ui.sel‸ect('a', [])\n")
    assert select is not None
    assert select.startswith("```python\nasync def select(title: str, options: Sequence[str]) -> str | None\n```")
    assert explained(HEAD + "x = 1‸\n") is None
    assert explained(HEAD + 'on("Nope‸", print)\n') is None


def test_a_handler_of_an_event_can_be_fired_and_one_of_context_cannot() -> None:
    text = HEAD + '\n@on("Stop")\ndef f(event, ctx): ...\n\non("context", f)\non("Nope", f)\ncommand("a", "", f)\n'
    (lens,) = module_lenses(read_module(text))
    assert (lens.pointer, text[lens.span.start :].partition("\n")[0]) == ("/handlers/Stop/0", '@on("Stop")')


@pytest.mark.parametrize(
    ("members", "owner"), [(context_members(), modules.CommandContext), (ui_members(), modules.Ui)], ids=["ctx", "ui"]
)
def test_e6_the_members_are_those_of_the_real_context(members: dict[str, object], owner: type) -> None:
    assert set(members) == {it for it in dir(owner) if not it.startswith("_")}, "say what it is in `_ATTRIBUTES`"


def test_every_member_says_what_it_does() -> None:
    for it in (*context_members().values(), *ui_members().values(), *module_members().values()):
        assert it.doc.endswith((".", ")")), it.name
    refused = {it.name for it in context_members().values() if it.commands_only}
    assert refused == {"args", "args_raw", "save_entry", "rebuild_context", "set_model", "set_thinking_level"}
    assert all(inspect.isfunction(getattr(modules, it)) for it, found in module_members().items() if found.is_method)
