"""Which word of a command is the script that it runs: by itself, through an interpreter, or behind wrappers."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.shell.programs import INTERPRETERS, WRAPPERS, Interpreter, known_as, word_set

SCRIPT_SUFFIX = late_pattern(r"\.(?:sh|bash|zsh|ksh|fish|py|[cm]?[jt]s|tsx|rb|pl|php|lua)\Z")

_ASSIGNMENT = late_pattern(r"[A-Za-z_]\w*=")
_DRIVE = late_pattern(r"[A-Za-z]:[\\/]")
_PROGRAM_FOLDERS = frozenset({"bin", "sbin", ".bin"})
_INSTALLED = frozenset({"node_modules", "venv", ".venv", "env"})


class Way(StrEnum):
    """How a script is run."""

    DIRECT = "direct"
    INTERPRETER = "interpreter"


class ScriptWord(Struct, frozen=True):
    """Which of a command's words names the script, how it is run, and by which interpreter: empty if by itself."""

    index: int
    way: Way
    interpreter: str = ""


class _Arguments(Struct, frozen=True, kw_only=True):
    """How a program's arguments lead to what it runs.

    `verbs` are the subcommands that run something; without one it runs nothing where it `needs_verb`.  `valued` are
    the options that take the next word, `ends` those behind which no script follows, `letters` the same in `-abc`.
    Assignments are skipped where it `assigns`; files that end in `suffix` are run as scripts, by the `interpreter`.
    """

    verbs: frozenset[str] = frozenset()
    needs_verb: bool = False
    valued: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    letters: str = ""
    assigns: bool = True
    suffix: str = ""
    interpreter: str = ""


def _of_interpreter(it: Interpreter) -> _Arguments:
    letters = "".join(code[1] for code in it.code if _LETTER.match(code)) + it.module
    return _Arguments(
        verbs=it.verbs,
        valued=it.valued | it.loads,
        ends=it.code,
        letters=letters + "s" if it.shell else letters,
        assigns=False,
    )


_LETTER = late_pattern(r"-\w\Z")
_RUN = _Arguments(verbs=word_set("run exec"), needs_verb=True)
# What runs a command in the environment of a project.
_RUNNERS = {
    "uv": _Arguments(
        verbs=word_set("run"),
        needs_verb=True,
        valued=word_set(
            "-p --python --with --with-editable --with-requirements --project --extra --group --only-group --env-file "
            "--index --index-url -i --default-index --cache-dir --config-file --package --refresh-package"
        ),
        ends=word_set("--module --directory"),
        letters="m",
        suffix=".py",
        interpreter="python",
    ),
    **dict.fromkeys(("poetry", "pipenv", "pdm", "rye", "bundle"), _RUN),
}
_ARGUMENTS = {
    **{name: _of_interpreter(it) for name, it in INTERPRETERS.items()},
    **_RUNNERS,
}


def script_word(words: Sequence[str | None]) -> ScriptWord | None:
    """The word that names the script; None where there is none, or it cannot be told (a None word)."""
    index = 0
    while index < len(words):
        word = words[index]
        if word is None:
            return None
        name = known_as(word)
        wrapper = WRAPPERS.get(name)
        if wrapper is not None and not wrapper.feeds:
            wrapped = wrapper.read(words[index + 1 :])
            if wrapper.hides(wrapped):
                return None
            index += 1 + wrapped.start
            continue
        interpreter, arguments = INTERPRETERS.get(name), _ARGUMENTS.get(name)
        if arguments is None:
            path = word.replace("\\", "/") if _DRIVE.match(word) else word
            return ScriptWord(index, Way.DIRECT) if "/" in path and not _is_installed(path) else None
        following = _past_options(words, index + 1, arguments)
        if following is None or following >= len(words):
            return None
        named = words[following]
        if interpreter is not None:
            is_named = named and _is_script(named, interpreter)
            return ScriptWord(following, Way.INTERPRETER, name) if is_named else None
        if arguments.suffix and named and named.endswith(arguments.suffix):
            return ScriptWord(following, Way.INTERPRETER, arguments.interpreter)
        index = following
    return None


def _past_options(words: Sequence[str | None], index: int, program: _Arguments) -> int | None:
    """The first word that is no option; None where no script follows."""
    verb_follows = bool(program.verbs)
    while index < len(words):
        word = words[index]
        if word is None:
            return None
        if verb_follows and word in program.verbs:
            verb_follows = False
        elif word in program.valued:
            index += 1
        elif word == "--":
            return None if verb_follows and program.needs_verb else index + 1
        elif word.startswith("-"):
            if _ends(word, program):
                return None
        elif _ASSIGNMENT.match(word) and program.assigns:
            pass
        else:
            return None if verb_follows and program.needs_verb else index
        index += 1
    return None


def _ends(option: str, program: _Arguments) -> bool:
    if option == "-" or option.partition("=")[0] in program.ends:
        return True
    return not option.startswith("--") and any(it in program.letters for it in option[1:])


def _is_script(word: str, program: Interpreter) -> bool:
    """Whether an interpreter's argument is a script of its language, and not the name of a task or a folder."""
    return SCRIPT_SUFFIX.search(word) is not None or (program.shell and "/" in word)


def _is_installed(path: str) -> bool:
    """Whether a path is that of an installed program, not of a script that belongs to the hooks."""
    folders = path.split("/")[:-1]
    if _INSTALLED.intersection(folders) or folders[-1] == ".bin":
        return True
    return path.startswith("/") and folders[-1] in _PROGRAM_FOLDERS and not SCRIPT_SUFFIX.search(path)
