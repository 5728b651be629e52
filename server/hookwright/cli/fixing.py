"""How `hookwright check` fixes files, or shows what it would change."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.fixing import Fixed, Judge, Made, fix_file, script_changes
from hookwright.analysis.rule import ScriptChange
from hookwright.cli.patch import Patch
from hookwright.config.view import HookFile
from hookwright.errors import UnreadableInput
from hookwright.workflows.file_writing import change_script, is_below, write_text

_MOST_ROUNDS = 10


def fix_on_disk(file: HookFile, judge: Judge, project: str, *, unsafe: bool) -> tuple[Fixed, list[UnreadableInput]]:
    """The file, fixed together with the scripts of its project, and what could not be changed.

    Raises UnreadableInput where the file itself cannot be.
    """
    made: list[Made] = []
    failed: list[UnreadableInput] = []
    done: set[ScriptChange] = set()
    for _ in range(_MOST_ROUNDS):
        fixed = fix_file(file, judge, unsafe=unsafe)
        if fixed.file.tree.text != file.tree.text:
            write_text(file.path, fixed.file.tree.text)
        file, made = fixed.file, [*made, *fixed.made]
        changes = [(it, change) for it, change in _scripts(fixed, project, unsafe=unsafe) if change not in done]
        if not changes:
            break
        for it, change in changes:
            done.add(change)
            try:
                change_script(change)
                made.append(it)
            except UnreadableInput as wrong:
                failed.append(wrong)
    return Fixed(file, judge(file), tuple(made)), failed


def difference(patch: Patch, file: HookFile, judge: Judge, project: str, *, unsafe: bool) -> int:
    """Adds to the patch what the fixes would change, and counts them; nothing is written."""
    fixed = fix_file(file, judge, unsafe=unsafe)
    patch.rewrite(file.path, file.tree.text, fixed.file.tree.text)
    return len(fixed.made) + sum(patch.change_script(change) for _, change in _scripts(fixed, project, unsafe=unsafe))


def _scripts(fixed: Fixed, project: str, *, unsafe: bool) -> Iterator[tuple[Made, ScriptChange]]:
    """What is to be done to scripts; those that are not the project's are left alone."""
    for it in script_changes(fixed.file, fixed.diagnostics, unsafe=unsafe):
        if it.fix.script is not None and is_below(it.fix.script.path, project):
            yield it, it.fix.script
