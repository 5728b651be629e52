"""Hook modules as text: what they register, where, and what is wrong with them; nothing of them is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.config.hook_modules import is_module_path, module_files
from hookwright.config.module_source import read_module
from hookwright.engine.modules.states import FaultKind, ModuleFault
from hookwright.workflows.hook_modules.check import check_module, known_events

MODULE = '''\
"""A guard."""
from hookwright.modules import command, on as when

@when("PreToolUse")
async def guard(event, ctx):
    return None

@when("Stop")
@when("PreToolUse")
def second(event, ctx): ...

command("/pop", "Pop", handler=guard)
'''


def found(text: str, *faults: ModuleFault) -> list[tuple[str, int, str]]:
    source = read_module(text)
    return [
        (it.rule.name, source.lines.position(it.span.start).line, text[it.span.start : it.span.end])
        for it in check_module(source, faults)
    ]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/p/.pi/hooks/guard.py", True),
        ("/p/.pi/hooks/_helper.py", False),
        ("/p/.pi/hooks/.guard.py", False),
        ("/p/.pi/hooks/deep/guard.py", False),
        ("/p/.pi/hooks/guard.pyi", False),
        ("/p/pi/hooks/guard.py", False),
        ("guard.py", False),
    ],
)
def test_a_module_lies_in_the_folder_of_modules(path: str, expected: bool) -> None:
    assert is_module_path(path) is expected


def test_e2_what_is_registered_is_read_with_its_places() -> None:
    read = read_module(MODULE)
    assert read.fault is None
    assert [(it.pointer, it.handler, MODULE[it.span.start : it.span.end]) for it in read.registrations] == [
        ("/handlers/PreToolUse/0", "guard", "PreToolUse"),
        ("/handlers/Stop/0", "second", "Stop"),
        ("/handlers/PreToolUse/1", "second", "PreToolUse"),
        ("/commands/pop/0", "guard", "/pop"),
    ]
    assert [MODULE[it.line :].partition("\n")[0] for it in read.registrations][:2] == [
        '@when("PreToolUse")',
        '@when("Stop")',
    ]


@pytest.mark.parametrize(
    "text",
    [
        'import hookwright.modules\n@hookwright.modules.on("PreTolUse")\ndef f(e, c): ...\n',
        'import hookwright.modules as m\nm.on("PreTolUse", print)\n',
        'from hookwright import modules\n"é"; modules.on("PreTolUse", print)\n',
    ],
)
def test_every_way_to_import_is_understood(text: str) -> None:
    assert [(name, there) for name, _, there in found(text)] == [("module-event", "PreTolUse")]


def test_what_is_another_s_is_left_alone() -> None:
    assert found('from elsewhere import on\n@on("PreTolUse")\ndef f(e, c): ...\n') == []
    assert found('def on(name): ...\non("PreTolUse")\n') == []


def test_e2_every_event_of_the_catalogue_and_context_are_known() -> None:
    assert {"PreToolUse", "Compaction", "BeforeReadFile", "context"} <= set(known_events())
    text = "from hookwright.modules import on\n" + "".join(f'on("{it}", print)\n' for it in known_events())
    assert found(text) == []


def test_an_unknown_event_has_the_nearest_for_its_fix() -> None:
    (diagnostic,) = check_module(read_module('from hookwright.modules import on\non("PreTolUse", print)\n'))
    assert diagnostic.finding.message == (
        "`PreTolUse` is not an event, so the handler never runs; did you mean `PreToolUse`?"
    )
    ((edit,),) = [it.recipe() for it in diagnostic.finding.fixes]
    assert edit.text == "PreToolUse"


def test_e9_two_commands_of_one_name_are_said() -> None:
    text = 'from hookwright.modules import command\ncommand("a", "", print)\ncommand("/a", "", print)\n'
    assert found(text) == [("module-command", 2, "/a")]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("def (:\n", 0),
        ("x = 1\nif x:\n", 1),
        ("x = 'a\n", 0),
        ("\tx\n", 0),
        ("x = 1\0", 0),
        ("(" * 5000, 0),
        ("é = ü(\n", 0),
    ],
)
def test_text_that_is_not_python_is_said_at_its_line(text: str, line: int) -> None:
    ((name, at, _),) = found(text)
    assert (name, at) == ("module-broken", line)


def test_reading_runs_nothing(tmp_path: Path) -> None:
    text = f"open({str(tmp_path / 'ran')!r}, 'w')\n'\\d'\n"
    assert found(text) == []
    assert not (tmp_path / "ran").exists()


def test_e10_what_went_wrong_at_a_load_is_shown_at_its_line() -> None:
    def fault(line: int | None, kind: FaultKind) -> ModuleFault:
        return ModuleFault("/p/.pi/hooks/a.py", line, "no\x1b such name", kind)

    text = 'import x\n    \nfrom hookwright.modules import on\non("Nope", print)\n'
    assert found(text, fault(1, FaultKind.IMPORT)) == [("module-broken", 0, "import x"), ("module-event", 3, "Nope")]
    assert found(text, fault(None, FaultKind.HUNG))[0] == ("module-broken", 0, "import x")
    assert found(text, fault(99, FaultKind.HANDLER))[-1][:2] == ("module-handler", 4)
    assert len(found(text, fault(4, FaultKind.EVENT))) == 1, "what reading finds too is said once"
    messages = [it.finding.message for it in check_module(read_module(text), [fault(1, FaultKind.IMPORT)])]
    assert messages[0] == "no␛ such name"


def test_the_modules_of_a_folder_come_in_the_order_in_which_they_are_loaded(tmp_path: Path) -> None:
    folder = tmp_path / ".pi" / "hooks"
    assert module_files(str(tmp_path)) == ()
    (folder / "d.py").mkdir(parents=True)
    for name in ("b.py", "a.py", "_helper.py", "notes.txt"):
        (folder / name).touch()
    assert module_files(str(tmp_path)) == (str(folder / "a.py"), str(folder / "b.py"))
