"""What the text of a handler tells beyond its effects: that it sets a value, and that it is meant as it is."""

from __future__ import annotations

import re
from itertools import takewhile

from hookwright.analysis.script_subject import ScriptSubject
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Exit, Handler, Leave
from hookwright.scripts.values import Spot

_MEANT = late_pattern(
    r"fail(?:s|ing)?[- ]?open|never block|(?:not|n't) (?:block|abort)|allow (?:by default|on|if|when)|silent|"
    r"best[- ]effort|(?:always|must(?: still)?) exits? (?:with )?0",
    re.IGNORECASE,
)
_COMMENT = late_pattern(r"#|//|/\*|^\s*\*")
_NEAR = 300
_SETS = late_pattern(r"(?:^|[{;])\s*(?:(?:const|let|var|local)\s+)?[\w.]+(?:\[[^\]]*\])?\s*(?:\|\||\+)?=(?![=>])")


def sets_something(subject: ScriptSubject, handler: Handler) -> bool:
    """Whether the handler goes on with a value that it sets, by which a refusal behind it may be decided."""
    if any(isinstance(it, Exit | Leave) for it in handler.body) or handler.spot.file:
        return False
    first, *lines = subject.text[handler.spot.start :].splitlines() or [""]
    before = subject.text[subject.text.rfind("\n", 0, handler.spot.start) + 1 :]
    column = len(before) - len(before.lstrip())
    own = takewhile(lambda it: not it.strip() or len(it) - len(it.lstrip()) > column, lines)
    return any(_SETS.search(it) for it in (first, *own))


def is_meant(subject: ScriptSubject, spot: Spot) -> bool:
    """Whether a comment near the place says that the script is to let everything through."""
    start, end = spot.start, spot.end
    near = "" if spot.file else subject.text[max(0, start - _NEAR) : end + _NEAR]
    comments = (_COMMENT.split(it, maxsplit=1)[-1] for it in near.splitlines() if _COMMENT.search(it))
    return any(_MEANT.search(it) for it in comments if "hookwright:" not in it)
