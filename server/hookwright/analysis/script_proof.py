"""Whether edits of a script cure what they are for: the script is read again with them, and the rules asked again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hookwright.analysis.rule import Rule
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.syntax.edit import apply
from hookwright.text import Edit


def script_after(subject: ScriptSubject, edits: Iterable[Edit]) -> ScriptSubject | None:
    """The script after edits; None if they overlap, change nothing, or break its syntax."""
    try:
        text = apply(subject.text, edits)
    except ValueError:
        return None
    after = subject.with_text(text) if text != subject.text else None
    return after if after is not None and (not after.script.fault or subject.script.fault) else None


def is_cured(
    subject: ScriptSubject,
    edits: Iterable[Edit],
    findings: Sequence[tuple[Rule, str]],
) -> bool:
    """Whether each of the findings, a rule and its words, is gone after the edits, and no rule of theirs finds more."""
    after = script_after(subject, edits)
    if after is None:
        return False
    wanted = Counter(findings)
    for rule in {rule.code: rule for rule, _ in wanted}.values():
        known, left = _messages(rule, subject), _messages(rule, after)
        gone = Counter({said: count for (it, said), count in wanted.items() if it is rule})
        if left - known or any(left[said] > known[said] - count for said, count in gone.items()):
            return False
    return True


def _messages(rule: Rule, subject: ScriptSubject) -> Counter[str]:
    """What a rule says of a script, and how often."""
    return Counter(it.message for it in rule.in_script(subject))
