"""Every script of the hooks is judged and, where it is asked for, fixed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, in_order
from hookwright.analysis.check_scripts import judge_script, script_tree
from hookwright.analysis.folding import folded
from hookwright.analysis.reports.checked import Checked, UncheckedScript
from hookwright.analysis.rule import Rule
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.settings.file import Settings
from hookwright.errors import HookwrightError, UnreadableInput
from hookwright.syntax.tree import Notation
from hookwright.workflows.checking.asked import Fixing
from hookwright.workflows.checking.scripts_of_hooks import ScriptsOfHooks
from hookwright.workflows.checking.settings_in_force import SettingsInForce

if TYPE_CHECKING:
    from hookwright.analysis.fixing import Made
    from hookwright.workflows.checking.fixing import Patch


class CheckedScripts(Struct):
    """What was found in scripts, how many fixes the patch has, and what could not be changed.

    `guessed` are those that were not fixed since the dialect of a hook file was guessed, with that dialect, and
    `unchecked` those that the user names and that are not checked.
    """

    checked: list[Checked] = field(default_factory=list)
    unreadable: list[HookwrightError] = field(default_factory=list)
    guessed: list[Checked] = field(default_factory=list)
    unchecked: tuple[UncheckedScript, ...] = ()
    count: int = 0


def check_scripts(
    scripts: ScriptsOfHooks, rules: Sequence[Rule], in_force: SettingsInForce, how: Fixing, patch: Patch | None
) -> CheckedScripts:
    """Judges the scripts; with `patch`, what the fixes would change is added to it, and nothing is written."""
    found, done = scripts.subjects(), CheckedScripts()
    done.unchecked = scripts.unchecked(found)
    for it in found:
        try:
            settings = in_force.settings(it.project)
            if scripts.is_named(it) or not in_force.excludes(it.path, settings):
                _check(it, scripts.name_of(it), rules, settings, in_force, how, patch, done)
        except UnreadableInput as wrong:
            done.unreadable.append(wrong)
    return done


def _check(
    script: ScriptSubject,
    name: str,
    rules: Sequence[Rule],
    settings: Settings,
    in_force: SettingsInForce,
    how: Fixing,
    patch: Patch | None,
    done: CheckedScripts,
) -> None:
    made: tuple[Made, ...] = ()
    if how.fix or patch is not None:
        from hookwright.analysis.script_fixing import fix_script

        fixed = fix_script(script, partial(_found, rules, settings), unsafe=how.unsafe)
        if patch is not None:
            patch.rewrite_script(script.path, script.text, fixed.subject.text)
            done.count += len(fixed.made)
        elif fixed.made:
            from hookwright.workflows.file_writing import write_text

            write_text(script.path, fixed.subject.text)
            script, made = fixed.subject, fixed.made
    judged = judge_script(script, settings, rules=rules)
    in_force.note(script.path, settings, judged.used)
    tree = script_tree(script)
    checked = Checked(
        name,
        tree,
        None,
        folded(judged.diagnostics, tree),
        made,
        is_script=True,
        fail_on=in_force.fail_on(settings),
    )
    done.checked.append(checked)
    if (how.fix or patch is not None) and _could_be_fixed(judged.withheld, unsafe=how.unsafe):
        dialect = next(it.dialect.id for it in script.uses if it.file.is_guessed)
        done.guessed.append(replace(checked, dialect=dialect, guessed=True))


def _found(rules: Sequence[Rule], settings: Settings, script: ScriptSubject) -> tuple[Diagnostic, ...]:
    return judge_script(script, settings, rules=rules).diagnostics


def with_scripts(files: Sequence[Checked], scripts: Sequence[Checked]) -> list[Checked]:
    """The files and the scripts, each once: one that is a hook by its name has the findings of both."""
    own = {os.path.abspath(it.path) for it in files if it.tree.notation is Notation.SCRIPT}
    both = {path: it for it in scripts if (path := os.path.abspath(it.path)) in own}
    left = [it for it in scripts if os.path.abspath(it.path) not in own]
    return [*(_merged(it, both.get(os.path.abspath(it.path))) for it in files), *left]


def _merged(file: Checked, script: Checked | None) -> Checked:
    if script is None:
        return file
    found = in_order((*file.diagnostics, *script.diagnostics))
    return replace(file, tree=script.tree, diagnostics=found, made=(*file.made, *script.made))


def _could_be_fixed(withheld: Sequence[Diagnostic], *, unsafe: bool) -> bool:
    from hookwright.analysis.fixing import choose

    return bool(choose(withheld, unsafe=unsafe))
