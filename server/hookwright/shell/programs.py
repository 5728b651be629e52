"""Programs that run what their arguments name: interpreters a script or code, wrappers a command behind their own."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_VERSION = re.compile(r"(?<=[a-z])\d+(?:\.\d+)*\Z")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SHELLS = _words("sh bash dash zsh ksh")
"""The shells that hooks are written for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpreter:
    """How one is told what to run: `code` are the letters and options before code, `loads` those before files.

    `valued` are the other options with a value, `module` is the letter of a module's name, `verbs` are the words before
    a script.  `elsewhere` matches an option with its value that loads what is not read.
    """

    language: str
    shell: bool = False
    code: frozenset[str] = frozenset()
    loads: frozenset[str] = frozenset()
    valued: frozenset[str] = frozenset()
    module: str = ""
    verbs: frozenset[str] = frozenset()
    elsewhere: re.Pattern[str] = re.compile(r"(?!)")


_SHELL = Interpreter(
    language="sh",
    shell=True,
    code=_words("-c"),
    loads=_words("--rcfile --init-file"),
    valued=_words("-o -O +o +O"),
)
_PYTHON = Interpreter(
    language="python",
    code=_words("-c"),
    valued=_words("-W -X"),
    module="m",
    # The category of a warning is imported.
    elsewhere=re.compile(r"-\w*W.*:.*:"),
)
_NODE = Interpreter(
    language="node",
    code=_words("-e -p --eval --print"),
    loads=_words("-r --require --import --loader --experimental-loader --env-file"),
    valued=_words("-C --conditions --title"),
    verbs=_words("run"),
)
_SCRIPTING = Interpreter(language="other", code=_words("-e -E"))
# Where modules are looked for, and in Ruby and Lua those to load.
_PERL = replace(_SCRIPTING, valued=_words("-I -M"), elsewhere=re.compile(r"-\w*[IdSx]|-[Mm]'?lib\b"))
_RUBY = replace(_SCRIPTING, valued=_words("-I -r -C"), elsewhere=re.compile(r"-\w*[IrCSx]"))
_LUA = replace(_SCRIPTING, valued=_words("-l"), elsewhere=re.compile(r"-l"))

INTERPRETERS = {
    **dict.fromkeys(_words("sh bash dash ksh mksh zsh ash fish rbash"), _SHELL),
    **dict.fromkeys(_words("python pypy pythonw"), _PYTHON),
    **dict.fromkeys(_words("node nodejs tsx bun"), _NODE),
    "ts-node": replace(_NODE, valued=_NODE.valued | _words("-P --project")),
    "deno": Interpreter(
        language="node", code=_words("eval"), loads=_words("--preload --import-map"), valued=_words("-c --config"),
        verbs=_words("run"),
    ),
    "perl": _PERL,
    "ruby": _RUBY,
    **dict.fromkeys(_words("lua luajit"), _LUA),
    **dict.fromkeys(_words("tclsh wish osascript Rscript groovy"), _SCRIPTING),
    "php": Interpreter(language="other", code=_words("-r"), valued=_words("-d -c"), elsewhere=re.compile(r"-[dcSz]")),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrapper:
    """How a program's own arguments end, behind which the command begins that it runs.

    `valued` are its options with a value, `operands` the number of words before the command.  With an option of `moves`
    the command runs in another folder, which is its value; with one of `splits` the command is inside of one word, and
    with one of `asks` it is not run.  One that `feeds` the command gives it more arguments.
    """

    valued: frozenset[str] = frozenset()
    operands: int = 0
    moves: frozenset[str] = frozenset()
    splits: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()
    feeds: bool = False


WRAPPERS = {
    "sudo": Wrapper(
        valued=_words("-u -g -h -p -C -T -U"), moves=_words("-D --chdir -R --chroot"), asks=_words("-l -v --list")
    ),
    "doas": Wrapper(valued=_words("-u -C")),
    "env": Wrapper(
        valued=_words("-u --unset"), moves=_words("-C --chdir"), splits=_words("-S --split-string")
    ),
    "timeout": Wrapper(valued=_words("-k --kill-after -s --signal"), operands=1),
    "nice": Wrapper(valued=_words("-n --adjustment")),
    "ionice": Wrapper(valued=_words("-c -n -p")),
    "exec": Wrapper(valued=_words("-a")),
    "stdbuf": Wrapper(valued=_words("-i -o -e")),
    "xargs": Wrapper(valued=_words("-I -i -n -P -d -L -s -a -E"), feeds=True),
    "command": Wrapper(asks=_words("-v -V")),
    **dict.fromkeys(_words("builtin nohup setsid time caffeinate chronic unbuffer busybox"), Wrapper()),
}  # fmt: skip


def known_as(word: str) -> str:
    """The name of a program without its folder and the version at its end: `python3.11` is `python`."""
    return _VERSION.sub("", word.rpartition("/")[2])
