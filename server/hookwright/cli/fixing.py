"""How `hookwright check` fixes files, or shows what it would change."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

from hookwright.analysis.fixing import Fixed, Judge, Made, fix_file, script_changes
from hookwright.analysis.rule import ScriptChange
from hookwright.cli.options import read_text
from hookwright.config.view import HookFile
from hookwright.errors import UnreadableInput
from hookwright.ide.writing import change_script, is_below, write_text

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


def difference(file: HookFile, judge: Judge, path: str, project: str, *, unsafe: bool) -> tuple[str, int]:
    """What the fixes would change, as a unified diff, and how many they are; nothing is written."""
    fixed = fix_file(file, judge, unsafe=unsafe)
    scripts = list(_scripts(fixed, project, unsafe=unsafe))
    parts = [_diff(path, file.tree.text, fixed.file.tree.text), *(_script_diff(change) for _, change in scripts)]
    return "".join(parts), len(fixed.made) + len(scripts)


def _scripts(fixed: Fixed, project: str, *, unsafe: bool) -> Iterator[tuple[Made, ScriptChange]]:
    """What is to be done to scripts; those that are not the project's are left alone."""
    for it in script_changes(fixed.file, fixed.diagnostics, unsafe=unsafe):
        if it.fix.script is not None and is_below(it.fix.script.path, project):
            yield it, it.fix.script


def _script_diff(change: ScriptChange) -> str:
    mode = f"# {change.path} is made executable\n" if change.executable else ""
    if change.create:
        return mode + _diff(change.path, "", change.create)
    if not change.insert and not change.line_feeds:
        return mode
    text = read_text(change.path)
    after = text.replace("\r\n", "\n") if change.line_feeds else text
    return mode + _diff(change.path, text, change.insert + after)


def _diff(path: str, before: str, after: str) -> str:
    lines = unified_diff(_lines(before), _lines(after), f"a/{path.lstrip('/')}", f"b/{path.lstrip('/')}")
    return "".join(it if it.endswith("\n") else f"{it}\n\\ No newline at end of file\n" for it in lines)


def _lines(text: str) -> list[str]:
    *whole, last = text.split("\n")
    return [*(f"{it}\n" for it in whole), *([last] if last else [])]
