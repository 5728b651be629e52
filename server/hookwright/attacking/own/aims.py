"""What only one guard is about: commands and files that its own patterns name, and that it stops."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Danger, Seed, programs
from hookwright.attacking.forms.effects import calls_of, harmless_of, has_more_effects, with_effects
from hookwright.attacking.forms.policies import harmless_beside, is_here, whole_program, with_policies
from hookwright.attacking.forms.runners import other_runners, with_other_managers
from hookwright.attacking.forms.variants import Aim, swapped
from hookwright.attacking.own.deletion import harmless_beside_deletions, with_deletions
from hookwright.attacking.own.files import READ, WRITTEN, for_file, in_brief
from hookwright.attacking.own.printed import printed_outside
from hookwright.attacking.own.statements import in_known_forms
from hookwright.attacking.texts.code import InCode, calls_of_lost, of_lost
from hookwright.attacking.texts.named_commands import subcommand
from hookwright.attacking.texts.read_files import file_read
from hookwright.attacking.texts.shown import shows
from hookwright.attacking.texts.statements import CLIENT
from hookwright.patterns import late_pattern

OWN_PATTERNS = "own patterns"
"""The name of this danger: no file can have it, as it has a blank."""
_WRITERS = ("rm", "rm -f", "unlink", "tee", "touch", "sed -i")
"""Commands that are forms of a file that nobody may change, so that they need no seed of their own."""
_CHANGES_FILES = late_pattern(
    r"(?:git (?:checkout|restore|clean|rm|mv|stash|reset|apply)"
    r"|rm|mv|cp|tee|touch|sed|perl|truncate|dd|chmod|chown|install|patch|unlink|shred|rsync|ln)\b"
)
"""How commands begin that change the files they name."""
Made = tuple[Seed, list[Call], list[Call]]
"""A seed, its calls, and its harmless calls."""
_MOST_SEEDS, _MOST_FILES, _MOST_READ, _MOST_BRIEF = 16, 5, 3, 12
"""How many commands, files that may not be changed and files that may not be read, of one guard, are attacked.

So many other files that may not be changed are attacked with few calls.
"""
_MOST_OPERANDS = 2
"""How many commands of one pattern differ in nothing but what they are about."""
_WRITES_INTO = late_pattern(r"(?:tee|sed -i|cp|mv|install|cat|echo|printf|perl)\b.*[\s>]([\w./-]+/)[\w.*-]*\Z")
"""A command that writes into a folder."""
_NAMED = "Its own pattern names the command."


def own_seed(command: str, texts: Sequence[str], why: str = _NAMED, stopped: Collection[str] = ()) -> Seed:
    """A seed for a command that a guard with these texts and `stopped` commands names, with other words for it."""
    name = command.removeprefix(CLIENT).strip(' ";')
    seed = with_policies(Seed(name=name[:40], command=command, why=why, own=True))
    known = {(it.word, it.instead) for it in seed.swaps}
    more = (it for it in other_runners(command, texts, stopped) if (it.word, it.instead) not in known)
    seed = replace(seed, swaps=(*seed.swaps, *more), here=is_here(command, texts))
    return with_deletions(with_effects(seed, texts))


class Stopped(Struct, frozen=True):
    """What a guard stops unchanged: `seeds`, commands, and paths by what may not be done to the files.

    A seed has its danger before it.  The commands are those of one pattern each.  What is `lost` are files that it does
    not let code delete, though it may let other commands change them.
    """

    seeds: frozenset[tuple[str, str]] = frozenset()
    commands: tuple[tuple[str, ...], ...] = ()
    written: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    lost: tuple[InCode, ...] = ()


def with_own(
    aims: Sequence[Aim], found: Stopped, known: Mapping[str, Danger], texts: Sequence[str] = ()
) -> tuple[Aim, ...]:
    """The aims, and one with what the guard stops beside, unless a seed shows it that the guard stops as well.

    `texts` are those of the guard.
    """
    seeds = [it for aim in aims for it in aim.seeds if (aim.name, it.name) in found.seeds]
    of_files = {f"{program} {path}" for program in _WRITERS for path in found.written}
    new = [
        kept
        for every in found.commands
        if (kept := tuple(it for it in every if it not in of_files and not _is_covered(it, found.written)))
    ]
    named = tuple(islice(_one_of_each(new, seeds, texts), _MOST_SEEDS))
    named, printed = _without_printed(named, found.read, known, texts)
    every = [it for of_one in found.commands for it in of_one]
    made = (with_other_managers(own_seed(it, texts, stopped=every), named, texts) for it in named)
    stated = [in_known_forms(it, known) for it in made]
    commands = [it for it, _, _ in stated]
    files: list[Seed] = []
    calls = [it for _, its, _ in stated for it in its]
    calls += (it for seed in commands for it in calls_of(seed, texts))
    harmless = [it for seed in commands for it in (*harmless_beside(seed, texts), *harmless_beside_deletions(seed))]
    harmless += (it for _, _, its in stated for it in its)
    harmless += (it for seed in commands for it in harmless_of(seed, texts))
    for source, paths, most in ((WRITTEN, found.written, _MOST_FILES), (READ, found.read, _MOST_READ)):
        # A guard that is only asked about tools for files stops no command of a seed.
        known_seeds = [it for aim in aims if aim.name == source[0] for it in aim.seeds]
        each = _of_each_sort(it for it in paths if not any(shows(seed, it) for seed in known_seeds))
        for path in each[:most]:
            seed, its, less = for_file(path, source, known, texts)
            files += seed
            calls += its
            harmless += less if source == READ or path not in found.read else ()
        for path in each[most : most + _MOST_BRIEF] if source == WRITTEN else ():
            seed, its = in_brief(path, source, known)
            files += seed
            calls += its
    for named_in_code in [it for it in found.lost if it.path not in found.written][:_MOST_FILES]:
        seed, its, less = for_file(named_in_code.path, WRITTEN, known, texts)
        lost = [of_lost(it, named_in_code) for it in seed]
        files += lost
        calls += calls_of_lost(its, named_in_code.path)
        harmless += (replace(it, seed=one.name) for it in less for one in lost)
    own = (*commands, *files)
    if not own:
        return with_more(aims, printed)
    danger = Danger(does="its own patterns name", seeds=own, calls=tuple(calls), harmless=tuple(harmless))
    return with_more((*aims, Aim(OWN_PATTERNS, danger, own, is_named=False)), printed)


def _is_into(command: str, written: Iterable[str]) -> bool:
    """Whether the command only writes into the folder of a file that nobody may change."""
    into = _WRITES_INTO.match(command)
    return into is not None and any(it.startswith(into[1].removeprefix("./")) for it in written)


def _is_covered(command: str, written: Sequence[str]) -> bool:
    """Whether the seed of a file that nobody may change has all that the command does."""
    return _is_into(command, written) or _is_of_folder(command, written)


def _is_of_folder(command: str, written: Iterable[str]) -> bool:
    """Whether the command changes files of a folder, of which a file has a seed with all that can be done to it."""
    folders = {it.rstrip("/") for it in command.split() if "/" in it} if _CHANGES_FILES.match(command) else set()
    return any(it.startswith(f"{folder}/") for it in written for folder in folders)


def _without_printed(
    named: Sequence[str], read: Collection[str], known: Mapping[str, Danger], texts: Sequence[str]
) -> tuple[tuple[str, ...], list[tuple[Seed, list[Call], list[Call]]]]:
    """The commands without those that print a file, and what is attacked for each of these files instead.

    Those for files that the guard does not let be `read` are attacked anyway.
    """
    paths = {it: path for it in named if whole_program(it) is None and (path := file_read(it))}
    firsts = {path: it for it, path in reversed(paths.items()) if path not in read}
    made = [it for path, command in firsts.items() for it in _printed(path, command, known, texts)]
    return tuple(it for it in named if it not in paths), made[::-1]


def _printed(
    path: str, command: str, known: Mapping[str, Danger], texts: Sequence[str]
) -> Iterator[tuple[Seed, list[Call], list[Call]]]:
    """What is attacked for a file that the command prints, be it in the project or outside."""
    if (outside := printed_outside(path, command, known)) is not None:
        yield outside
        return
    seeds, calls, harmless = for_file(path, READ, known, texts)
    yield from ((it, calls, harmless) for it in seeds)


def with_more(aims: Sequence[Aim], made: Iterable[tuple[Seed, Sequence[Call], Sequence[Call]]]) -> tuple[Aim, ...]:
    """The aims with more seeds of what only this guard names; each with its calls and harmless calls."""
    every = list(made)
    if not every:
        return tuple(aims)
    empty = Aim(OWN_PATTERNS, Danger(does="its own patterns name", seeds=()), (), is_named=False)
    before = next((it for it in aims if it.name == OWN_PATTERNS), empty)
    seeds = (*before.seeds, *(seed for seed, _, _ in every))
    calls = (*before.danger.calls, *(it for _, its, _ in every for it in its))
    harmless = (*before.danger.harmless, *(it for _, _, its in every for it in its))
    danger = replace(before.danger, seeds=seeds, calls=calls, harmless=harmless)
    return (*(it for it in aims if it.name != OWN_PATTERNS), replace(before, danger=danger, seeds=seeds))


def _one_of_each(every: Iterable[Sequence[str]], seeds: Sequence[Seed], texts: Sequence[str]) -> Iterator[str]:
    """The first command of each pattern that no seed covers, and then those of its other programs and subcommands.

    None goes on a command before, or is another form of one.
    """
    left = (tuple(it for it in commands if not any(_covers(seed, it, texts) for seed in seeds)) for commands in every)
    new = [it for it in left if it]
    others = map(_branches, new)
    before: list[str] = []
    forms: set[str] = set()
    heads: set[str] = set()
    for command in (*(it[0] for it in new), *(it for turn in zip_longest(*others) for it in turn if it)):
        is_known = whole_program(command) is not None and subcommand(command) in heads
        if (
            not is_known
            and not any(it.startswith(command) for it in forms)
            and not any(command.startswith(it) for it in before)
        ):
            before.append(command)
            heads.add(subcommand(command))
            seed = own_seed(command, texts)
            # What another program does that is only like this one has forms of its own.
            program = command.split(" ", 1)[0]
            of_it = (f"{program} ", f"sudo {program} ")
            same = (it.command for it in seed.same if not it.partial or it.command.startswith(of_it))
            forms |= {*same, *(swapped(command, it) for it in seed.swaps)}
            yield command


def _branches(commands: Sequence[str]) -> list[str]:
    """One command of each program, then one of each other subcommand, and some with other operands.

    Of several programs that print the same file, the first stands for all.
    """
    printed = {path: it for it in reversed(commands) if (path := _file_printed(it))}
    each = [it for it in commands if not (path := _file_printed(it)) or printed[path] == it]
    of_programs = {it.split(" ", 1)[0]: it for it in reversed(each)}
    of_subcommands = {subcommand(it): it for it in reversed(each)}
    # A host that a request is not let through to has calls of its own.
    named = (it for it in reversed(each) if not it.rpartition(" ")[2].startswith("-") and "://" not in it)
    of_operands = {it.rpartition(" ")[2]: it for it in named}
    firsts = {*of_programs.values(), *of_subcommands.values()}
    kept = sorted((it for it in each if it in firsts), key=lambda it: it not in of_programs.values())
    return [*kept, *islice((it for it in each if it not in firsts and it in of_operands.values()), _MOST_OPERANDS)]


def _file_printed(command: str) -> str | None:
    """The file that the command prints; None for a call that stands for its program, whatever it prints."""
    return file_read(command) if whole_program(command) is None else None


def _covers(seed: Seed, command: str, texts: Sequence[str]) -> bool:
    """Whether the seed shows a command, and has its subcommand where its program does nothing without one.

    Where more is known of what does the same as the command, it needs a seed of its own.
    """
    if not shows(seed, command):
        return False
    is_named = whole_program(command) is None or any(subcommand(command) in it for it in texts)
    if is_named and has_more_effects(command, seed.command, texts):
        return False
    program, head = command.split(" ", 1)[0], subcommand(command)
    if program == "git" or program == head or program not in programs():
        return True
    return any(head == subcommand(it) for it in (seed.command, *(form.command for form in seed.same)))


def _of_each_sort(paths: Iterable[str]) -> list[str]:
    """The paths, first one of each sort: in a folder, by its ending, by its name, a script."""
    sorts: dict[str, list[str]] = {}
    for it in paths:
        is_script = it.endswith((".sh", ".bash"))
        sort = "script" if is_script else "folder" if "/" in it else "ending" if it.startswith("server.") else "name"
        sorts.setdefault(sort, []).append(it)
    return [it for turn in zip_longest(*sorts.values()) for it in turn if it is not None]
