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

SCRIPTS = tuple(planted_scripts())
AT_LEAST = 6

each_script = every("script", [pytest.param(it, id=it.id) for it in SCRIPTS])


@each_script
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
        assert page.stem in names
        assert any(it.rule == page.stem for one in SCRIPTS if one.rule == page.stem for it in defects(one.block))


def test_each_rule_is_planted_in_enough_scripts_of_a_language() -> None:
    counted = Counter((it.rule, it.language, bool(defects(it.block))) for it in SCRIPTS)
    for rule, language in {(it.rule, it.language) for it in SCRIPTS}:
        for is_planted in (True, False):
            count = counted[rule, language, is_planted]
            assert count >= AT_LEAST, f"{rule} in {language}, planted: {is_planted}: {count}"


def _raise(rule: Rule, error: Exception) -> None:
    raise AssertionError(f"{rule.name} failed") from error
