"""The `fix TITLE` probe: the text of the file, or of the script, after the first fix of that title."""

from __future__ import annotations

from tests.probes.case import Case, change_script, edited

from hookwright.analysis.proof import Prover
from hookwright.analysis.rule import ScriptChange
from hookwright.syntax.edit import apply


def fixed(case: Case, title: str) -> str:
    """The whole text after the fix, or the titles that there are."""
    titles: list[str] = []
    for _, file in case.hook_files():
        for diagnostic in case.diagnostics(file):
            for it in Prover().alone([diagnostic]):
                fix = it.fix
                if fix.title == title:
                    return edited(file, it.edits) if fix.script is None else _script(case, fix.script)
                titles.append(fix.title)
    for _, script in case.scripts():
        for it in Prover().alone(case.script_diagnostics(script)):
            if it.fix.title == title:
                return apply(script.text, it.edits)
            titles.append(it.fix.title)
    return f"no such fix; there are: {', '.join(titles) or 'none'}"


def _script(case: Case, change: ScriptChange) -> str:
    path = change_script(case, change)
    mode = " executable" if path.stat().st_mode & 0o111 else ""
    return f"{path.relative_to(case.project)}{mode}\n{path.read_text(encoding='utf-8')}"
