"""Calls that are made from other commands with the effect of a seed, which a guard has stopped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hookwright.attacking.forms.milder import begun, with_all_words
from hookwright.attacking.forms.model import SHELL, Change, Label, Variant
from hookwright.attacking.forms.spelling import simple_words
from hookwright.attacking.forms.variants import ANOTHER, OWN_REASON, Aim, joined

_OTHER_WORDS = (*OWN_REASON, "flags")
"""How families begin that leave a command of its own, with other words."""


def harmless_beside(aims: Iterable[Aim], stopped: Iterable[Variant]) -> Iterator[Variant]:
    """Harmless calls that are made from other commands that the guard stopped, as those are that come with a seed."""
    seen = {(aim.name, seed.name, begun(seed.command)) for aim in aims for seed in aim.seeds}
    for it in stopped:
        is_other = it.does == SHELL and len(it.changes) == 1 and it.changes[0].family.startswith(_OTHER_WORDS)
        key = (it.danger, it.seed, begun(it.text) if is_other else "")
        if is_other and key not in seen:
            seen.add(key)
            for call in with_all_words(it.text):
                change = Change(f"milder {call.kind} of {key[-1]}", call.why, partial=True)
                yield Variant(it.danger, it.seed, Label.HARMLESS, call.text, "", (change,), control=call.unless)


def joined_to_others(aims: Iterable[Aim], stopped: Iterable[Variant]) -> Iterator[Variant]:
    """Other commands that the guard stopped, of other words than the seed, with a harmless command of that seed.

    A guard may have a rule for each of them, and each rule another exception.
    """
    known = {(aim.name, seed.name): seed for aim in aims for seed in aim.seeds}
    seen = {(*key, simple_words(seed.command)[:2]) for key, seed in known.items()}
    for it in stopped:
        seed, words = known.get((it.danger, it.seed)), simple_words(it.text)
        is_other = it.does == SHELL and len(it.changes) == 1 and it.changes[0].family.startswith(ANOTHER)
        key = (it.danger, it.seed, words[:2])
        if seed is not None and is_other and words and key not in seen:
            seen.add(key)
            for text, change in joined(seed, it.text):
                yield replace(it, text=text, changes=(*it.changes, change))
