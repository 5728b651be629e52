"""Runs `tests/planted/scripts`: what is planted in scripts is found in its token, and nothing else is warned of."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.defects import defects
from tests.every import every
from tests.planted_scripts import PLANTED, PlantedScript, planted_scripts
from tests.test_planted import is_about, missed

from hookwright.analysis.check_scripts import check_script
from hookwright.analysis.rule import Rule
from hookwright.analysis.rules import RULES
from hookwright.model.reaction import Severity
from hookwright.scripts.effects import Language

SCRIPTS = tuple(planted_scripts())
AT_LEAST = 6
BY_NAME = {it.name: it for it in RULES}
# Only an exit of Python is an exception, which a handler may catch; what reads JavaScript is not asked for its faults.
ONLY_IN = {
    "bash-in-sh": (Language.SHELL,),
    "input-in-pieces": (Language.JAVASCRIPT,),
    "jq-keeps-quotes": (Language.SHELL,),
    "newer-bash": (Language.SHELL,),
    "pattern-taken-literally": (Language.SHELL,),
    "perl-regex-in-grep": (Language.SHELL,),
    "refusal-caught": (Language.PYTHON,),
    "shell-syntax": (Language.PYTHON, Language.SHELL),
    "undefined-name": (Language.JAVASCRIPT, Language.PYTHON),
}

each_script = every("script", [pytest.param(it, id=it.id) for it in SCRIPTS])


@each_script
@pytest.mark.sweep
def test_planted_script(script: PlantedScript) -> None:
    found = check_script(script.subject, on_defect=_raise)
    planted = defects(script.block)
    for defect in planted:
        assert any(is_about(defect, it) for it in found), missed(defect, found)
    for it in found:
        mild = it.severity.rank > Severity.WARNING.rank and (planted or it.rule.name != script.rule)
        assert mild or any(is_about(one, it) for one in planted), f"{it.rule.name} at {it.span}: {it.finding.message}"


def test_each_page_is_about_a_rule_and_plants_what_it_finds() -> None:
    names = {it.name for it in RULES}
    for page in PLANTED.glob("*.md"):
        own = [it for it in SCRIPTS if it.page == page.stem]
        assert own[0].rule in names
        assert any(it.rule == own[0].rule for one in own for it in defects(one.block))


def test_each_rule_that_looks_at_scripts_is_planted_in_each_language() -> None:
    planted = {(it.rule, it.language) for it in SCRIPTS}
    needed = {(it.name, language) for it in RULES if it.looks_at_scripts for language in languages_of(it)}
    assert planted == needed


def test_each_page_has_enough_scripts_of_a_language() -> None:
    """What a page plants counts only where it is what the page is about; a control has no mark at all."""
    counted = Counter[tuple[str, Language, bool]]()
    for it in SCRIPTS:
        rules = {one.rule for one in defects(it.block)}
        if not rules or it.rule in rules:
            counted[it.page, it.language, bool(rules)] += 1
    pages = {it.page: [*languages_of(BY_NAME[it.rule])] for it in SCRIPTS}
    every_count = [
        (page, language, planted, counted[page, language, planted])
        for page, languages in sorted(pages.items())
        for language in languages
        for planted in (True, False)
    ]
    table = "\n".join(
        f"{page} | {language} | {'planted' if it else 'control'} | {n}" for page, language, it, n in every_count
    )
    assert all(count >= AT_LEAST for *_, count in every_count), table


def languages_of(rule: Rule) -> tuple[Language, ...]:
    """The languages in which a rule finds something."""
    return ONLY_IN.get(rule.name, tuple(Language))


def _raise(rule: Rule, error: Exception) -> None:
    raise AssertionError(f"{rule.name} failed") from error
