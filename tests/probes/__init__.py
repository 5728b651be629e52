"""What a spec can ask for: one row a probe, by the name that opens its block."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.probes.case import Case
from tests.probes.converting import converted
from tests.probes.engine import came_to, given_in_environment, given_on_stdin, planned
from tests.probes.fix import fixed
from tests.probes.ide import actions, completed, completions, documented, hovered, lenses
from tests.probes.presented import colored, formatted, hinted
from tests.probes.refactoring import refactored, refactorings
from tests.probes.script import effects_of

# The rest of the block's first line comes in as the argument; what comes back is held against the block's body.
PROBES: Mapping[str, Callable[[Case, str], str]] = {
    "fix": fixed,
    "completion": completions,
    "converted": converted,
    "completed": completed,
    "documentation": documented,
    "hover": hovered,
    "code-lens": lenses,
    "code-actions": actions,
    "formatted": formatted,
    "refactorings": refactorings,
    "refactored": refactored,
    "semantic-tokens": colored,
    "inlay-hints": hinted,
    "plan": planned,
    "outcome": came_to,
    "stdin": given_on_stdin,
    "variables": given_in_environment,
    "effects": effects_of,
}

# Blocks that a probe reads and that are not printed back.
GIVENS = frozenset({"environment", "event", "results", "shell", "shellcheck"})
