"""Files in TOML, and in the front matter of Markdown, have what JSON files have, as far as it can be made right."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.fixing import fix_file
from hookwright.analysis.proof import Prover
from hookwright.analysis.rule import Subject
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.ide.code_lens import code_lenses
from hookwright.ide.completion.complete import complete
from hookwright.ide.formatting import Style, format_edits
from hookwright.ide.hover import hover
from hookwright.ide.ranges import folds, selections
from hookwright.ide.semantic_tokens import semantic_tokens
from hookwright.ide.symbols import outline
from hookwright.model.hook import Scope
from hookwright.model.location import Format, Location
from hookwright.readers.case import Ground
from hookwright.syntax.edit import apply
from hookwright.text import Edit
from hookwright.workflows.disabled_hooks.edits import can_disable

_CLAUDE = by_id("claude-code")
_MADE_UP = replace(
    _CLAUDE,
    locations=(
        Location(Scope.PROJECT, ".made/config.toml", format=Format.TOML),
        Location(Scope.PROJECT, ".made/agents/**/*.md", format=Format.FRONT_MATTER),
    ),
)
_TOML = """model = "gpt"

[[hooks.PreToolUze]]
matcher = "bash"
[[hooks.PreToolUze.hooks]]
type = "comand"
command = "rm -rf /"
timeout = 0

[[hooks.Stop]]
matcher = "Bash"
[[hooks.Stop.hooks]]
type = "command"
command = "true"
tmeout = 5
"""
_MARKDOWN = """---
name: guard
hooks:
  PreToolUze:
    - matcher: bash
      hooks:
        - type: comand
          command: rm -rf /
          timeout: 0
  Stop:
    - matcher: Bash
      hooks:
        - type: command
          command: "true"
          tmeout: 5
---
Be careful.
"""
_BOTH = pytest.mark.parametrize(
    ("path", "text"), [("/p/.made/config.toml", _TOML), ("/p/.made/agents/x.md", _MARKDOWN)], ids=["toml", "markdown"]
)


def _read(path: str, text: str) -> HookFile:
    return replace(read_hook_file(path, text, _MADE_UP, Scope.PROJECT), ground=Ground.NAMED)


def _judge(file: HookFile) -> tuple[Diagnostic, ...]:
    return check_file(Subject(file, "/p", RealDisk("/home/nobody")))


@_BOTH
def test_mistakes_are_found_at_their_places(path: str, text: str) -> None:
    found = {(it.rule.code, text[it.span.start : it.span.end]) for it in _judge(_read(path, text))}

    assert ("HW201", "PreToolUze") in found
    assert ("HW401", "comand") in {(code, it.strip('"')) for code, it in found}
    assert {"tmeout", "matcher", "0"} <= {it.strip('"') for _, it in found}


@_BOTH
def test_fixes_are_made_and_the_text_stays_sound(path: str, text: str) -> None:
    fixed = fix_file(_read(path, text), _judge, unsafe=True)

    after = fixed.file.tree
    assert after.problems == ()
    assert "PreToolUse" in after.text
    assert "PreToolUze" not in after.text
    assert "timeout" in after.text
    assert "tmeout" not in after.text
    assert "comand" not in after.text.replace("command", "")


@_BOTH
def test_every_offered_fix_leaves_a_sound_text(path: str, text: str) -> None:
    for diagnostic in _judge(_read(path, text)):
        for fix in Prover().alone([diagnostic]):
            assert fix.edits
            assert _read(path, apply(text, fix.edits)).tree.problems == ()


@_BOTH
def test_hooks_run(path: str, text: str) -> None:
    sound = text.replace("Uze", "Use").replace("comand", "command").replace(" 0\n", " 9\n")
    hooks, _ = runnable_hooks(_read(path, sound))

    assert [(it.event, it.body) for it in hooks] == [("PreToolUse", "rm -rf /"), ("Stop", "true")]


@_BOTH
def test_hover_and_completion_know_the_place(path: str, text: str) -> None:
    file = _read(path, text)

    known = hover(file, text.index("Stop") + 1)
    assert known is not None
    assert "`Stop`" in known.markdown
    assert hover(file, text.index("command", text.index("Stop")) + 1) is not None
    words = complete(file, text.index("comand") + 2)
    assert "command" in [it.label for it in words]
    taken = next(it for it in words if it.label == "command")
    assert _read(path, apply(text, [Edit(taken.span, taken.plain_text)])).tree.problems == ()


@_BOTH
def test_keys_are_completed_as_the_notation_has_them(path: str, text: str) -> None:
    line = "tmeout = 5\n" if path.endswith("toml") else "tmeout: 5\n"
    written = text.replace(line, "")
    offset = text.index(line)
    indentation = text[: text.index(line)].rpartition("\n")[2]
    before = written[: offset - len(indentation)] + indentation
    whole = before + "\n" + written[offset - len(indentation) :].removeprefix(indentation)
    items = {it.label: it for it in complete(_read(path, whole), len(before))}

    assert "timeout" in items
    assert "command" not in items
    after = apply(whole, [Edit(items["timeout"].span, items["timeout"].plain_text)])
    assert _read(path, after).tree.problems == ()


@pytest.mark.parametrize(
    ("path", "written", "name"),
    [
        ("/p/.made/config.toml", "[[hooks.Pre|]]\n", "PreToolUse"),
        ("/p/.made/config.toml", "[[hooks.|]]\n", "PreToolUse"),
        ("/p/.made/config.toml", "[hooks]\nPre|\n", "PreToolUse"),
        ("/p/.made/config.toml", "[[hooks.PreToolUse]]\nmatcher = 'a'\n[[hooks.Pre|]]\nmatcher = 'b'\n", "PreToolUse"),
        ("/p/.made/config.toml", "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.ho|]]\n", "hooks"),
        ("/p/.made/agents/x.md", "---\nhooks:\n  Stop:\n    - hooks:\n        - type: |\n---\n", "command"),
        ("/p/.made/agents/x.md", "---\nhooks:\n  PreToolUse:\n    - matcher: |\n      hooks: []\n---\n", "Bash"),
        ("/p/.made/agents/x.md", "---\nhooks:\n  |\n---\n", "PreToolUse"),
        ("/p/.made/agents/x.md", "---\nhooks:\n  Pre|\n---\n", "PreToolUse"),
        ("/p/.made/agents/x.md", "---\nhooks:\n  Stop: []\n  Pre|\n---\n", "PreToolUse"),
        ("/p/.made/agents/x.md", "---\nhooks:\n  PreToolUse:\n    |\n---\n", "group with a command hook"),
        ("/p/.made/agents/x.md", "---\nhooks:\n  Stop:\n    - hooks:\n        |\n---\n", "command hook"),
    ],
)
def test_what_is_just_begun_is_completed_to_a_sound_text(path: str, written: str, name: str) -> None:
    before, _, after = written.partition("|")
    taken = next(it for it in complete(_read(path, before + after), len(before)) if it.label == name)

    file = _read(path, apply(before + after, [Edit(taken.span, taken.plain_text), *taken.also]))
    assert file.tree.problems == ()
    assert {it.name for it in file.events} in ({"PreToolUse"}, {"Stop"}, {"Stop", "PreToolUse"})


@_BOTH
def test_outline_lenses_tokens_and_folds_have_places(path: str, text: str) -> None:
    file = _read(path, text)

    assert [it.name for it in outline(file)] == ["PreToolUze", "Stop"]
    lenses = [it for it in code_lenses(file) if it.title == "▶ Fire"]
    assert [it.pointer for it in lenses] == ["/hooks/Stop/0/hooks/0"]
    assert text[lenses[0].span.start :].startswith(("[[hooks.Stop.hooks]]", "type"))
    assert "true" in {text[it.span.start : it.span.end] for it in semantic_tokens(file)}
    assert folds(file.tree)
    assert selections(file.tree, text.index("true"))


@_BOTH
def test_nothing_is_formatted_or_disabled(path: str, text: str) -> None:
    file = _read(path, text)

    assert format_edits(file.tree, Style()) == ()
    assert not any(can_disable(file, group, hook) for group, hook in file.hooks)


def test_markdown_without_hooks_is_of_no_interest() -> None:
    assert not _read("/p/.made/agents/x.md", "---\nname: [broken\n---\n").concerns_hooks
    assert not _read("/p/.made/agents/x.md", "# hooks: none").concerns_hooks
    assert _read("/p/.made/agents/x.md", _MARKDOWN).concerns_hooks


def test_a_comment_ignores_a_rule() -> None:
    from hookwright.analysis.settings.file import Settings
    from hookwright.analysis.suppression import judge

    text = '[[hooks.Nope]] # hookwright: ignore HW201\nhooks = [{type = "command", command = "true"}]\n'
    found = judge(Subject(_read("/p/.made/config.toml", text), "/p", RealDisk("/")), Settings())

    assert "HW201" not in [it.rule.code for it in found.diagnostics]


_CODEX = """model = "gpt" # mine

[[hooks.preToolUse]]
type = "command"
command = 'echo "no" >&2; exit 2'

[hooks.Stop]
hooks = [{command = "true", tmeout = 5}]
"""
_LISTED = """  - hooks:
        - type: command
          command: "true"
          timeout: 5"""
_AGENT = """---
name: guard
hooks:
  pretooluse:
    - type: command # first
      command: exit 2
  Stop:
    hooks:
      - type: command
        command: "true"
        timeout: "5"
---
# Body: [
"""


@pytest.mark.parametrize(
    ("place", "dialect", "text", "expected"),
    [
        (
            ".codex/config.toml",
            "codex",
            _CODEX,
            _CODEX.replace("preToolUse", "PreToolUse")
            .replace("type = ", "[[hooks.PreToolUse.hooks]]\ntype = ", 1)
            .replace("[hooks.Stop]", "[[hooks.Stop]]")
            .replace('[{command = "true", tmeout', '[{type = "command", command = "true", timeout'),
        ),
        (
            ".claude/agents/guard.md",
            "claude-code",
            _AGENT,
            _AGENT.replace("pretooluse", "PreToolUse")
            .replace("- type: command # first\n      ", "- hooks:\n        - type: command # first\n          ")
            .replace('  hooks:\n      - type: command\n        command: "true"\n        timeout: "5"', _LISTED),
        ),
    ],
)
def test_a_file_of_a_real_agent_is_put_right(place: str, dialect: str, text: str, expected: str) -> None:
    file = read_hook_file(f"/p/{place}", text, by_id(dialect), Scope.PROJECT)

    assert fix_file(file, _judge).file.tree.text == expected


def test_the_head_of_a_table_is_completed_with_a_name_alone() -> None:
    text = "[[hooks."
    items = {it.label: it for it in complete(_read("/p/.made/config.toml", text), len(text))}

    assert items["Stop"].plain_text == "Stop"
