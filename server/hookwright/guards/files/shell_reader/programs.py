"""What programs do with their arguments, as far as it decides what else runs."""

from __future__ import annotations

import re

from .late import late_pattern
from .tokens import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SHELLS = frozenset("sh bash zsh dash ksh ash fish rbash mksh".split())
"""What reads a text as commands."""

READS_COMMANDS = frozenset(("at", "batch"))
"""What gives its input to a shell, later."""

MOVES = frozenset("cd pushd popd chdir".split())
DECLARES = frozenset("export declare typeset local readonly".split())

PRINTS_TO = frozenset("alias read printf mapfile readarray getopts".split())
"""What else sets variables, or aliases."""

FEEDS = frozenset("xargs parallel".split())
"""What adds the words on its stdin to the command that it runs."""

FINDERS = frozenset("find fd fdfind bfs".split())

_ASSIGNMENT = late_pattern(r"[A-Za-z_]\w*=")
# The options of these programs that take the next word, and how many words come between the options and the command.
_WRAPPERS: dict[str, tuple[str, int]] = {
    "sudo": ("-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot", 0),
    "doas": ("-u -C", 0),
    "env": ("-u -C --unset --chdir", 0),
    "command": ("", 0),
    "builtin": ("", 0),
    "exec": ("-a", 0),
    "nohup": ("", 0),
    "time": ("-f -o --format --output", 0),
    "timeout": ("-s -k --signal --kill-after", 1),
    "gtimeout": ("-s -k --signal --kill-after", 1),
    "nice": ("-n --adjustment", 0),
    "ionice": ("-c -n -p --class --classdata", 0),
    "chrt": ("", 1),
    "taskset": ("", 1),
    "setsid": ("", 0),
    "stdbuf": ("-i -o -e", 0),
    "unbuffer": ("", 0),
    "strace": ("-e -o -p -s -u", 0),
    "ltrace": ("-e -o -p -s -u", 0),
    "caffeinate": ("-t -w", 0),
    "flock": ("-w -E --timeout", 1),
    "chroot": ("--userspec --groups", 1),
    "unshare": ("", 0),
    "busybox": ("", 0),
    "toybox": ("", 0),
    "npx": ("-p --package", 0),
    "bunx": ("-p --package", 0),
    "uvx": ("--from --with -p --python --index-url", 0),
    "xargs": ("-I -i -n -L -l -P -s -d -E -a --replace --max-args --max-lines --max-procs --delimiter --arg-file", 0),
    "parallel": ("-j -a -S --jobs --arg-file --colsep --delay --timeout", 0),
}
WRAPPERS = _WRAPPERS.keys()
"""What runs the command behind its own arguments."""

# The words of these programs behind which the command is.
_RUNS_BEHIND = {
    "uv": ("run", "tool run"),
    "poetry": ("run",),
    "pipenv": ("run",),
    "pipx": ("run",),
    "rye": ("run",),
    "hatch": ("run",),
    "bundle": ("exec",),
    "npm": ("exec", "x"),
    "pnpm": ("exec", "dlx"),
    "yarn": ("exec", "dlx"),
    "bun": ("x",),
    "mise": ("exec", "x"),
}
# The command of these programs is behind `--`.
_RUNS_BEHIND_DASHES = frozenset("op doppler infisical aws-vault dotenv dotenvx chamber mise".split())

REMOTE = frozenset("ssh docker podman nerdctl kubectl".split())
"""What runs a command on another machine or in a container."""

# The options of these programs whose word is a text for a shell.
_RUNS_AN_OPTION = {
    **dict.fromkeys(("su", "runuser", "script", "flock"), "-c --command"),
    **dict.fromkeys(("pwsh", "powershell", "pwsh.exe", "powershell.exe"), "-c -C -Command -command"),
}

_SESSIONS = frozenset("new new-session neww new-window splitw split-window respawnp respawn-pane run run-shell".split())
_OF_SESSIONS = "-c -e -F -l -n -p -s -S -t -x -y"
_OF_SCREEN = "-c -e -h -p -s -S -t -T -dmS -DmS"
_OF_SSH = "-b -c -D -E -e -F -i -J -l -L -m -o -O -p -Q -R -S -w -W"
_OF_CONTAINERS = (
    "-e -v -w -u -p -l -m -c --name --env --env-file --volume --workdir --user --publish --network --entrypoint"
    " --mount --label --platform --memory --cpus --hostname -h"
)


def behind_options(words: list[str], valued: str) -> list[str]:
    """The words behind the options; `valued` are those options that take the next word."""
    takes, at = valued.split(), 0
    while at < len(words) and words[at].startswith("-") and len(words[at]) > 1:
        if words[at] == "--":
            return words[at + 1 :]
        at += 2 if words[at] in takes else 1
    return words[at:]


def wrapped(name: str, words: list[str]) -> tuple[list[str], list[str], str | None]:
    """What a wrapper runs: the variables that it sets, the command's words, or else the text that it splits itself."""
    valued, between = _WRAPPERS[name]
    if name == "command" and words and words[0] in ("-v", "-V"):
        return [], [], None
    text = _split_by_env(words) if name == "env" else _called(words) if name == "npx" else None
    if text is not None:
        return [], [], text
    rest = behind_options(words, valued)
    settings: list[str] = []
    if name in ("env", "sudo", "doas"):
        while rest and _ASSIGNMENT.match(rest[0]):
            settings.append(rest.pop(0))
    rest = rest[between:]
    if name in FEEDS:
        # Where the words go that are added is marked.
        marker = _marker(words)
        rest = [UNKNOWN if marker in it else it for it in rest]
    return settings, rest, None


def _split_by_env(words: list[str]) -> str | None:
    """The text that `env -S` splits; None without that option."""
    for at, word in enumerate(words):
        found = re.match(r"(?:-[a-z]*S|--split-string)=?(.*)\Z", word, re.DOTALL)
        if found:
            behind = words[at + 1 :]
            text = found[1] or (behind.pop(0) if behind else "")
            return " ".join([text, *map(quoted, behind)])
        if not word.startswith("-") and not _ASSIGNMENT.match(word):
            return None
    return None


def _called(words: list[str]) -> str | None:
    """The text that `npx -c` and `npm exec -c` give to a shell; None without that option."""
    return next((after for it, after in zip(words, words[1:]) if it in ("-c", "--call")), None)


def _marker(words: list[str]) -> str:
    for at, word in enumerate(words):
        if word in ("-I", "--replace") and words[at + 1 :]:
            return words[at + 1]
        if word.startswith(("-I", "--replace=")):
            return word[2:] if word.startswith("-I") else word.partition("=")[2]
    return "{}"


def behind_word(name: str, words: list[str]) -> list[str]:
    """The command that `uv run`, `node .../npm` and others run; empty if there is none."""
    if name in ("node", "bun") and words:
        script = re.match(r"(?:.*/)?(npm|npx|yarn|pnpm)(?:-cli)?(?:\.c?js)?\Z", words[0])
        if script:
            return [script[1], *words[1:]]
    if name in _RUNS_BEHIND_DASHES and "--" in words:
        return words[words.index("--") + 1 :]
    for it in _RUNS_BEHIND.get(name, ()):
        before = it.split()
        if words[: len(before)] == before:
            return behind_options(words[len(before) :], "-p --package --python --with --directory --env-file --spec")
    return []


def remote(name: str, words: list[str]) -> tuple[list[str], bool]:
    """The words that run elsewhere, and whether they are joined to one text there."""
    if name == "ssh":
        return behind_options(words, _OF_SSH)[1:], True
    if name == "kubectl":
        return (words[words.index("--") + 1 :] if "--" in words else []), False
    runs = next((at for at, word in enumerate(words) if word in ("exec", "run")), None)
    return ([] if runs is None else behind_options(words[runs + 1 :], _OF_CONTAINERS)[1:]), False


def executed(words: list[str]) -> Iterator[list[str]]:
    """Each command that `find` runs, with UNKNOWN for what it has found."""
    for at, word in enumerate(words):
        if word in ("-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"):
            inner: list[str] = []
            for it in words[at + 1 :]:
                if it in (";", "+"):
                    break
                inner.append(UNKNOWN if "{}" in it else it)
            if inner:
                yield inner


def shell_texts(name: str, words: list[str]) -> Iterator[str]:
    """The texts that a program other than a shell gives to one, as `su -c` and `git submodule foreach` do."""
    if name == "watch":
        yield " ".join(behind_options(words, "-n --interval"))
    elif name in _RUNS_AN_OPTION:
        options = _RUNS_AN_OPTION[name].split()
        for at, word in enumerate(words[:-1]):
            if word in options:
                yield words[at + 1]
    elif name == "npm" and words[:1] in (["exec"], ["x"]):
        yield _called(words) or ""
    elif name == "git":
        yield from _texts_of_git(words)
    elif name in ("tmux", "screen"):
        rest = _in_session(name, words)
        yield rest[0] if len(rest) == 1 else " ".join(map(quoted, rest))


def _in_session(name: str, words: list[str]) -> list[str]:
    """The words of what `tmux` and `screen` start; empty if they start nothing."""
    if name == "screen":
        return behind_options(words, _OF_SCREEN) if "-X" not in words else []
    at = next((at for at, it in enumerate(words) if it in _SESSIONS), len(words))
    return behind_options(words[at + 1 :], _OF_SESSIONS)


def _texts_of_git(words: list[str]) -> Iterator[str]:
    for at, word in enumerate(words):
        behind = words[at + 1 :]
        alias = re.match(r"alias\.[\w-]+=!(.*)\Z", word, re.DOTALL)
        if alias:
            yield alias[1]
        elif word.startswith("alias.") and behind and behind[0].startswith("!"):
            yield behind[0][1:]
        elif word == "foreach" or (word == "run" and words[at - 1] == "bisect"):
            rest = behind_options(behind, "")
            yield rest[0] if len(rest) == 1 else " ".join(map(quoted, rest))
        elif word in ("-x", "--exec") and "rebase" in words[:at] and behind:
            yield behind[0]
        elif word.startswith("--exec=") and "rebase" in words[:at]:
            yield word.partition("=")[2]


def variables_of(name: str, words: list[str]) -> Iterator[tuple[str, str | None]]:
    """The variables, or the aliases, that a program sets, each with its value; None if only a run can tell."""
    if name == "printf":
        if words[:1] == ["-v"] and words[1:]:
            yield words[1], None
        return
    for word in words:
        variable, equals, value = word.partition("=")
        if word.startswith("-"):
            continue
        if name in DECLARES or name == "alias":
            if equals:
                yield variable, value
        else:
            yield variable, None


def quoted(word: str) -> str:
    """A word as it is written so that a shell reads it as it is."""
    return "'" + word.replace("'", "'\\''") + "'"
