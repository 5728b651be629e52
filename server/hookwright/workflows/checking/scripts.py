"""Every script of the hooks is judged and, where it is asked for, fixed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, in_order
from hookwright.analysis.check_scripts import tree_of_script
from hookwright.analysis.folding import folded
from hookwright.analysis.reports.checked import Checked, UncheckedScript
from hookwright.analysis.rule import Rule
from hookwright.errors import HookwrightError, UnreadableInput
from hookwright.syntax.tree import Notation
from hookwright.workflows.checking.asked import Fixing
from hookwright.workflows.checking.judging import Case, ScriptJudged, judge_all
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
    found, done = scripts.found(), CheckedScripts()
    done.unchecked = scripts.unchecked(found)
    asked = list[Case]()
    for it in found:
        try:
            settings = in_force.settings(it.project)
            if scripts.is_named(it) or not in_force.excludes(it.path, settings):
                asked.append(Case(it, settings, rules))
        except UnreadableInput as wrong:
            done.unreadable.append(wrong)
    if how.fix or patch is not None:
        for one in asked:
            try:
                _fix(one, scripts.name_of(one.script), in_force, how, patch, done)
            except UnreadableInput as wrong:
                done.unreadable.append(wrong)
        return done
    for one, judged in zip(asked, judge_all(asked), strict=True):
        if judged is not None:
            done.checked.append(_checked(one, scripts.name_of(one.script), judged, in_force))
    return done


def _fix(
    asked: Case, name: str, in_force: SettingsInForce, how: Fixing, patch: Patch | None, done: CheckedScripts
) -> None:
    """Makes the fixes of a script, or adds them to the patch, and says what is left."""
    from hookwright.analysis.script_fixing import fix_script

    script = asked.script.subject
    if script is None:
        return
    made: tuple[Made, ...] = ()
    fixed = fix_script(script, lambda it: asked.of(it).diagnostics, unsafe=how.unsafe)
    if patch is not None:
        patch.rewrite_script(script.path, script.text, fixed.subject.text)
        done.count += len(fixed.made)
    elif fixed.made:
        from hookwright.workflows.file_writing import write_text

        write_text(script.path, fixed.subject.text)
        script, made = fixed.subject, fixed.made
    judged = asked.of(script)
    checked = replace(_checked(asked, name, ScriptJudged(script.text, judged), in_force), made=made)
    done.checked.append(checked)
    if _could_be_fixed(judged.withheld, unsafe=how.unsafe):
        dialect = next(it.dialect.id for it in script.uses if it.file.is_guessed)
        done.guessed.append(replace(checked, dialect=dialect, guessed=True))


def _checked(asked: Case, name: str, it: ScriptJudged, in_force: SettingsInForce) -> Checked:
    in_force.note(asked.script.path, asked.settings, it.judged.used)
    tree = tree_of_script(it.text, asked.script.language)
    found, fail_on = folded(it.judged.diagnostics, tree), in_force.fail_on(asked.settings)
    return Checked(name, tree, None, found, is_script=True, fail_on=fail_on)


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
