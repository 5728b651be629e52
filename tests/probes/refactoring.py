"""The probes of what the editor changes where nothing is wrong: commands made scripts, and tools added to matchers."""

from __future__ import annotations

from collections.abc import Iterator

from tests.probes.case import Case

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.ide.actions.code_actions import Action
from hookwright.ide.actions.refactorings import add_tool_actions, extract_script_actions
from hookwright.syntax.edit import apply
from hookwright.text import Span


def refactorings(case: Case, _: str) -> str:
    """`refactorings`: every action at the cursor as its kind and title."""
    return "\n".join(f"{it.kind.value:16}  {it.title}" for it in _actions(case))


def refactored(case: Case, title: str) -> str:
    """`refactored TITLE`: the whole text after the action, and the script that it makes."""
    file, _ = case.cursor()
    action = next((it for it in _actions(case) if it.title == title), None)
    if action is None:
        return f"no such action: {title}"
    text = apply(file.tree.text, action.edits)
    script = action.script
    if script is None:
        return text
    mode = " executable" if script.executable else ""
    return f"{text}\n--- {script.path.removeprefix(f'{case.project}/')}{mode}\n{script.create}"


def _actions(case: Case) -> Iterator[Action]:
    file, offset = case.cursor()
    subject = Subject(file, file.project, RealDisk(str(case.home)))
    yield from extract_script_actions(subject, Span(offset, offset))
    yield from add_tool_actions(file, Span(offset, offset))
