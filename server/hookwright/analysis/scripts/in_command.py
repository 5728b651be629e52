"""The scripts that a hook's command runs: where they are named in it, and where they have to lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.scripts.interpreters import ScriptWord, Way, programs_by_path, script_word
from hookwright.analysis.scripts.passing import Passing, failing_code, passing
from hookwright.analysis.scripts.words import Places, Words
from hookwright.paths import is_in, named_by
from hookwright.patterns import late_pattern
from hookwright.shell.nested import NestedText, nested_text
from hookwright.shell.parse import read_shell
from hookwright.shell.programs import word_set
from hookwright.shell.tree import Shell, ShellCommand, Word, WordPart

_IN_BRACES = late_pattern(r"\$\{(\w+)\}")
_OPENING = frozenset({"if", "while", "until", "for", "case", "select"})
_CLOSING = frozenset({"fi", "done", "esac"})
_FILE_TESTS = frozenset({"-d", "-e", "-f", "-h", "-L", "-r", "-s", "-w", "-x"})
_FAILURE_IS_FINE = ("true", ":", "exit 0")
# What follows them may run what they have made.
_MAKERS = word_set(
    "make just task ninja cmake mvn gradle gradlew npm yarn pnpm bun tsc esbuild cargo go dotnet docker pip uv poetry"
    " curl wget tar unzip rsync scp"
)
_FETCHING = word_set("clone submodule pull fetch checkout lfs worktree")
_LONGEST = 20_000
_LONG = 1000
_DEEPEST = 3


class ScriptRef(Struct, frozen=True):
    """A script that a command runs; `start` and `end` are indices into the command.

    `path` is absolute, None if it cannot be told, and `doubtful` if it may be another one, or may come to be.
    `optional`: the command looks for the script before it runs it, makes it, or goes on if it is missing.
    `folder` is where the command runs, and `nested` the text for another shell that it is named in.  `interpreter`
    reads the script, empty if it is run by itself.  `arguments` are the words behind it, None if only a run can
    tell.  `passes` is what the command hands on of it, and `fails_with` the one code of all failures, if there is one.
    """

    text: str
    start: int
    end: int
    way: Way
    path: str | None
    optional: bool
    doubtful: bool = False
    folder: str | None = None
    nested: NestedText | None = None
    interpreter: str = ""
    arguments: tuple[str | None, ...] = ()
    passes: Passing = Passing.PART
    fails_with: int | None = None


class _Step(Struct, frozen=True):
    """A command with its folder, and what its words and the files that it writes come to; `doubts` are of each word."""

    command: ShellCommand
    folder: str | None
    words: list[str | None]
    targets: list[str | None]
    doubts: list[bool]
    inner: tuple[ScriptRef, ...] = ()


def scripts(command: str, places: Places) -> tuple[ScriptRef, ...]:
    """Every script that a shell command runs, in the order of the text, none for very long ones; never raises."""
    if len(command) > _LONGEST:
        return ()
    find = _remembered if len(command) <= _LONG else _remembered_long
    rest = places.repository, places.guess, places.unset
    return find(command, places.folder, tuple(places.variables.items()), *rest)


def _scripts(
    command: str,
    start: str | None,
    variables: tuple[tuple[str, str], ...],
    repository: str | None,
    guess: bool,
    unset: frozenset[str],
) -> tuple[ScriptRef, ...]:
    return tuple(_found(command, Places(start, dict(variables), repository, guess, unset), _DEEPEST))


# A keystroke changes one command of a file; the others are judged again as they were.
_remembered = lru_cache(maxsize=4096)(_scripts)
# Several rules ask about each; few files have more than a handful.
_remembered_long = lru_cache(maxsize=64)(_scripts)


def _found(text: str, places: Places, depth: int) -> list[ScriptRef]:
    shell = read_shell(text)
    steps = list(_steps(shell, text, places, depth))
    tested = {path for it in steps if it.command.is_test for path in _paths(_asked_for(it), it.folder)}
    seen: set[str] = set()
    makes = False
    found: list[ScriptRef] = []
    for index, it in enumerate(steps):
        following = steps[index + 1].command if index + 1 < len(steps) else None
        may_fail = _may_fail(it.command, following)
        for ref in (*_script_of(it), *it.inner):
            optional = ref.optional or ref.path in seen or _is_tested(ref.path, tested) or may_fail
            passes = min(ref.passes, passing(shell, it.command))
            fails_with = failing_code(shell, it.command) or ref.fails_with
            doubtful = ref.doubtful or makes
            found.append(replace(ref, optional=optional, doubtful=doubtful, passes=passes, fails_with=fails_with))
        if following is not None:
            seen |= _paths((*it.words, *it.targets), it.folder)
            makes = makes or _makes(it.command)
    return found


def _steps(shell: Shell, text: str, places: Places, depth: int) -> Iterator[_Step]:
    """The commands of a text in their order, each as it is when it runs."""
    words = Words(places, shell)
    choices, strays = 0, False
    for it, folder in _followed(shell.sequence, places.folder, words.expand):
        choices += _opened(it)
        came_to, doubts = [], []
        for word in it.words:
            words.doubtful = strays
            came_to.append(words.expand(word, folder))
            doubts.append(words.doubtful)
        targets = [each.target for each in it.redirections if not each.operator.startswith("<<")]
        written = [words.expand(word, folder) for word in targets]
        words.doubtful = strays
        inner = _inner(it, text, words, folder, depth) if depth else ()
        yield _Step(it, folder, came_to, written, doubts, inner)
        strays = any(doubts) if it.name in ("cd", "pushd", "popd") else strays
        words.took(it, folder, in_choice=choices > 0)


def _inner(command: ShellCommand, text: str, words: Words, folder: str | None, depth: int) -> tuple[ScriptRef, ...]:
    """The scripts in the text that a command hands to another shell."""
    completed = False

    def known(word: Word, part: WordPart) -> str | None:
        nonlocal completed
        completed = True
        return words.part(word, part, folder)

    nested = nested_text(command, known)
    if nested is None:
        return ()
    refs = _found(nested.text, replace(words.inside(exported=completed), folder=folder), depth - 1)
    found = []
    for it in refs:
        start, end = nested.span(it.start, it.end)
        doubtful = it.doubtful or words.doubtful
        found.append(replace(it, text=text[start:end], start=start, end=end, doubtful=doubtful, nested=nested))
    return tuple(found)


def argument_script(words: list[str], places: Places) -> tuple[ScriptWord, str | None] | None:
    """Which of the words of a command without a shell is its script, and its absolute path if known."""
    known = [_IN_BRACES.sub(lambda it: places.variables.get(it[1], it[0]), it) for it in words]
    found = script_word(known)
    if found is None:
        return None
    word = known[found.index]
    if found.way is Way.MODULE:
        return found, None
    return found, None if word.startswith(("$", "~")) else named_by(word, places.folder)


def _script_of(step: _Step) -> Iterator[ScriptRef]:
    if not step.command.runs or step.command.is_test:
        return
    script = script_word(step.words)
    programs = (it for it in programs_by_path(step.words) if script is None or it.index != script.index)
    for found in (*programs, *((script,) if script is not None else ())):
        word, path = step.command.words[found.index], step.words[found.index] or ""
        there = named_by(path, step.folder) if found.way is not Way.MODULE else None
        yield ScriptRef(
            word.text,
            word.start,
            word.end,
            found.way,
            there,
            optional=False,
            doubtful=step.doubts[found.index],
            folder=step.folder,
            interpreter=found.interpreter,
            arguments=tuple(step.words[found.index + 1 :]),
            passes=Passing.ALL,
        )


def with_folders(
    commands: tuple[ShellCommand, ...], values: dict[str, str], folder: str | None
) -> Iterator[tuple[ShellCommand, str | None]]:
    """Each command with the folder that it runs in, as far as `cd` can be followed."""
    return _followed(commands, folder, lambda word, here: word.expand(_lookup(values, here)))


def _followed(
    commands: tuple[ShellCommand, ...], folder: str | None, expand: Callable[[Word, str | None], str | None]
) -> Iterator[tuple[ShellCommand, str | None]]:
    folders: dict[tuple[int, ...], str | None] = {(): folder}
    # Where `cd` is reached only if what is before it succeeds, what `&&` joins to it runs there, and no more is known.
    joined: set[tuple[int, ...]] = set()
    choices = 0
    for it in commands:
        choices += _opened(it)
        subshells = it.flow.subshells
        for depth in range(1, len(subshells) + 1):
            folders.setdefault(subshells[:depth], folders[subshells[: depth - 1]])
        if subshells in joined and it.flow.before != "&&":
            joined.discard(subshells)
            folders[subshells] = None
        here = folders[subshells]
        yield it, here
        if it.words and it.words[0].text in ("cd", "pushd", "popd"):
            folders[subshells] = None if choices else _entered(it, here, expand)
            if it.flow.before == "&&":
                joined.add(subshells)


def _opened(command: ShellCommand) -> int:
    """How many branches and loops a command opens, less those that end before it."""
    words = [*command.flow.keywords, *(it.text for it in command.words[:1])]
    return sum((it in _OPENING) - (it in _CLOSING) for it in words)


def _entered(command: ShellCommand, folder: str | None, expand: Callable[[Word, str | None], str | None]) -> str | None:
    words = [it for it in command.words if it.text != "--"]
    if command.flow.keywords or command.flow.before in ("||", "|") or len(words) != 2:
        return None
    target = expand(words[1], folder)
    return named_by(target, folder) if target and words[0].text != "popd" else None


def _asked_for(step: _Step) -> list[str | None]:
    """The operands of the file operators in a test."""
    words = zip(step.command.words, step.words, strict=True)
    return [path for (flag, _), (_, path) in pairwise(words) if flag.text in _FILE_TESTS]


def _paths(words: Iterable[str | None], folder: str | None) -> set[str]:
    found = (named_by(it, folder) for it in words if it)
    return {it for it in found if it}


def _makes(command: ShellCommand) -> bool:
    """Whether a command may bring files that its arguments do not name."""
    name, arguments = command.program
    return name in _MAKERS or (name == "git" and not _FETCHING.isdisjoint(arguments))


def _lookup(values: dict[str, str], folder: str | None) -> Callable[[str], str | None]:
    def value(name: str) -> str | None:
        return folder if name == "PWD" else values.get(name)

    return value


def _is_tested(path: str | None, tested: set[str]) -> bool:
    """Whether the path, or a folder above it, is asked for in a test."""
    return path is not None and any(is_in(path, it) for it in tested)


def _may_fail(command: ShellCommand, following: ShellCommand | None) -> bool:
    if command.flow.after != "||" or following is None:
        return False
    return " ".join(it.text for it in following.words) in _FAILURE_IS_FINE
