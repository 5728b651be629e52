"""What is to be said of scripts: each is judged by itself, many of them side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, ScriptOrigin
from hookwright.analysis.check_scripts import judge_script
from hookwright.analysis.rule import Rule
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.script_uses import FoundScript
from hookwright.analysis.settings.file import Settings
from hookwright.analysis.settings.rules import UNUSED_IGNORE
from hookwright.analysis.suppression import Judged
from hookwright.text import Edit

_LEAST_TEXT = 24 * 1024
"""For how many characters of scripts a process is worth its start: they take some 50 ms."""


class ScriptJudged(Struct, frozen=True):
    """What is to be said of a script with that text."""

    text: str
    judged: Judged


class Case(Struct, frozen=True, eq=False, dict=True):
    """A script that is to be judged by some rules, as its settings say."""

    script: FoundScript
    settings: Settings
    rules: Sequence[Rule]

    def of(self, subject: ScriptSubject) -> Judged:
        """What is to be said of the script in some state."""
        return judge_script(subject, self.settings, rules=self.rules)

    @cached_property
    def done(self) -> ScriptJudged | None:
        """What is to be said of the script as it is; None if it can no longer be read."""
        subject = self.script.subject
        return ScriptJudged(subject.text, self.of(subject)) if subject is not None else None


def judge_all(cases: Sequence[Case]) -> list[ScriptJudged | None]:
    """What is to be said of each of the scripts."""
    found = dict(_together(cases))
    found |= {it: case.done for it, case in enumerate(cases) if it not in found}
    return [found[it] for it in range(len(cases))]


def _together(cases: Sequence[Case]) -> Mapping[int, ScriptJudged | None]:
    """What several processes find, by the numbers of the scripts, if there is enough to do for them."""
    worth = sum(len(it.script.text) for it in cases) // _LEAST_TEXT
    if worth <= 1:
        return {}
    from hookwright.engine.process.forking import most_processes, side_by_side

    processes = min(worth, most_processes())
    if processes == 1:
        return {}
    longest_first = sorted(range(len(cases)), key=lambda it: -len(cases[it].script.text))
    shortest = {cases[it].script.language: cases[it] for it in longest_first}
    for one in shortest.values():
        # What its language needs is imported before the others begin.
        _ = one.done
    uses = [use for it in cases for use in it.script.uses]
    known = [*cases, *uses, *(it.file for it in uses), *cases[0].rules, UNUSED_IGNORE]
    return side_by_side(
        lambda it: cases[it].done,
        lambda it, done: _portable(cases[it], done),
        longest_first,
        processes,
        known,
    )


def _portable(case: Case, done: ScriptJudged | None) -> ScriptJudged | None:
    """What can be sent to the process that asks: there, who follows a recipe has the script judged again."""
    if done is None:
        return None
    found = [_sendable(case, number, it) for number, it in enumerate(done.judged.diagnostics)]
    return ScriptJudged(done.text, Judged(tuple(found), done.judged.used))


def _sendable(case: Case, number: int, it: Diagnostic) -> Diagnostic:
    fixes = (replace(fix, recipe=partial(_edits, case, number, place)) for place, fix in enumerate(it.finding.fixes))
    origin = ScriptOrigin(partial(_subject, case), it.origin.message) if it.origin is not None else None
    return replace(it, finding=replace(it.finding, fixes=tuple(fixes)), origin=origin)


def _edits(case: Case, number: int, place: int) -> Sequence[Edit]:
    done = case.done
    return done.judged.diagnostics[number].finding.fixes[place].recipe() if done is not None else ()


def _subject(case: Case) -> ScriptSubject:
    subject = case.script.subject
    assert subject is not None
    return subject
