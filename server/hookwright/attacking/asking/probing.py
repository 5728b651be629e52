"""Asks a guard about what its own patterns name, before an attack."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from hookwright.attacking.asking.commands import stopped_commands
from hookwright.attacking.asking.same_rule import shown_by_forms
from hookwright.attacking.asking.trial import Key, Trial
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.model import SHELL, Variant, question
from hookwright.attacking.forms.policies import whole_program
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own import roots as own_roots
from hookwright.attacking.own.aims import Stopped, with_own
from hookwright.attacking.own.keys import KEYS, key_probes, with_known_keys
from hookwright.attacking.own.operands import calls_with, operand_of, tries
from hookwright.attacking.own.reads import by_mistake, with_reads
from hookwright.attacking.own.variables import variables, with_variable
from hookwright.attacking.texts.candidates import Candidates
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.places import rather_there
from hookwright.attacking.texts.reading import only_reads, speaks_of_reading
from hookwright.attacking.texts.shown import without_advice, without_the_unseen
from hookwright.patterns import late_pattern

_HARMLESS = "echo hello"
_OTHERS = tuple(f"{{project}}/{it}hookwright-notes.md" for it in ("", "docs/", "src/"))
"""What no pattern names: a guard that stops all these stops everything."""
_FOR_FILES = ("Write", "Edit", "Read")
_OVERWRITING, _DELETION, _READING = "echo x > {}", "rm {}", "cat {}"
_INTO_FOLDER = ("tee {}", "cp README.md {}", "mv README.md {}", "sed -i s/1/2/ {}")
"""Commands that write into a folder, of which a guard may only know some."""
_BESIDE_FOLDER = "hookwright-notes.txt"
"""What no folder has that a guard names."""
_FOR_SECRETS = "env file"
_ABOUT_FILES = ("protected", "secrets")
"""The dangers of which a text seldom tells which one it is about."""
_NO_SECRET = late_pattern(
    r"(?i)(^|/)(__tests__|tests?|fixtures?|examples?|samples?)/|\b(example|sample|template|dist)\b"
)
"""Paths of files that only look like files with secrets."""
_PUBLIC = late_pattern(
    r"(?i)(^|/)((ca|chain|full-?chain)([-_.]?(certs?|bundle|root))?\.(pem|crt)|public[-_.]?key\.\w+)$"
)
"""Paths of certificates and keys that everybody may read."""
_OF_SECRETS = late_pattern(r"(?i)\.(env|pem|key|p12|pfx|jks|tfvars|npmrc|vars)\b|secret|credential")
_OF_VARIABLE = late_pattern(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
"""The name of a variable, which is no operand of a command."""
_MOST_TRIES = 80
"""How many commands are tried with names of the guard."""


async def with_own_patterns(trial: Trial, meant: Meant) -> Meant:
    """The same with what the guard's patterns name, or the known dangers if they name none, as far as it stops them."""
    guard = trial.guard
    named = meant.candidates
    of_keys, secret_names = key_probes(meant.aims, named.keys), variables(meant.aims, guard.texts, guard.project)
    is_known = named == Candidates() and not meant.by_asking and not _twins(meant.aims)
    if is_known and not of_keys and not (secret_names.names or secret_names.others):
        return meant
    seeds = {(aim.name, seed.name): question(seed.command) for aim in meant.aims for seed in aim.seeds}
    twins = _twins(meant.aims, knows_keys=bool(of_keys))
    of_files = [it for every in twins.values() for it in every]
    first = {it: it.first(guard.tools) for it in of_keys} if meant.by_asking else {}
    every = [*_probes(named, meant.aims), *seeds.values(), *of_files, *secret_names.calls, *first.values()]
    stopped = await trial.refused(every)
    of_stopped = {probe.seed for probe, it in first.items() if (it.does, it.text) in stopped}
    rest = [it for probe in of_keys if probe.seed in of_stopped or not meant.by_asking for it in probe.every]
    stopped = {**stopped, **await trial.refused(rest)}
    misread = by_mistake(stopped)
    held = _held(stopped) - misread
    commands = await stopped_commands(trial, meant, held)
    passing = [seed for aim in meant.aims for seed in aim.seeds if (SHELL, seed.command) not in held]
    shown = await shown_by_forms(trial, passing, [it for of_one in commands for it in of_one], stopped)
    commands = tuple(filter(None, (tuple(it for it in of_one if it not in shown) for of_one in commands)))
    has_keys = any(it.is_held(held) for it in of_keys)
    of_others = with_variable(_without_the_other(meant.aims, twins, held, has_keys=has_keys), secret_names, held)
    meant = replace(meant, aims=tuple(with_known_keys(of_others, of_keys, held)))
    aims = await _with_operands(trial, meant, held)
    read = [it for it in named.paths if _is_held_back(it, held) or _is_only_read(it, guard.texts, held)]
    written = [] if only_reads(guard.texts, guard.tools) else _protected(named, held)
    found = Stopped(
        frozenset(name for name, it in seeds.items() if (SHELL, it.text) in held),
        commands,
        rather_there([it for it in written if not _is_only_read(it, guard.texts, held)], guard.project),
        rather_there(read, guard.project),
        tuple(it for it in named.in_code if (SHELL, it.command) in held and (SHELL, it.control) not in held),
    )
    known = guard.dangers
    aims = own_roots.without_roots(aims, named.paths, held, found.seeds)
    aims = _of_the_stopped(aims, held, commands, (*guard.texts, *stopped.values())) if meant.by_asking else aims
    aims = with_own(aims, found, known, guard.texts)
    return replace(meant, aims=with_reads(aims, misread))


def _probes(named: Candidates, aims: Sequence[Aim]) -> Iterator[Variant]:
    """The calls about what the patterns name, and those that show whether the guard stops everything."""
    yield from (question(it) for it in (_HARMLESS, *chain.from_iterable(named.commands)))
    yield from (question(it, does) for it in _OTHERS for does in _FOR_FILES)
    for path in named.paths:
        shell = (_OVERWRITING.format(path), _DELETION.format(path), _beside(path), _READING.format(path))
        yield from map(question, shell)
        yield from (question(f"{{project}}/{path}", does) for does in _FOR_FILES)
    if named.new:
        yield from (question(it.format(path)) for path in (*named.new, _BESIDE_FOLDER) for it in _INTO_FOLDER)
    yield from (question(text, does) for does, text in own_roots.questions(aims, named.paths))
    yield from (question(text) for it in named.in_code for text in (it.command, it.control))


def _is_held_back(path: str, held: Collection[tuple[str, str]]) -> bool:
    """Whether the guard stops the file from being read, and it is no template, no data of a test, and not public."""
    return ("Read", f"{{project}}/{path}") in held and not (_NO_SECRET.search(path) or _PUBLIC.search(path))


def _is_only_read(path: str, texts: Sequence[str], held: Collection[tuple[str, str]]) -> bool:
    """Whether the guard stops a command that prints the file, and speaks of nothing but reading it."""
    return (SHELL, _READING.format(path)) in held and speaks_of_reading(path, texts)


def _held(stopped: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """What the guard stops, without the tools of which it stops everything.

    A guard that lets the agent write only in some folders stops the file at the top.
    """
    every = {*stopped}
    of_all = {does for does in _FOR_FILES if {(does, it) for it in _OTHERS} <= every}
    of_all |= {does for does, text in every if text == _HARMLESS}
    return {it for it in every if it[0] not in of_all}


def _twins(aims: Sequence[Aim], *, knows_keys: bool = False) -> dict[tuple[str, str], list[Variant]]:
    """The seeds about files that may not be read, and may not be changed, with the calls that show which it is.

    A guard that `knows_keys` may name a file with secrets only as the place where they belong.
    """
    found = {(aim.name, seed.name): (aim, seed) for aim in aims for seed in aim.seeds if aim.name in _ABOUT_FILES}
    names = [name for _, name in found]
    return {
        key: [
            question(seed.command),
            *(question(it.path, it.does) for it in aim.danger.calls if it.seed == seed.name and it.does in _FOR_FILES),
        ]
        for key, (aim, seed) in found.items()
        if names.count(seed.name) > 1 or (knows_keys and seed.name == _FOR_SECRETS and not aim.is_named)
    }


def _without_the_other(
    aims: Iterable[Aim],
    twins: Mapping[tuple[str, str], Sequence[Variant]],
    held: Collection[tuple[str, str]],
    *,
    has_keys: bool,
) -> tuple[Aim, ...]:
    """The aims without the seed of two twins that the guard stops no call of, where it stops one of the other.

    Where it stops keys, it is not about the file with secrets if it stops no call of that.
    """
    is_held = {key: any((it.does, it.text) in held for it in every) for key, every in twins.items()}
    names = {name for (_, name), it in is_held.items() if it} | ({_FOR_SECRETS} if has_keys else set())
    unmeant = {(danger, name) for (danger, name), it in is_held.items() if not it and name in names}
    kept = (replace(it, seeds=tuple(seed for seed in it.seeds if (it.name, seed.name) not in unmeant)) for it in aims)
    return tuple(it for it in kept if it.seeds)


async def _with_operands(trial: Trial, meant: Meant, held: Collection[Key]) -> tuple[Aim, ...]:
    """The aims, where a seed that passes has a name of the guard in the place of its operand, if it is stopped then."""
    passing = [(aim.name, it) for aim in meant.aims for it in aim.seeds if (SHELL, it.command) not in held]
    names = [it for it in meant.candidates.names if not _OF_VARIABLE.fullmatch(it)]
    made = [] if meant.by_asking else list(tries(passing, names, _MOST_TRIES))
    if not made:
        return meant.aims
    # A name that is stopped in any command, such as a key, is no operand of this one.
    alone = {it: question(f"echo {it}") for it in names}
    stopped = await trial.refused([*alone.values(), *(question(it.command) for _, it in made)])
    unfit = {name for name, it in alone.items() if (it.does, it.text) in stopped}
    fit = [(key, it) for key, it in made if operand_of(it) not in unfit]
    new = {key: it for key, it in reversed(fit) if (SHELL, it.command) in stopped}
    return tuple(
        _with_seeds(aim, {name: it for (danger, name), it in new.items() if danger == aim.name}) for aim in meant.aims
    )


def _with_seeds(aim: Aim, new: Mapping[str, Seed]) -> Aim:
    """The aim with these seeds in the place of those of their names, and calls about what they name."""
    calls = [it for it in aim.danger.calls if it.seed not in new]
    harmless = [*aim.danger.harmless]
    for it in new.values():
        more, less = calls_with(it)
        calls += more
        harmless += less
    seeds = tuple(new.get(it.name, it) for it in aim.seeds)
    return replace(aim, danger=replace(aim.danger, calls=tuple(calls), harmless=tuple(harmless)), seeds=seeds)


def _of_the_stopped(
    aims: Iterable[Aim],
    held: Collection[tuple[str, str]],
    commands: Iterable[Sequence[str]],
    texts: Iterable[str],
) -> tuple[Aim, ...]:
    """The aims with the seeds that are stopped, but not because the guard forbids their program, whatever it does.

    Their forms and calls with signs are left where the `texts` of the guard, or what it stops, shows one.
    """
    text = "\n".join((*texts, *sorted(command for _, command in held)))
    forbidden = {whole_program(it) for of_one in commands for it in of_one}
    found = (
        # Of keys, only those are left that it stops, be it only in what another tool writes.
        aim
        if aim.name == KEYS
        else replace(
            aim,
            seeds=tuple(
                it for it in aim.seeds if (SHELL, it.command) in held and it.command.split(" ", 1)[0] not in forbidden
            ),
        )
        for aim in aims
    )
    return tuple(
        without_the_unseen(it, without_advice(it.danger, text), stopped=True) if it.name != KEYS else it
        for it in found
        if it.seeds
    )


def _protected(named: Candidates, held: Collection[Key]) -> list[str]:
    """The files that the guard does not let be changed.

    One that stands for a folder is one of them if the guard stops a command which writes into that folder only.

    Where a tool may write a file, and it may be deleted, and another one beside it may not, it is one that the guard
    excepts.  A template, or data of a test, is none of the files with secrets that a pattern may be about.
    """
    paths = [it for it in named.paths if not (_NO_SECRET.search(it) and _OF_SECRETS.search(it))]
    by_tool = {it for it in paths if any((does, f"{{project}}/{it}") in held for does in ("Write", "Edit"))}
    overwritten = {it for it in paths if (SHELL, _OVERWRITING.format(it)) in held}
    excepted = {it for it in paths if (SHELL, _beside(it)) in held and (SHELL, _DELETION.format(it)) not in held}
    into = [it for it in _INTO_FOLDER if (SHELL, it.format(_BESIDE_FOLDER)) not in held]
    of_folder = {it for it in named.new if any((SHELL, form.format(it)) in held for form in into)}
    return [it for it in paths if it in by_tool or it in overwritten - excepted or it in of_folder]


def _beside(path: str) -> str:
    """The deletion of another file in the folder of a file."""
    folder, slash, _ = path.rpartition("/")
    return _DELETION.format(f"{folder}{slash}hookwright-notes")
