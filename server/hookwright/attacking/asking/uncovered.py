"""Which known commands of the same dangers a guard lets pass, where no rule of it shows that it is about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hookwright.attacking.asking.results import Tried, Verdict
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Danger, Seed
from hookwright.attacking.forms.lengths import shown
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.texts.fitting import fitting

_LEAST_STOPPED = 2
"""Of a danger of which a guard stops fewer commands, it may only be about these."""
_MOST_NAMED = 5


async def uncovered(trial: Trial, tried: Sequence[Tried]) -> list[str]:
    """A note for each danger of which the guard stops some known commands, with others of it that it lets pass."""
    known = {name: fitting(name, it, trial.guard.project) for name, it in trial.guard.dangers.items()}
    others = {name: list(it) for name, it in _others(known, tried)}
    stopped = await trial.refused(question(it.command) for every in others.values() for it in every)
    passing = {name: [it for it in every if (SHELL, it.command) not in stopped] for name, every in others.items()}
    return [_note(name, it) for name, it in passing.items() if it]


def _others(known: Mapping[str, Danger], tried: Iterable[Tried]) -> Iterator[tuple[str, Iterator[Seed]]]:
    """The commands that the attack had none of, of each danger of which the guard stopped some, by its name."""
    seen = {(it.variant.danger, it.variant.seed): False for it in tried}
    texts = {it.variant.text for it in tried}
    for it in tried:
        key = (it.variant.danger, it.variant.seed)
        seen[key] = seen[key] or it.verdict is Verdict.STOPPED
    for name, danger in known.items():
        if sum(is_stopped for (of, _), is_stopped in seen.items() if of == name) >= _LEAST_STOPPED:
            others = (it for it in danger.seeds if (name, it.name) not in seen and it.command not in texts)
            yield name, (it for it in others if not it.asked and not it.own)


def _note(name: str, passing: Sequence[Seed]) -> str:
    named = [f"`{shown(it.command)}`" for it in passing[:_MOST_NAMED]]
    more = [f"{len(passing) - _MOST_NAMED} more"] if len(passing) > _MOST_NAMED else []
    *first, last = [*named, *more]
    what = f"{', '.join(first)} and {last}" if first else last
    return (
        f"the guard stops some commands of the danger `{name}`, and lets {what} pass; no rule of it seems to be about"
        f" that, so the score leaves it out. `--danger {name}` attacks with all commands of the danger"
    )
