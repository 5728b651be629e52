"""Which word of a command is the script that it runs: by itself, through an interpreter, or behind wrappers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from hookwright.patterns import late_pattern
from hookwright.shell.programs import INTERPRETERS, WRAPPERS, Interpreter, known_as, word_set

SCRIPT_SUFFIX = late_pattern(r"\.(?:sh|bash|zsh|ksh|fish|py|[cm]?[jt]s|tsx|rb|pl|php|lua)\Z")

_ASSIGNMENT = late_pattern(r"[A-Za-z_]\w*=")
_VERSION = late_pattern(r"(?<=\w)@[^/]*\Z")
_MODULE_NAME = late_pattern(r"[A-Za-z_]\w*(?:\.\w+)*\Z")
_DRIVE = late_pattern(r"[A-Za-z]:[\\/]")
_PROGRAM_FOLDERS = frozenset({"bin", "sbin", ".bin"})
_INSTALLED = frozenset({"node_modules", "venv", ".venv", "env"})


# Programs that are many in one.
_HAVE_THEIR_OWN = frozenset({"busybox", "toybox"})


class Way(StrEnum):
    """How a script is run."""

    DIRECT = "direct"
    INTERPRETER = "interpreter"
    MODULE = "module"
    PROGRAM = "program"


class ScriptWord(Struct, frozen=True):
    """Which of a command's words names the script, how it is run, and by which interpreter: empty if by itself.

    A module is named as Python does, with dots.  A program is named by its path, and is no script of the hooks.
    """

    index: int
    way: Way
    interpreter: str = ""


class _Arguments(Struct, frozen=True, kw_only=True):
    """How a program's arguments lead to what it runs.

    `verbs` are the subcommands that run something; without one it runs nothing where it `needs_verb`.  `valued` are
    the options that take the next word, `ends` those behind which no script follows, `letters` the same in `-abc`.
    A module's name follows one of the `modules`.  Assignments are skipped where it `assigns`; files that end in
    `suffix`, and those behind one of the options `scripts`, are run as scripts, by the `interpreter`.  One that
    `installs` is given the names of packages.
    """

    verbs: frozenset[str] = frozenset()
    needs_verb: bool = False
    valued: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    letters: str = ""
    modules: frozenset[str] = frozenset()
    assigns: bool = True
    suffix: str = ""
    scripts: frozenset[str] = frozenset()
    interpreter: str = ""
    installs: bool = False


def _of_interpreter(it: Interpreter) -> _Arguments:
    letters = "".join(code[1] for code in it.code if _LETTER.match(code))
    return _Arguments(
        verbs=it.verbs,
        valued=it.valued | it.loads,
        ends=it.code,
        letters=letters + "s" if it.shell else letters,
        modules=frozenset({f"-{it.module}"} if it.module else ()),
        assigns=False,
    )


_LETTER = late_pattern(r"-\w\Z")
_RUN = _Arguments(verbs=word_set("run exec"), needs_verb=True)
_PACKAGE = _Arguments(
    valued=word_set("-p --package --prefix --dir -C"), ends=word_set("-c --call"), assigns=False, installs=True
)
# What runs a command in the environment of a project.
_RUNNERS = {
    "uv": _Arguments(
        verbs=word_set("run"),
        needs_verb=True,
        valued=word_set(
            "-p --python --with --with-editable --with-requirements --project --extra --group --only-group --env-file "
            "--index --index-url -i --default-index --cache-dir --config-file --package --refresh-package"
        ),
        ends=word_set("--directory"),
        modules=word_set("-m --module"),
        suffix=".py",
        scripts=word_set("-s --script"),
        interpreter="python",
    ),
    **dict.fromkeys(("poetry", "pipenv", "pdm", "rye", "hatch", "bundle"), _RUN),
    **dict.fromkeys(("npx", "bunx", "pnpx"), _PACKAGE),
    **dict.fromkeys(("pnpm", "yarn"), replace(_PACKAGE, verbs=word_set("exec dlx"))),
    "npm": replace(_PACKAGE, verbs=word_set("exec x"), needs_verb=True),
}
_ARGUMENTS = {
    **{name: _of_interpreter(it) for name, it in INTERPRETERS.items()},
    **_RUNNERS,
}


def script_word(words: Sequence[str | None]) -> ScriptWord | None:
    """The word that names the script; None if there is none, or it cannot be told (a None word)."""
    index, installs = 0, False
    while index < len(words):
        word = words[index]
        if word is None:
            return None
        name = known_as(_VERSION.sub("", word) if installs else word)
        wrapper = WRAPPERS.get(name)
        if wrapper is not None and not wrapper.feeds and not installs:
            wrapped = wrapper.read(words[index + 1 :])
            if wrapper.hides(wrapped):
                return None
            index += 1 + wrapped.start
            continue
        arguments = _ARGUMENTS.get(name)
        if arguments is None:
            path = word.replace("\\", "/") if _DRIVE.match(word) else word
            is_file = "/" in path and not installs and not _is_installed(path)
            return ScriptWord(index, Way.DIRECT) if is_file else None
        following = _past_options(words, index + 1, arguments)
        if following is None or following.index >= len(words):
            return None
        named = words[following.index]
        if following.names_module:
            is_name = named is not None and _MODULE_NAME.match(named)
            return ScriptWord(following.index, Way.MODULE, arguments.interpreter or name) if is_name else None
        if (interpreter := INTERPRETERS.get(name)) is not None:
            is_named = named and _is_script(named, interpreter)
            return ScriptWord(following.index, Way.INTERPRETER, name) if is_named else None
        if arguments.suffix and named and (named.endswith(arguments.suffix) or following.names_script):
            return ScriptWord(following.index, Way.INTERPRETER, arguments.interpreter)
        index, installs = following.index, arguments.installs
    return None


def programs_by_path(words: Sequence[str | None]) -> Iterator[ScriptWord]:
    """The words that name a program by its path: the first one, and those behind wrappers such as `timeout`."""
    for index in program_indices(words):
        if "/" in (words[index] or ""):
            yield ScriptWord(index, Way.PROGRAM)


def program_indices(words: Sequence[str | None]) -> Iterator[int]:
    """Which words of a command are programs that it starts: wrappers, and the one behind them."""
    index = 0
    while index < len(words) and (word := words[index]) is not None:
        yield index
        wrapper = WRAPPERS.get(known_as(word))
        wrapped = wrapper.read(words[index + 1 :]) if wrapper is not None else None
        if wrapper is None or wrapped is None or wrapper.hides(wrapped) or known_as(word) in _HAVE_THEIR_OWN:
            return
        index += 1 + wrapped.start


class _Behind(Struct, frozen=True):
    """The first word behind a program's own: a module's name, or where an option says so, a script's, or any other."""

    index: int
    names_module: bool = False
    names_script: bool = False


def _past_options(words: Sequence[str | None], index: int, program: _Arguments) -> _Behind | None:
    """The first word that is no option; None if no script follows."""
    verb_follows, names_script = bool(program.verbs), False
    while index < len(words):
        word = words[index]
        if word is None:
            return None
        if verb_follows and word in program.verbs:
            verb_follows = False
        elif _leads_to_module(word, program):
            return None if verb_follows and program.needs_verb else _Behind(index + 1, names_module=True)
        elif word in program.valued:
            index += 1
        elif word == "--":
            return None if verb_follows and program.needs_verb else _Behind(index + 1, names_script=names_script)
        elif word.startswith("-"):
            if _ends(word, program):
                return None
            names_script = names_script or word in program.scripts
        elif _ASSIGNMENT.match(word) and program.assigns:
            pass
        else:
            return None if verb_follows and program.needs_verb else _Behind(index, names_script=names_script)
        index += 1
    return None


def _leads_to_module(option: str, program: _Arguments) -> bool:
    """Whether a module's name is the next word: behind `-m`, `-um` and so on."""
    if not option.startswith("-") or option.startswith("--"):
        return option in program.modules
    return f"-{option[-1]}" in program.modules and not any(it in program.letters for it in option[1:])


def _ends(option: str, program: _Arguments) -> bool:
    if option == "-" or option.partition("=")[0] in program.ends:
        return True
    if option.startswith("--"):
        return False
    return any(it in program.letters or f"-{it}" in program.modules for it in option[1:])


def _is_script(word: str, program: Interpreter) -> bool:
    """Whether an interpreter's argument is a script of its language, and not the name of a task or a folder."""
    return SCRIPT_SUFFIX.search(word) is not None or (program.shell and "/" in word)


def _is_installed(path: str) -> bool:
    """Whether a path is that of an installed program, not of a script that belongs to the hooks."""
    folders = path.split("/")[:-1]
    if _INSTALLED.intersection(folders) or folders[-1] == ".bin":
        return True
    return path.startswith("/") and folders[-1] in _PROGRAM_FOLDERS and not SCRIPT_SUFFIX.search(path)
