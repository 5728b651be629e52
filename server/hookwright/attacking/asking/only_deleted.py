"""Asks whether a guard only keeps a file from being deleted or moved, so that writing or reading it is no hole."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Key, Trial
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.model import SHELL, Variant, question
from hookwright.attacking.own.aims import own_seed, with_more
from hookwright.attacking.own.deletion import harmless_beside_deletions
from hookwright.attacking.texts.meant import Meant
from hookwright.patterns import late_pattern

_GONE = ("rm {}", "mv {} hookwright-old.txt")
_DONE = (
    *("echo x > {}", "echo x >> {}", "tee {} < README.md", "cp README.md {}", "sed -i s/1/2/ {}"),
    *("cat {}", "head {}", "grep -n x {}", "cp {} hookwright-old.txt"),
)
_TOOLS = ("Write", "Edit", "Read")
_OTHER = "hookwright-notes.txt"
"""A file that no rule is about: a guard that stops this from being deleted has another reason."""
_FILE = late_pattern(r"(?:[\w@+-]+/)*[\w.@+-]*\.[\w.@+-]*\w")
_FORBIDS = r"\b(?:not|never|no|cannot|can't|don't|block|prevent|protect|refus|den(?:y|ied)|forbid|read-?only)"
_SPEAKS = {
    "protected": late_pattern(rf"(?i){_FORBIDS}.{{0,200}}\b(?:modif|overwrit|edit(?!or)|chang|writ|read-?only)"),
    "secrets": late_pattern(rf"(?i){_FORBIDS}.{{0,200}}\b(?:read(?!-?only)|print|expos|leak|secret|credential)"),
}
"""Lines of a guard that promise more than to keep a file, by the danger that they are about."""


async def without_what_is_only_kept(trial: Trial, meant: Meant) -> Meant:
    """The same without seeds that write or read a file, where the guard only stops its deletion; with that instead.

    They stay if a line of the guard promises more: then what passes is a hole.
    """
    texts = trial.guard.texts
    files = {
        (aim.name, seed.name): path
        for aim in meant.aims
        if aim.name in _SPEAKS and not aim.is_named and not any(map(_SPEAKS[aim.name].search, texts))
        for seed in aim.seeds
        if (path := _file(seed))
    }
    if not files:
        return meant
    paths = sorted(set(files.values()))
    stopped = await trial.refused([call for it in (*paths, _OTHER) for call in _calls(it)])
    kept = [it for it in paths if _is_only_kept(it, stopped)]
    dropped = {key for key, it in files.items() if it in kept}
    aims = (
        replace(it, seeds=tuple(seed for seed in it.seeds if (it.name, seed.name) not in dropped)) for it in meant.aims
    )
    known = {seed.command for aim in meant.aims for seed in aim.seeds}
    made = [
        (seed, (), tuple(harmless_beside_deletions(seed)))
        for it in kept
        if (SHELL, f"rm {it}") in stopped and f"rm {it}" not in known
        for seed in [own_seed(f"rm {it}", texts, f"The guard does not let the agent delete `{it}`.")]
    ]
    return replace(meant, aims=with_more([it for it in aims if it.seeds], made))


def _file(seed: Seed) -> str | None:
    """The file of the project that the command of the seed ends with; None if it ends with none."""
    last = seed.command.rsplit(" ", 1)[-1]
    return last if _FILE.fullmatch(last) else None


def _calls(path: str) -> Sequence[Variant]:
    shell = (question(it.format(path)) for it in (*_GONE, *_DONE))
    return (*shell, *(question(f"{{project}}/{path}", it) for it in _TOOLS))


def _is_only_kept(path: str, stopped: Collection[Key]) -> bool:
    """Whether the guard stops the deletion of this file, but not of each one, and nothing else that is done to it."""
    gone = [it for it in _GONE if (SHELL, it.format(path)) in stopped and (SHELL, it.format(_OTHER)) not in stopped]
    done = {(SHELL, it.format(path)) for it in _DONE} | {(it, f"{{project}}/{path}") for it in _TOOLS}
    return bool(gone) and done.isdisjoint(stopped)
