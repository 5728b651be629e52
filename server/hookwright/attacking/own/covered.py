"""Forms about other files, and such as another rule may stop: whether the guard's own rule covers them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Rewording, Seed, Swap
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.texts.fitting import tracked

_Asked = tuple[str, str]
"""What a call does, and its text."""
_PRINT = "cat {}"


def questions(aims: Iterable[Aim], project: str) -> Iterator[_Asked]:
    """The calls that show which forms the guard covers, each once; looks into the project."""
    found: dict[_Asked, None] = {}
    for it in (form for aim in aims for form in _forms(aim)):
        if it.about:
            found |= dict.fromkeys(_of_file(it.about))
        elif not isinstance(it, Call):
            found |= dict.fromkeys((SHELL, text) for text in (it.unless, it.also) if text)
        if not isinstance(it, Swap) and it.tracked.endswith("*") and (path := tracked(it.tracked, project)):
            found[SHELL, _PRINT.format(path)] = None
    yield from found


def with_covered(aims: Sequence[Aim], stopped: Collection[_Asked], texts: Iterable[str], project: str) -> list[Aim]:
    """The aims without the forms that the guard does not cover; `stopped` are those of the questions that it stops."""
    text = "\n".join(texts).replace("\\", "")

    def is_covered(it: Rewording | Swap | Call) -> bool:
        if not isinstance(it, Swap) and it.tracked:
            path = tracked(it.tracked, project)
            is_other = path is not None and path != it.tracked
            if path is None or (is_other and (SHELL, _PRINT.format(path)) not in stopped):
                return False
        if it.about:
            is_here = os.path.exists(os.path.join(project, it.about))
            return is_here or it.about in text or any(asked in stopped for asked in _of_file(it.about))
        if isinstance(it, Call):
            return True
        return not (it.also and (SHELL, it.also) not in stopped) and (SHELL, it.unless) not in stopped

    def of_seed(seed: Seed) -> Seed:
        return replace(seed, same=tuple(filter(is_covered, seed.same)), swaps=tuple(filter(is_covered, seed.swaps)))

    return [
        replace(
            aim,
            seeds=tuple(map(of_seed, aim.seeds)),
            danger=replace(aim.danger, calls=tuple(filter(is_covered, aim.danger.calls))),
        )
        for aim in aims
    ]


def _forms(aim: Aim) -> Iterator[Rewording | Swap | Call]:
    for seed in aim.seeds:
        yield from seed.same
        yield from seed.swaps
    names = {it.name for it in aim.seeds}
    yield from (it for it in aim.danger.calls if it.seed in names)


def _of_file(path: str) -> tuple[_Asked, ...]:
    whole = f"{{project}}/{path}"
    return (SHELL, f"cat {path}"), (SHELL, f"echo x > {path}"), ("Read", whole), ("Write", whole)
