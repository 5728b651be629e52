"""What a script is after its fixes: those that can be made together, again and again until there is nothing to fix."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from msgspec import Struct

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.fixing import Made, choose
from hookwright.analysis.script_proof import script_after
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.text import LineIndex

_MOST_ROUNDS = 20

JudgeScript = Callable[[ScriptSubject], tuple[Diagnostic, ...]]


class FixedScript(Struct, frozen=True):
    """A script after its fixes, and how it got there."""

    subject: ScriptSubject
    made: tuple[Made, ...] = ()


def fix_script(subject: ScriptSubject, judge: JudgeScript, *, unsafe: bool = False) -> FixedScript:
    """The script after fixes to its text, round after round; `judge` says what is found in a text.

    A round that breaks the syntax, or leads to a text that was there before, is taken back.
    """
    made, seen = list[Made](), {subject.text}
    for _ in range(_MOST_ROUNDS):
        chosen = [it for it in choose(judge(subject), unsafe=unsafe) if it.edits]
        after = script_after(subject, chain.from_iterable(it.edits for it in chosen)) if chosen else None
        if after is None or after.text in seen:
            break
        lines = LineIndex(subject.text)
        made += (Made(it.diagnostic, it.fix, lines.position(it.diagnostic.span.start).line + 1) for it in chosen)
        subject = after
        seen.add(subject.text)
    return FixedScript(subject, tuple(made))
