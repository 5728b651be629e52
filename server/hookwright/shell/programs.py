"""Programs that run what their arguments name: interpreters a script or code, wrappers a command behind their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from hookwright.patterns import late_pattern

_ASSIGNMENT = late_pattern(r"([A-Za-z_]\w*)\+?=")
_VERSION = late_pattern(r"(?<=[a-z])\d+(?:\.\d+)*\Z")


def word_set(text: str) -> frozenset[str]:
    """The words of a table's row."""
    return frozenset(text.split())


SHELLS = word_set("sh bash dash zsh ksh")
"""The shells that hooks are written for."""


class Interpreter(Struct, frozen=True, kw_only=True):
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
    elsewhere: re.Pattern[str] = late_pattern(r"(?!)")


_SHELL = Interpreter(
    language="sh",
    shell=True,
    code=word_set("-c"),
    loads=word_set("--rcfile --init-file"),
    valued=word_set("-o -O +o +O"),
)
_PYTHON = Interpreter(
    language="python",
    code=word_set("-c"),
    valued=word_set("-W -X"),
    module="m",
    # The category of a warning is imported.
    elsewhere=late_pattern(r"-\w*W.*:.*:"),
)
_NODE = Interpreter(
    language="node",
    code=word_set("-e -p --eval --print"),
    loads=word_set("-r --require --import --loader --experimental-loader --env-file"),
    valued=word_set("-C --conditions --title"),
    verbs=word_set("run"),
)
_SCRIPTING = Interpreter(language="other", code=word_set("-e -E"))
# Where modules are looked for, and in Ruby and Lua those to load.
_PERL = replace(_SCRIPTING, valued=word_set("-I -M"), elsewhere=late_pattern(r"-\w*[IdSx]|-[Mm]'?lib\b"))
_RUBY = replace(_SCRIPTING, valued=word_set("-I -r -C"), elsewhere=late_pattern(r"-\w*[IrCSx]"))
_LUA = replace(_SCRIPTING, valued=word_set("-l"), elsewhere=late_pattern(r"-l"))

INTERPRETERS = {
    **dict.fromkeys(word_set("sh bash dash ksh mksh zsh ash fish rbash"), _SHELL),
    **dict.fromkeys(word_set("python pypy pythonw"), _PYTHON),
    **dict.fromkeys(word_set("node nodejs tsx bun"), _NODE),
    "ts-node": replace(_NODE, valued=_NODE.valued | word_set("-P --project")),
    "deno": Interpreter(
        language="node",
        code=word_set("eval"),
        loads=word_set("--preload --import-map"),
        valued=word_set("-c --config"),
        verbs=word_set("run"),
    ),
    "perl": _PERL,
    "ruby": _RUBY,
    **dict.fromkeys(word_set("lua luajit"), _LUA),
    **dict.fromkeys(word_set("tclsh wish osascript Rscript groovy"), _SCRIPTING),
    "php": Interpreter(
        language="other", code=word_set("-r"), valued=word_set("-d -c"), elsewhere=late_pattern(r"-[dcSz]")
    ),
}


class Wrapped(Struct, frozen=True):
    """A wrapper's own arguments: `start` is the index of the first word of the command behind them.

    `options` are named as in `-u` and `--user`, each letter of `-nu` by itself; `assigned` are the variables it sets.
    """

    start: int
    options: tuple[str, ...]
    assigned: tuple[str, ...]


class Wrapper(Struct, frozen=True, kw_only=True):
    """How a program's own arguments end, behind which the command begins that it runs.

    `valued` are its options with a value, `operands` the number of words before the command; one that `assigns` may
    set variables before it.  With an option of `moves` the command runs in another folder, which is its value; with
    one of `splits` the command is inside of its value, with one of `texts` it is a text for a shell, which is the next
    word, and with one of `asks` it is not run.  One that `feeds` the command gives it more arguments; one that `joins`
    makes a text for a shell of the words.
    """

    valued: frozenset[str] = frozenset()
    operands: int = 0
    assigns: bool = False
    moves: frozenset[str] = frozenset()
    splits: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    feeds: bool = False
    joins: bool = False

    def hides(self, wrapped: Wrapped) -> bool:
        """Whether what it runs is not the command behind its own arguments, or is it elsewhere."""
        return self.joins or not (self.moves | self.splits | self.asks | self.texts).isdisjoint(wrapped.options)

    def read(self, words: Sequence[str | None]) -> Wrapped:
        """Its own among these arguments, up to the command or to a word that only a run can tell (None)."""
        index, operands, ended = 0, self.operands, False
        options: list[str] = []
        assigned: list[str] = []
        while index < len(words) and (word := words[index]) is not None:
            if word == "--" and not ended:
                ended = True
            elif word.startswith("-") and not ended:
                named, takes_next = self._options(word)
                options += named
                index += takes_next
            elif self.assigns and (found := _ASSIGNMENT.match(word)):
                assigned.append(found[1])
            elif operands:
                operands -= 1
            else:
                break
            index += 1
        return Wrapped(index, tuple(options), tuple(assigned))

    def _options(self, word: str) -> tuple[list[str], bool]:
        """The options that a word names, and whether the next word is the value of the last."""
        valued = self.valued | self.moves | self.splits
        if word.startswith("--"):
            option, given, _ = word.partition("=")
            # GNU's programs take the beginning of an option for it.
            option = next((it for it in sorted(valued | self.asks | self.texts) if it.startswith(option)), option)
            return [option], option in valued and not given
        named: list[str] = []
        for index, letter in enumerate(word[1:], start=2):
            named.append(f"-{letter}")
            if named[-1] in valued:
                return named, index == len(word)
        return named, False


WRAPPERS = {
    "sudo": Wrapper(
        valued=word_set(
            "-u -g -h -p -C -T -U -r -t -a -c --user --group --host --prompt --close-from --command-timeout "
            "--other-user --role --type --auth-type --login-class"
        ),
        assigns=True,
        moves=word_set("-D --chdir -R --chroot"),
        asks=word_set("-l -v --list --validate"),
    ),
    "doas": Wrapper(valued=word_set("-u -C -a"), assigns=True),
    "env": Wrapper(
        valued=word_set("-u -a --unset --argv0"),
        assigns=True,
        moves=word_set("-C --chdir"),
        splits=word_set("-S --split-string"),
    ),
    "timeout": Wrapper(valued=word_set("-k --kill-after -s --signal"), operands=1),
    "nice": Wrapper(valued=word_set("-n --adjustment")),
    "ionice": Wrapper(valued=word_set("-c -n -p -P -u --class --classdata --pid --pgid --uid")),
    "exec": Wrapper(valued=word_set("-a")),
    "stdbuf": Wrapper(valued=word_set("-i -o -e --input --output --error")),
    "time": Wrapper(valued=word_set("-f -o --format --output")),
    "caffeinate": Wrapper(valued=word_set("-t -w")),
    "xargs": Wrapper(
        valued=word_set(
            "-I -n -P -d -L -s -a -E --max-args --max-procs --max-chars --delimiter --arg-file --process-slot-var"
        ),
        feeds=True,
    ),
    "command": Wrapper(asks=word_set("-v -V")),
    "flock": Wrapper(
        valued=word_set("-w -E --wait --timeout --conflict-exit-code"), operands=1, texts=word_set("-c --command")
    ),
    "prlimit": Wrapper(valued=word_set("-p -o --pid --output"), asks=word_set("-p --pid")),
    "setpriv": Wrapper(
        valued=word_set(
            "--ambient-caps --inh-caps --bounding-set --groups --regid --rgid --egid --reuid --ruid --euid --securebits"
            " --selinux-label --apparmor-profile --pdeathsig --ptracer --landlock-access --landlock-rule"
            " --seccomp-filter"
        ),
        asks=word_set("-d --dump"),
    ),
    "chrt": Wrapper(
        valued=word_set("-T -P -D --sched-runtime --sched-period --sched-deadline"),
        operands=1,
        asks=word_set("-m -p --max --pid"),
    ),
    "taskset": Wrapper(operands=1, asks=word_set("-p --pid")),
    "choom": Wrapper(valued=word_set("-n -p --adjust --pid"), asks=word_set("-p --pid")),
    "uclampset": Wrapper(valued=word_set("-m -M -p --pid"), asks=word_set("-p --pid")),
    "strace": Wrapper(valued=word_set("-o -e -p -s -u -E -a -I -O -S -P -b -X -U"), asks=word_set("-p --attach")),
    "watch": Wrapper(valued=word_set("-n -q --interval --equexit"), joins=True),
    "sg": Wrapper(operands=1, texts=word_set("-c")),
    **dict.fromkeys(word_set("builtin nohup setsid chronic unbuffer busybox toybox eatmydata fakeroot"), Wrapper()),
}


_GNU = {f"g{it}": it for it in word_set("timeout nice env stdbuf nohup xargs find awk sed")}


# Rules and scripts ask for the same few names again and again.
@lru_cache(maxsize=1024)
def known_as(word: str) -> str:
    """The name of a program without its folder and the version at its end: `python3.11` is `python`.

    GNU's programs are called `gtimeout` and so on where others came first.
    """
    name = _VERSION.sub("", word.rpartition("/")[2])
    return _GNU.get(name, name)
