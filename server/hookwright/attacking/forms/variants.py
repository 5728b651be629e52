"""Makes the calls of an attack: what a guard is meant to stop, changed in one way or two, and harmless calls."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Danger, Program, Seed, Swap, programs
from hookwright.attacking.forms.lengths import is_long, very_long
from hookwright.attacking.forms.mentions import behind_help, mentions, slug, written
from hookwright.attacking.forms.milder import milder
from hookwright.attacking.forms.model import (
    OF_LISTS,
    OF_SERVERS,
    OTHER_SHELL,
    POWERSHELL,
    RARE,
    SERVER,
    SHELL,
    SUBAGENT,
    Change,
    Label,
    Variant,
    with_content,
)
from hookwright.attacking.forms.of_git import takes_lock
from hookwright.attacking.forms.spelling import Spelled, simple_words, spelled_in, with_other_flags
from hookwright.attacking.forms.wrapping import is_of_user, wrapped

_NOTE, _OTHER_CONTENT = "a note", "X = 1\n"
"""What stands in the place of a dangerous text, to see whether that was the reason for a refusal."""
_AROUND = frozenset({"wrapper", "shell", "place", "language", "encoded", "script"})
"""The kinds of changes that are made around a command."""
_ELSEWHERE = (
    *(
        "encoded",
        "language",
        "script",
        "wrapper",
        "shell bash",
        "shell sh",
        "shell env",
        "shell busybox",
        "shell printf",
    ),
    *("shell <<", "shell sudo", "shell echo", "shell cat", "shell pwsh", "shell c=", "shell read", "substitution"),
    *(
        "order at the end in a sub",
        "order at the end before",
        "place (",
        "place echo",
        "place & wait",
        "place |cat",
        "place 2>&1 | tail",
        "place ( ",
        "same: sub",
        "beside: in a pipe",
    ),
)
"""How families of changes begin that may run the command in another process than the shell."""
ANOTHER = "same: "
"""How the families of other commands with the same effect begin."""
OWN_REASON = (ANOTHER, "other ")
"""How families begin of which the reason for the form that a guard stops may not be true, as its words are replaced."""
_PARTICULAR = (
    *(ANOTHER, "beside:", "flags", "order", "dashes", "other ", "options before", "milder"),
    *("tool PowerShell", "shell pwsh", "switch", "harmless"),
)
"""How families begin that depend on the command."""
OF_NAMES = "name: "
"""How the kinds of calls begin about files of one family."""
OF_FILES = "of files: "
"""How the kinds of forms begin that all files have which only one guard names: one of the files shows them."""
_TOOLS = (
    (OTHER_SHELL, "Another tool of the agent runs the same command."),
    (SERVER, "A tool of an MCP server runs the same command."),
    (SUBAGENT, "A subagent runs the same command."),
)


class Aim(Struct, frozen=True):
    """What a guard is meant to stop: seeds of a danger.

    `is_named`: the user says so, and so the harmless calls of the danger, which do less than the seed, are meant, too.
    `switches` are assignments, such as `SKIP_GUARD=1`, that may switch the guard off where it finds them in a command.
    """

    name: str
    danger: Danger
    seeds: tuple[Seed, ...]
    is_named: bool
    switches: tuple[str, ...] = ()


def every_single(aim: Aim) -> tuple[Variant, ...]:
    """Every call that one change makes, and the seeds themselves, destructive ones first."""
    made = (it for seed in aim.seeds for it in destructive(aim, seed))
    return (*made, *harmless((aim,)))


def number_of_singles(aims: Sequence[Aim], unasked: Callable[[Variant], bool] = lambda _variant: False) -> int:
    """How many calls there are with one change at most, without those that a guard is `unasked` about."""
    return len({(it.does, it.text) for aim in aims for it in every_single(aim) if not unasked(it)})


def destructive(aim: Aim, seed: Seed) -> Iterator[Variant]:
    """The seed, and each call that one change makes of it."""
    known = programs()
    base = _base(aim, seed)
    other = replace(base, why=seed.effect or seed.why)
    yield base
    for text, change in _changed(seed, seed.command, known):
        yield replace(other if change.family.startswith(OWN_REASON) else base, text=text, changes=(change,))
    for does, why in _TOOLS:
        yield replace(base, does=does, changes=(Change(f"tool {does}", why),))
    words = simple_words(seed.command)
    if words and known.get(words[0], Program()).portable:
        yield replace(
            base, does=POWERSHELL, changes=(Change("tool PowerShell", "PowerShell starts the same program."),)
        )
        yield from _in_powershell(base, seed.command, "PowerShell starts the same program.")
        yield from _on_windows(base, words, known[words[0]].on_windows)
    yield from _by_tools(aim, other)
    yield from _switched(aim, base)
    if seed == aim.seeds[0]:
        for text, change in very_long(seed.command):
            yield replace(base, text=text, changes=(change,))


def _by_tools(aim: Aim, base: Variant) -> Iterator[Variant]:
    """Calls of other tools with the effect of the seed."""
    for it in aim.danger.calls:
        if it.seed in ("", base.seed):
            is_kind = it.kind and (it.does in OF_SERVERS or it.kind.startswith(OF_NAMES))
            # What one content does says nothing of another one.
            kind = it.kind if is_kind else it.why if it.content and it.does not in RARE else ""
            change = Change(f"tool {it.does}: {kind}" if kind else f"tool {it.does}", it.why, it.partial)
            yield replace(base, text=it.text, does=it.does, changes=(change,))
            if it.does == POWERSHELL:
                yield from _in_powershell(base, it.command, it.why)


def _in_powershell(base: Variant, command: str, why: str) -> Iterator[Variant]:
    """The command in the text that PowerShell, which runs on all systems, is given by another shell."""
    # PowerShell may take `--` for the end of its own options.
    if "'" not in command and " -- " not in command:
        for option in ("-c", "-NoProfile -Command"):
            yield replace(base, text=f"pwsh {option} '{command}'", changes=(Change("shell pwsh", why),))


def _on_windows(base: Variant, words: Sequence[str], name: str) -> Iterator[Variant]:
    """The command in PowerShell by the name that the file of the program has on Windows."""
    if name and base.text.startswith(f"{words[0]} "):
        change = Change(f"tool {POWERSHELL}", f"`{name}` is the file of `{words[0]}` on Windows.")
        yield replace(base, text=f"{name}{base.text.removeprefix(words[0])}", does=POWERSHELL, changes=(change,))


def _switched(aim: Aim, base: Variant) -> Iterator[Variant]:
    """The seed with a variable or a comment that the guard's text names, as if it switched the guard off."""
    for it in aim.switches:
        why = f"The guard's text names `{it}`. An agent can write this as well, and it does not change what runs."
        if "=" in it and simple_words(base.text):
            yield replace(base, text=f"{it} {base.text}", changes=(Change("switch before", why),))
        if "\n" not in base.text:
            yield replace(base, text=f"{base.text} # {it}", changes=(Change("switch in a comment", why),))


def forms(aim: Aim, seed: Seed) -> Iterator[Variant]:
    """The seed with other words or flags, other commands with the same effect, and calls of other tools."""
    base = _base(aim, seed)
    for text, change in (*with_other_flags(seed.command, programs()), *_swaps(seed, seed.command), *_same(seed)):
        yield replace(base, text=text, changes=(change,))
    yield from (it for it in _by_tools(aim, base) if it.does != SHELL)


def _base(aim: Aim, seed: Seed) -> Variant:
    return Variant(aim.name, seed.name, Label.DESTRUCTIVE, seed.command, seed.why, of=seed.command)


def _changed(seed: Seed, text: str, known: Mapping[str, Program]) -> Iterator[Spelled]:
    """The command with one change."""
    every = _every_change(seed, text, known)
    return (it for it in every if not it[1].family.startswith(_ELSEWHERE)) if seed.here else every


def _every_change(seed: Seed, text: str, known: Mapping[str, Program]) -> Iterator[Spelled]:
    yield from spelled_in(text, known)
    yield from _swaps(seed, text)
    if text == seed.command:
        yield from _same(seed)
        yield from joined(seed, text)
    # In a changed command, the home folder can be hidden.
    yield from wrapped(text, own=seed.own or (text != seed.command and is_of_user(seed.command)))


def joined(seed: Seed, text: str) -> Iterator[Spelled]:
    """The text on a line with a harmless command of the seed."""
    for it in seed.beside:
        why = "The other command on the line does no harm, and does not stop this one."
        yield f"{it}; {text}", Change("beside: before", why)
        yield f"{text}; {it}", Change("beside: behind", why)
        runs = "The other command on the line does no harm, and lets this one run."
        if it not in seed.unsure:
            yield f"{it} && {text}", Change("beside: before, joined", runs)
        yield f"{it}\n{text}", Change("beside: on the line before", "A new line begins another command.")
        # Of two that want the lock of git at once, one fails.
        if not (takes_lock(it) and takes_lock(text)):
            yield f"{it} | {text}", Change("beside: in a pipe", "A pipe starts both commands.")
        yield f"{text} # {it}", Change("beside: in a comment", "A comment changes nothing.")


def _swaps(seed: Seed, text: str) -> Iterator[Spelled]:
    for swap in seed.swaps:
        new = swapped(text, swap)
        if new != text:
            yield new, Change(f"other {swap.kind or swap.word}", swap.why)


def _same(seed: Seed) -> Iterator[Spelled]:
    for it in seed.same:
        if it.command != seed.command:
            yield it.command, Change(f"{ANOTHER}{it.kind or it.command[:40]}", it.why, it.partial)


def swapped(text: str, swap: Swap) -> str:
    """The command with the first of that word replaced."""
    before, found, after = f" {text} ".partition(f" {swap.word} ")
    return f"{before} {swap.instead} {after}".strip() if found else text


def changed_twice(aims: Sequence[Aim], dice: random.Random, most: int) -> Iterator[Variant]:
    """Calls with two changes of different families."""
    known = programs()
    made = [(seed, it) for aim in aims for seed in aim.seeds for it in destructive(aim, seed)]
    for _ in range(most):
        seed, it = dice.choice(made)
        if it.does != SHELL or len(it.changes) != 1 or is_long(it.text):
            continue
        again = [step for step in _changed(seed, it.text, known) if _goes_with(it.changes[0], step[1])]
        if again:
            text, change = dice.choice(again)
            yield replace(it, text=text, changes=(*it.changes, change))


def _goes_with(first: Change, second: Change) -> bool:
    """Whether the second change may follow the first: one that is around the command comes last."""
    before, after = _kind(first), _kind(second)
    return after in _AROUND and before != after


def _kind(change: Change) -> str:
    return change.family.partition(" ")[0]


def harmless(aims: Iterable[Aim]) -> Iterator[Variant]:
    """Calls that only mention the seeds, and the harmless ones of the dangers."""
    for aim in aims:
        for seed in aim.seeds if aim.name not in OF_LISTS else ():
            if "\n" not in seed.command and not seed.anywhere:
                yield from _mentioned(aim, seed)
            for it in milder(seed.command):
                change = Change(f"milder {it.kind or it.command[:40]}", it.why, partial=True)
                yield Variant(aim.name, seed.name, Label.HARMLESS, it.text, "", (change,), it.does, control=it.unless)
        names = {it.name for it in aim.seeds}
        for it in aim.danger.harmless:
            # What has signs is harmless only where the text of the guard says so.
            if not it.signs and (it.seed in names or (aim.is_named and not it.seed)):
                seed_name = it.seed or aim.seeds[0].name
                change = Change(f"harmless {it.kind or it.text[:40]}", it.why)
                why = "It does less."
                control = it.unless or (with_content(it.path, _OTHER_CONTENT) if it.content else "")
                yield Variant(aim.name, seed_name, Label.HARMLESS, it.text, why, (change,), it.does, control=control)


def _mentioned(aim: Aim, seed: Seed) -> Iterator[Variant]:
    """Calls that only have the text of the seed."""
    base = Variant(aim.name, seed.name, Label.HARMLESS, "", "It only mentions what is dangerous.")
    for text, change in mentions(seed):
        control = text.replace(seed.command, _NOTE).replace(slug(seed.command), slug(_NOTE))
        yield replace(base, text=text, changes=(change,), control=control if control != text else "")
    searched = behind_help(seed)
    if searched is not None:
        text, control, change = searched
        yield replace(base, text=text, changes=(change,), control=control)
    for does, path, content, change in written(seed) if SHELL in aim.danger.tools else ():
        control = with_content(path, _OTHER_CONTENT)
        yield replace(base, text=with_content(path, content), does=does, changes=(change,), control=control)


def is_particular(families: Sequence[str]) -> bool:
    """Whether the changes are such as one command allows, and another does not."""
    return not families or (families[0].startswith(_PARTICULAR) and not is_of_files(families))


def is_of_files(families: Sequence[str]) -> bool:
    """Whether the changes are such as all files allow that only one guard names."""
    return bool(families) and families[0].startswith(f"{ANOTHER}{OF_FILES}")
