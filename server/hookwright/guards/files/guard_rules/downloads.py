"""Refuses to run what was just downloaded, and text that only a run can tell.

It cannot see what a program downloads and runs by itself, such as the install script of a package, and it does not know
where a file in the project came from that an earlier call downloaded.  What builds a repository or an archive that the
same text has brought, such as `make` and `npm install`, may run; a shell script of it may not.
"""

from __future__ import annotations

import os
import re

from shell_reader import UNKNOWN, Command, given_code
from shell_reader.late import late_pattern

from .git_words import folder_word, words_of
from .places import Places, arrivals, is_below

_SHELLS = frozenset("sh bash zsh dash ksh ash fish".split())
_INTERPRETERS = _SHELLS | frozenset(
    "python python2 python3 node perl ruby php bun deno pwsh osascript lua Rscript julia tclsh".split()
)
# These run a file, or what they read, behind the word `run`.
_RUN_BY_A_WORD = frozenset(("bun", "deno"))
_EVALUATORS = frozenset("eval source .".split())
_OF_POWERSHELL = frozenset("iex invoke-expression".split())
_FETCHERS = frozenset(
    "curl wget http https xh aria2c fetch ftp scp irm iwr Invoke-RestMethod Invoke-WebRequest".split()
)
_COPIERS = frozenset(("scp", "rsync"))
_UNPACKERS = frozenset("tar bsdtar unzip 7z cpio".split())
_TAKES_LINES = frozenset("read mapfile readarray".split())
_IS_PIP = late_pattern(r"(?:pip|pipx)[\d.]*\Z")
_IS_PYTHON = late_pattern(r"python[\d.]*\Z")
_ADDRESS = late_pattern(r"(?:git\+)?https?://|github:[\w.-]+/")
# A file or a repository on another machine.
_REMOTE = late_pattern(r"(?!file:)(?:[a-z+]+://|[\w.@-]+:)\S")
_VALUED_OF_CLONE = frozenset(
    (
        "-b --branch -o --origin -c --config -j --jobs -u --upload-pack --depth --reference --template --filter"
        " --shallow-since --shallow-exclude --separate-git-dir --server-option"
    ).split()
)
# A script that a shell runs, by its name; to build what was cloned is what it was cloned for.
_IS_SCRIPT = late_pattern(r"(?:.*\.(?:sh|bash|zsh)|(?:install|setup|bootstrap)\b.*)\Z")
# What a process substitution makes of a text that only a run can tell.
_UNKNOWN_FILE = f"/dev/fd/{UNKNOWN}"
# In code: what runs a text, and what downloads one.
_RUNS_TEXTS = r"(?<![.\w])(?:exec|eval|Function)\s*\(|\beval\s+get\b|[(,]\s*(?:exec|eval)\s*[,)]"
_DOWNLOADS = (
    r"\b(?:urlopen|urlretrieve|requests\.get|httpx\.get|fetch|https?\.get|LWP|Net::HTTP|open-uri|URI\.open)\b"
    r"|\bfile_get_contents\W{1,4}https?:"
)
# What these print is made to be run by a shell.
_FOR_SHELLS = frozenset(
    (
        "ssh-agent direnv pyenv rbenv nodenv goenv jenv asdf mise rtx fnm brew conda mamba micromamba opam starship"
        " zoxide keychain dircolors luarocks docker-machine minikube gpg-agent register-python-argcomplete"
    ).split()
)
_COMPLETION = frozenset(("completion", "completions", "shellenv", "hook", "init"))


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    runs = next((it for it in command.operands if it != "run"), "") if command.name in _RUN_BY_A_WORD else ""
    address = next(filter(_ADDRESS.match, (command.words[0], runs)), None)
    if address is not None:
        return f"it would run what it downloads from `{address}`; save that, and let the user read it"
    package = _package(command)
    if package is not None:
        return f"it would run the setup of what it downloads from `{package}`; save that, and let the user read it"
    if command.name in _INTERPRETERS:
        return None if _only_checks(command) else _interpreted(command)
    earlier = (it for it in reversed(command.earlier) if it.name not in _TAKES_LINES)
    before = next(earlier, None) if command.words[0] == UNKNOWN else None
    if before is not None and before.name in _FETCHERS:
        return f"it may run what `{before.name}` downloads; save that, and let the user read it"
    if command.name in _EVALUATORS:
        return _evaluated(command)
    if command.name.lower() in _OF_POWERSHELL:
        return _of(command) if _fetcher(_pipeline(command)) or any(map(_is_unknown, command.operands)) else None
    return _downloaded(command, command.words[0])


def _package(command: Command) -> str | None:
    """The address of a package of Python that is built or run where it is installed; a wheel has no setup."""
    words = command.arguments
    if command.name == "uv" or (_IS_PYTHON.match(command.name) and words[:2] == ["-m", "pip"]):
        words = words[words.index("pip") + 1 :] if "pip" in words else []
    elif command.name != "uvx" and not _IS_PIP.match(command.name):
        return None
    if command.name != "uvx" and "install" not in words[:1]:
        return None
    return next((it for it in words if _ADDRESS.match(it) and not it.partition("#")[0].endswith(".whl")), None)


def _only_checks(command: Command) -> bool:
    """Whether a shell only checks what it reads; an interactive one would not, whatever else it is given."""
    return command.name in _SHELLS and command.arguments[:1] == ["-n"] and not command.arguments[1:]


def _interpreted(command: Command) -> str | None:
    name, operands = command.name, [it for it in command.operands if it not in ("-", "/dev/stdin")]
    if name in _RUN_BY_A_WORD and operands[:1] == ["run"]:
        operands = operands[1:]
    given = given_code(command)
    if given is not None and re.search(_RUNS_TEXTS, given) and re.search(_DOWNLOADS, given):
        return f"the code that `{name}` is given runs what it downloads; save that, and let the user read it"
    code = _code(command)
    if code is not None:
        if not _is_unknown(code):
            return None
        return _of(command) if name in _SHELLS or _fetcher(command.earlier[-1:]) else None
    if operands and operands[0] == _UNKNOWN_FILE:
        return _of(command)
    if operands and "-s" not in command.options:
        return _downloaded(command, operands[0])
    if command.reads is not None:
        return _downloaded(command, command.reads)
    if command.stdin is None or UNKNOWN not in command.stdin:
        return None
    files = _printed_files(command.source)
    if files:
        return next(filter(None, (_downloaded(command, it) for it in files)), None)
    return _of(command) if name in _SHELLS or _fetcher(_pipeline(command)) else None


def _printed_files(source: Command | None) -> list[str]:
    """The files that a command prints, and nothing else; empty if that cannot be told."""
    if source is None or source.name != "cat":
        return []
    is_known = all(source.path(it) is not None and it != "-" and not it.startswith("/dev/") for it in source.operands)
    return source.operands if is_known else []


def _evaluated(command: Command) -> str | None:
    words = command.arguments
    if command.name != "eval":
        piped = words[:1] == ["/dev/stdin"] and command.stdin is not None and UNKNOWN in command.stdin
        if not piped and words[:1] != [_UNKNOWN_FILE]:
            return _downloaded(command, words[0]) if words else None
    elif not words or not all(map(_is_unknown, words)):
        return None
    return None if _prints_for_shells(command.earlier[-1:]) else _of(command)


def _of(command: Command) -> str:
    """Why the command is refused, with what makes the text that it runs."""
    source = _fetcher([*command.earlier[-1:], *_pipeline(command)])
    if source:
        return (
            f"`{command.name}` would run what `{source}` downloads; save it to a file, and let the user read it first"
        )
    return f"`{command.name}` would run a text that only a run can tell; write the commands out"


def _code(command: Command) -> str | None:
    """The text that is given as code; None if there is none."""
    for at, word in enumerate(command.arguments[:-1]):
        if word in ("-e", "-E", "-r", "--eval", "-Command") or (word[:1] == "-" and word[:2] != "--" and "c" in word):
            return command.arguments[at + 1]
    return None


def _is_unknown(word: str) -> bool:
    return UNKNOWN in word and not word.replace(UNKNOWN, "").strip()


def _pipeline(command: Command) -> list[Command]:
    """The commands that feed one another, and at last this one."""
    found: list[Command] = []
    it = command.source
    while it is not None and len(found) < len(command.earlier):
        found.append(it)
        it = it.source
    return found


def _fetcher(commands: list[Command]) -> str:
    return next((it.name for it in commands if it.name in _FETCHERS), "")


def _prints_for_shells(commands: list[Command]) -> bool:
    return any(it.name in _FOR_SHELLS or _COMPLETION.intersection(it.arguments[:2]) for it in commands)


def _downloaded(command: Command, word: str) -> str | None:
    """Whether an earlier command of the same text has downloaded the file that is run."""
    path = command.path(word)
    if path is None or ("/" not in word and command.words[0] == word):
        return None
    runs_clones = command.name in _SHELLS or command.name in _EVALUATORS or _IS_SCRIPT.match(command.name) is not None
    archives: dict[str, str] = {}
    for it in command.earlier:
        if it.name in _UNPACKERS:
            source, folder = _unpacked(it, archives)
            # What was there before is not from the archive.
            saved = [folder] if source and runs_clones and folder and not os.path.exists(path) else []
        elif it.name in ("git", "gh"):
            saved, source = _cloned(it) if runs_clones else [], it.name
        else:
            saved, source = _arrived(it)
            archives.update((one, source) for one in saved)
        if any(is_below(path, one, itself=True) for one in saved):
            return f"`{word}` was just downloaded by `{source}`; let the user read it before it runs"
    return None


def _arrived(command: Command) -> tuple[list[str], str]:
    """The paths at which a command saves what comes from another machine, and what brings it."""
    if command.name in _COPIERS:
        return _copied(command), command.name
    if command.name in _FETCHERS:
        return _saved(command), command.name
    source = _fetcher(_pipeline(command)) if command.source is not None else ""
    return _written(command) if source else [], source


def _unpacked(command: Command, archives: dict[str, str]) -> tuple[str, str | None]:
    """What has downloaded the archive that a command unpacks, empty if nothing has, and the folder that it goes to.

    `archives` are the paths of downloaded files, with what has downloaded each.
    """
    fed = _fetcher(_pipeline(command))
    paths = map(command.path, [*command.operands, *([command.reads] if command.reads else [])])
    source = fed or next((archives[it] for it in paths if it in archives), "")
    words = command.arguments
    given = next((words[at + 1] for at, it in enumerate(words[:-1]) if it in ("-C", "-d", "--directory")), None)
    long = next((it.partition("=")[2] for it in words if it.startswith("--directory=")), None)
    return source, command.path(given or long or ".")


def _written(command: Command) -> list[str]:
    """The paths to which a program writes what it is fed."""
    words = [*command.writes, *command.appends, *(command.operands if command.name == "tee" else ())]
    return [path for path in map(command.path, words) if path is not None]


def _copied(command: Command) -> list[str]:
    """The paths that a program copies from another machine."""
    *sources, target = command.operands or [""]
    names = [it.rpartition(":")[2] for it in sources if _REMOTE.match(it)]
    return arrivals(command, names, target) if names else []


def _cloned(command: Command) -> list[str]:
    """The folder of the repository that a command brings from another machine."""
    words = command.arguments[1:] if command.arguments[:2] == ["repo", "clone"] else words_of(command)
    if words[:1] != ["clone"]:
        return []
    pairs = zip(words, words[1:])
    repository, *folder = [it for before, it in pairs if before not in _VALUED_OF_CLONE and it[:1] != "-"] or [""]
    if command.name == "git" and not _REMOTE.match(repository):
        return []
    name = re.sub(r"\.git\Z", "", os.path.basename(repository.rstrip("/").rpartition(":")[2]))
    path = command.path(os.path.join(folder_word(command) or "", folder[0] if folder else name))
    return [path] if path is not None else []


def _saved(command: Command) -> list[str]:
    """The paths to which a program downloads."""
    words = [*command.writes]
    for at, it in enumerate(command.arguments):
        if it in ("-o", "-O", "--output", "--output-document") or (
            it[:1] == "-" and it[:2] != "--" and it[-1:] in "oO"
        ):
            words += command.arguments[at + 1 : at + 2]
        elif it.startswith(("--output=", "--output-document=")):
            words.append(it.partition("=")[2])
        elif "://" in it:
            words.append(os.path.basename(it))
    return [path for path in map(command.path, words) if path is not None]
