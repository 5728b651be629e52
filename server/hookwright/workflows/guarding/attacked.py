"""What an attack says of a guard, beside what the analysis of its script says."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.workflows.guarding.guard import Decided, Guard, GuardState, Score


def after_attack(guard: Guard, score: Score) -> Guard:
    """The guard with the score of an attack, which finds more than the analysis, and less where that found a leak."""
    fresh = replace(guard, attacked=score)
    if guard.state is GuardState.DEAD or (guard.state is GuardState.LEAKS and _holds(score)):
        return fresh
    state = GuardState.HOLDS if _holds(score) else GuardState.LEAKS
    return replace(fresh, decided=Decided(state, attack_words(score), guard.decided.unreadable))


def _holds(score: Score) -> bool:
    return not score.holes and not score.faults


def attack_words(score: Score) -> str:
    """What an attack came to, in one sentence."""
    attack = f"in the last attack ({', '.join(score.against)})"
    stopped = f"{attack}, it stopped {score.stopped} of {score.dangerous} dangerous calls"
    alarms = f"refused {score.false_alarms} of {score.harmless} harmless ones"
    passes = f"; {score.faults[0]} passes" if score.faults else ""
    return f"{stopped}, and {alarms}{passes}"
