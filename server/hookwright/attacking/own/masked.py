"""Seeds that another rule of a guard stops as well: they are attacked with a word that only their own rule is about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Neutral, Rewording, Seed
from hookwright.attacking.forms.variants import Aim


def in_neutral_form(seed: Seed) -> Seed:
    """The seed with its neutral word in the place of the other one, also in its forms; without one, as it is."""
    it = seed.neutral
    if it is None:
        return seed
    same = tuple(_reworded(it, form) for form in seed.same if form.on != it.word)
    swaps = (
        replace(swap, word=_replaced(it, swap.word), instead=_replaced(it, swap.instead), why=_replaced(it, swap.why))
        for swap in seed.swaps
    )
    return replace(
        seed,
        command=_replaced(it, seed.command),
        why=_replaced(it, seed.why),
        same=same,
        swaps=tuple(swaps),
        beside=tuple(beside for beside in seed.beside if not {it.word, it.instead} & {*beside.split()}),
        neutral=None,
    )


def probes(aims: Iterable[Aim]) -> Iterator[str]:
    """Commands that show which seeds are masked: those without the danger, with either word, and the neutral seeds."""
    for _, seed in _with_neutral(aims):
        yield from _asked(seed)


def unmasked(aims: Sequence[Aim], stopped: Collection[str]) -> tuple[tuple[Aim, ...], tuple[str, ...]]:
    """The aims, where masked seeds have their neutral form if the guard stops it; and a note on each.

    `stopped` are those of the probes that the guard stops.
    """
    masked = {(name, seed.name): seed for name, seed in _with_neutral(aims) if _is_masked(seed, stopped)}
    found = tuple(
        replace(
            aim,
            seeds=tuple(in_neutral_form(it) if (aim.name, it.name) in masked else it for it in aim.seeds),
            danger=replace(aim.danger, calls=tuple(_calls(aim, masked))),
        )
        for aim in aims
    )
    return found, tuple(_note(name, seed) for (name, _), seed in masked.items())


def _with_neutral(aims: Iterable[Aim]) -> Iterator[tuple[str, Seed]]:
    return ((aim.name, seed) for aim in aims for seed in aim.seeds if seed.neutral is not None)


def _asked(seed: Seed) -> tuple[str, str, str]:
    """The seed without its danger, the same with the neutral word, and the seed with that word."""
    it = seed.neutral
    return (it.plain, _replaced(it, it.plain), _replaced(it, seed.command)) if it is not None else ("", "", "")


def _is_masked(seed: Seed, stopped: Collection[str]) -> bool:
    plain, neutral, command = _asked(seed)
    return plain in stopped and command in stopped and neutral not in stopped


def _note(name: str, seed: Seed) -> str:
    plain, _, command = _asked(seed)
    return (
        f"the guard also stops `{plain}`, which would hide holes of `{name}: {seed.name}`:"
        f" this was attacked from `{command}`"
    )


def _calls(aim: Aim, masked: Collection[tuple[str, str]]) -> Iterator[Call]:
    """The calls of other tools, with the neutral word if their seed is masked."""
    for call in aim.danger.calls:
        seed = next((it for it in aim.seeds if it.name == call.seed and (aim.name, it.name) in masked), None)
        it = seed.neutral if seed is not None else None
        yield call if it is None else replace(call, command=_replaced(it, call.command), why=_replaced(it, call.why))


def _reworded(it: Neutral, form: Rewording) -> Rewording:
    return replace(form, command=_replaced(it, form.command), why=_replaced(it, form.why))


def _replaced(it: Neutral, text: str) -> str:
    return re.sub(rf"(?<![\w-]){re.escape(it.word)}(?![\w-])", lambda _: it.instead, text)
