"""Correct scripts have no finding, and most of the mistakes that can be made in them are found."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.every import every
from tests.mutants import STREAM, Mutant, mutants
from tests.planted_scripts import PlantedScript, scripts_of

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.check_scripts import check_script
from hookwright.analysis.rule import Rule
from hookwright.model.reaction import Words
from hookwright.scripts.effects import Language

CORRECT = Path(__file__).parent / "mutated"
AT_LEAST = 8
SHARE = 0.8

SCRIPTS = tuple(it for page in sorted(CORRECT.glob("*.md")) for it in scripts_of(page))

each_script = every("script", [pytest.param(it, id=it.id) for it in SCRIPTS])
each_language = every("language", list(Language))


@each_script
def test_a_correct_script_has_no_finding(script: PlantedScript) -> None:
    assert [it.finding.message for it in _findings(script)] == []


@each_language
def test_there_are_enough_scripts_of_a_language(language: Language) -> None:
    assert sum(it.language is language for it in SCRIPTS) >= AT_LEAST


@each_language
def test_most_mistakes_in_scripts_of_a_language_are_found(language: Language) -> None:
    made, found, missed = Counter[str](), Counter[str](), list[str]()
    for script, mutant in _mutants(language):
        made[mutant.kind] += 1
        if _findings(_with_text(script, mutant.text)):
            found[mutant.kind] += 1
        else:
            missed.append(f"{script.block.path}: {mutant.words}")
    table = "\n".join(f"{kind}: {found[kind]} of {count}" for kind, count in made.items())
    report = f"{language.value}, {found.total()} of {made.total()} found\n{table}\nNot found:\n" + "\n".join(missed)
    sys.stdout.write(f"{report}\n")
    assert made.total() > AT_LEAST
    assert found.total() >= SHARE * made.total(), report


def _mutants(language: Language) -> Iterator[tuple[PlantedScript, Mutant]]:
    """The mistakes; to an agent that reads both streams alike, another stream is none."""
    for script in SCRIPTS:
        if script.language is language:
            [use] = script.subject.uses
            reads_both = Words.STDERR in use.dialect.printing.sources
            made = mutants(script.block.text, language)
            yield from ((script, it) for it in made if not (reads_both and it.kind == STREAM))


def _with_text(script: PlantedScript, text: str) -> PlantedScript:
    return replace(script, block=replace(script.block, body=tuple(text.splitlines())))


def _findings(script: PlantedScript) -> tuple[Diagnostic, ...]:
    return check_script(script.subject, on_defect=_raise)


def _raise(rule: Rule, error: Exception) -> None:
    raise AssertionError(f"{rule.name} failed") from error
