"""Which word of a command is the script that it runs: by itself, through an interpreter, or behind wrappers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

SCRIPT_SUFFIX = re.compile(r"\.(?:sh|bash|zsh|ksh|fish|py|[cm]?[jt]s|tsx|rb|pl|php|lua)\Z")

_VERSION = re.compile(r"(?<=[a-z])\d+(?:\.\d+)*\Z")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_PROGRAM_FOLDERS = frozenset({"bin", "sbin", ".bin"})
_INSTALLED = frozenset({"node_modules", "venv", ".venv", "env"})


class Way(StrEnum):
    """How a script is run."""

    DIRECT = "direct"
    INTERPRETER = "interpreter"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Program:
    """How a program's arguments lead to what it runs.

    `verbs` are the subcommands that run something (one has to stand there where `needs_verb`), `valued` the options
    that take the next word, `ends` those that mean that no script follows, `letters` the same inside of `-abc`.
    `operands` are skipped; files that end in `suffix` are run as scripts, all else as commands.  `scripts` tells an
    interpreter from what runs another command, `any_name` one that takes scripts of any name.
    """

    verbs: frozenset[str] = frozenset()
    needs_verb: bool = False
    valued: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    letters: str = ""
    operands: int = 0
    suffix: str = ""
    scripts: bool = False
    any_name: bool = False


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SHELL = _Program(valued=_words("-o -O +o +O --rcfile --init-file"), letters="cs", scripts=True, any_name=True)
_NODE = _Program(
    valued=_words(
        "-r --require --import --loader --experimental-loader -C --conditions --title --env-file -P --project"
    ),
    ends=_words("--eval --print --interactive"),
    letters="epi",
    scripts=True,
)
_LETTERS_OF_CODE = _Program(letters="eE", valued=_words("-I -r"), scripts=True)
_RUN = _Program(verbs=_words("run exec"), needs_verb=True)

_PROGRAMS = {
    **dict.fromkeys(("bash", "sh", "zsh", "dash", "ksh"), _SHELL),
    "python": _Program(valued=_words("-W -X"), letters="cm", scripts=True),
    **dict.fromkeys(("node", "tsx", "ts-node"), _NODE),
    "bun": _Program(verbs=_words("run"), valued=_NODE.valued, ends=_NODE.ends, letters="ep", scripts=True),
    "deno": _Program(verbs=_words("run"), needs_verb=True, valued=_words("-c --config"), scripts=True),
    **dict.fromkeys(("ruby", "perl"), _LETTERS_OF_CODE),
    "php": _Program(letters="r", valued=_words("-d -c"), scripts=True),
    "uv": _Program(
        verbs=_words("run"),
        needs_verb=True,
        valued=_words(
            "-p --python --with --with-editable --with-requirements --project --extra --group --only-group --env-file "
            "--index --index-url -i --default-index --cache-dir --config-file --package --refresh-package"
        ),
        ends=_words("--module --directory"),
        letters="m",
        suffix=".py",
    ),
    **dict.fromkeys(("poetry", "pipenv", "pdm", "rye", "bundle"), _RUN),
    "env": _Program(valued=_words("-u --unset"), ends=_words("-C --chdir -S --split-string"), letters="CS"),
    "exec": _Program(valued=_words("-a")),
    "command": _Program(letters="vV"),
    "timeout": _Program(valued=_words("-k --kill-after -s --signal"), operands=1),
    "nice": _Program(valued=_words("-n --adjustment")),
    "sudo": _Program(valued=_words("-u -g -h -p -C -D -R -T"), letters="lv"),
    **dict.fromkeys(("nohup", "setsid", "time", "stdbuf", "caffeinate"), _Program()),
}


def script_word(words: Sequence[str | None]) -> tuple[int, Way] | None:
    """Which word names the script, and how it is run; None where there is none, or it cannot be told (a None word)."""
    index = 0
    while index < len(words):
        word = words[index]
        if word is None:
            return None
        program = _PROGRAMS.get(_VERSION.sub("", word.rpartition("/")[2]))
        if program is None:
            path = word.replace("\\", "/") if _DRIVE.match(word) else word
            return (index, Way.DIRECT) if "/" in path and not _is_installed(path) else None
        following = _past_options(words, index + 1, program)
        if following is None or following >= len(words):
            return None
        named = words[following]
        if program.scripts:
            return (following, Way.INTERPRETER) if named and _is_script(named, program) else None
        if program.suffix and named and named.endswith(program.suffix):
            return following, Way.INTERPRETER
        index = following
    return None


def _past_options(words: Sequence[str | None], index: int, program: _Program) -> int | None:
    """The first word that is neither option nor operand; None where no script follows."""
    operands = program.operands
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
        elif _ASSIGNMENT.match(word) and not program.scripts:
            pass
        elif operands:
            operands -= 1
        else:
            return None if verb_follows and program.needs_verb else index
        index += 1
    return None


def _ends(option: str, program: _Program) -> bool:
    if option == "-" or option.partition("=")[0] in program.ends:
        return True
    return not option.startswith("--") and any(it in program.letters for it in option[1:])


def _is_script(word: str, program: _Program) -> bool:
    """Whether an interpreter's argument is a script of its language, and not the name of a task or a folder."""
    return SCRIPT_SUFFIX.search(word) is not None or (program.any_name and "/" in word)


def _is_installed(path: str) -> bool:
    """Whether a path is that of an installed program, not of a script that belongs to the hooks."""
    folders = path.split("/")[:-1]
    if _INSTALLED.intersection(folders) or folders[-1] == ".bin":
        return True
    return path.startswith("/") and folders[-1] in _PROGRAM_FOLDERS and not SCRIPT_SUFFIX.search(path)
