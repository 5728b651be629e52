"""Refuses to read, print, copy and commit secrets: `.env` files, keys, credentials, and the environment.

It cannot stop programs that read secrets by themselves, such as the application, a script that the agent has written
before, or a search of the whole project.  Keep secrets where the agent's user cannot read them.
"""

from __future__ import annotations

import os
import re

from shell_reader import UNKNOWN, Command, given_code, texts_of
from shell_reader.late import late_pattern

from .git_words import is_git, words_of
from .leads import sources_and_target
from .places import Places, arrivals
from .saying import ONLY_THE_USER, named
from .searches import FINDERS, listed_names, starts
from .secret_files import holds_secrets, is_secret
from .sending import sent_variable, traced_text
from .showing import (
    READERS,
    asks_for_secrets,
    is_every_line,
    matched_files,
    prints_archive,
    read_words,
    searched_everywhere,
    shown_variables,
    without_options,
)
from .tellers import told_secret

# Names of variables that hold secrets; one that ends in `_FILE` only has the path of a file.
VARIABLES = late_pattern(
    r"(?:SECRET|TOKEN|PASSW|API_?KEY|PRIVATE_?KEY|CREDENTIAL|ACCESS_?KEY|DATABASE_URL)(?!\w*_(?:FILE|PATH|DIR)\Z)|_PWD\Z",
    re.IGNORECASE,
)

_SENDERS = frozenset("aws gh gsutil gcloud az".split())
# These take whole folders.
_TAKE_FOLDERS = frozenset("cp scp rsync tar zip 7z grep egrep fgrep rg ag ack diff".split())
# How many commands before a reader may have searched for its files.
_MOST_EARLIER = 3
_ALL_VARIABLES = late_pattern(
    r"os\.environ\)|process\.env\s*(?:\)|\Z)|%ENV|ENV\.to_h|getenv\(\s*\)|\bdotenv_values\(|\bdotenv\b.*\.parsed\b"
)
_OF_CODE = late_pattern(r"(?:process\.env\.|\$ENV\{)(\w+)")
_PRINTS_VARIABLE = late_pattern(r"\b(?:print|puts|p|log|echo)\b.{0,20}(?:environ|getenv|process\.env|ENV)")
_TAKES = ("grep", "add", "stage", "commit", "show", "diff", "blame", "cat-file", "update-index", "hash-object")
# A word that is in the names of variables without secrets alone, or a whole name.
_NO_SECRETS = late_pattern(r"\^?\w*(?:PATH|HOME|_ENV|LANG|DISPLAY|VERSION|SHELL|\w=)\Z", re.IGNORECASE)
_LIKE_SECRETS = late_pattern(r"\W*\w{0,12}(?:env|secret|credential|id_rsa|id_ed25519|\bkey|\bpem)\w{0,12}\W*\Z")
# Without a dash, `e` shows the environment of each program.
_SHOWS_OF_PS = late_pattern(r"[a-z]*e[a-z]*\Z")
_VALUED_OF_PS = ("-C", "-p", "-q", "-u", "-U", "-g", "-G", "-t", "-s", "-o", "-O")
_OPENS = late_pattern(r"open|read|[Ff]ile|cat|load|fs\.|Path|slurp")


def file_refusal(path: str, places: Places, *, writes: bool) -> str | None:
    """Why a tool may not read a file; None if it may."""
    if writes or not (is_secret(path) or is_secret(_led_to(path))):
        return None
    return f"`{named(os.path.relpath(path, places.project))}` holds secrets; ask the user for what you need of it"


def _names_secret(command: Command, word: str, *, is_folder: bool) -> bool:
    """Whether a word names a secret file, or one that only its folder tells from others."""
    path = command.path(word) or ""
    return any(map(is_secret, (word, path, _led_to(path)))) or (is_folder and holds_secrets(word))


def _led_to(path: str) -> str:
    """The file that a link leads to; empty if the path is no link."""
    return os.path.realpath(path) if path and os.path.islink(path) else ""


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    words = read_words(command)
    folders = [*_fed_from(command), *(words if command.name in _TAKE_FOLDERS else ())]
    word = next((it for it in (*words, *folders) if _names_secret(command, it, is_folder=it in folders)), None)
    if word is not None and (command.reads is not None or command.name in READERS):
        return f"`{named(word)}` holds secrets, which `{command.name}` would show; ask the user for what you need of it"
    if command.name in _SENDERS and {"s3", "gist", "storage", "cp", "rsync"}.intersection(command.arguments):
        word = next(filter(is_secret, command.operands), None)
        return (
            f"`{named(word)}` holds secrets, which `{command.name}` would send away; {ONLY_THE_USER}" if word else None
        )
    if command.name == "mv":
        return _renamed(command)
    if is_git(command):
        return _git(command) or told_secret(command)
    if prints_archive(command, places):
        return f"`{command.name}` prints all files of the project, and secrets with them; name those that you mean"
    pattern = searched_everywhere(command, places)
    if pattern is not None and is_every_line(pattern):
        return "it shows every line of the project, and the secrets in it; search for what you need"
    if pattern is not None and asks_for_secrets(command, pattern):
        return f"`{named(pattern)}` is in the lines of secrets as well; leave them out with `--exclude='.env*'`"
    secret = next(filter(is_secret, matched_files(command)), None)
    if secret is not None:
        return f"`{named(secret)}`, which it shows too, holds secrets; name the files that you mean"
    return _environment(command) or _code(command) or _found(command)


def _renamed(command: Command) -> str | None:
    """Why a secret file may not get a name by which nobody can tell that it is one."""
    sources, target = sources_and_target(command)
    for word in sources if not command.elsewhere else ():
        now = [it for it in arrivals(command, [word], target) if is_secret(word) and not is_secret(it)]
        if now:
            return f"`{named(word)}` holds secrets, and `{named(target)}` does not say so; {ONLY_THE_USER}"
    return None


def _found(command: Command) -> str | None:
    """Files with the name of a secret that a search has found, or that git ignores."""
    if command.name not in READERS or not (command.fed or any(UNKNOWN in it for it in command.arguments)):
        return None
    for it in command.earlier[-_MOST_EARLIER:]:
        words = it.operands[:1] if it.name in ("grep", "egrep", "rg") else []
        word = next(filter(_LIKE_SECRETS.match, words), None) or next(filter(is_secret, listed_names(it)), None)
        if word is not None:
            return f"`{command.name}` would show what the search for `{named(word)}` finds; name the file"
        if is_git(it) and "ls-files" in it.arguments and it.has("-i", "--ignored"):
            return f"`{command.name}` would show what git ignores, such as `.env`; name the file"
    return None


def _fed_from(command: Command) -> list[str]:
    """The folders from which a command is fed the names of files, and the patterns of these."""
    source = command.source if command.fed else None
    if source is None or source.name not in (*FINDERS, "ls"):
        return []
    return [*starts(source), *listed_names(source)] if source.name in FINDERS else listed_names(source)


def _git(command: Command) -> str | None:
    words = without_options(words_of(command), "-m", "--message", "-am", "-F", "-C", "-c")
    for at, it in enumerate(words[:2]):
        behind = words[at + 1 :]
        if it in ("add", "stage") and _adds_all(command):
            return f"it adds what git ignores, such as `.env`; {ONLY_THE_USER}"
        if it == "grep":
            behind = command.arguments[command.arguments.index("--") + 1 :] if "--" in command.arguments else behind[1:]
        if it in _TAKES or (it == "log" and command.has("-p", "-u", "--patch")):
            secret = next((one for one in behind if is_secret(one.rpartition(":")[2])), None)
            what = "would be committed" if it in ("add", "stage", "commit", "update-index") else "would be shown"
            return f"`{named(secret)}` holds secrets, which {what}; {ONLY_THE_USER}" if secret else None
    return None


def _adds_all(command: Command) -> bool:
    """Whether `git add` adds all files, ignored ones as well."""
    whole = any(it.strip("./") in ("", "*") or it[:1] == ":" for it in command.operands)
    whole = whole or command.fed or command.has("-A", "--all")
    return whole and command.has("-f", "--force") and not command.has("-n", "--dry-run")


def _environment(command: Command) -> str | None:
    name, operands = command.name, command.operands
    shows = (
        (name in ("printenv", "set", "export", "declare", "typeset") and not operands)
        or (name == "env" and not without_options(command.arguments, "-u", "--unset"))
        or (name in ("declare", "typeset") and "-p" in command.arguments and any(map(VARIABLES.search, operands)))
        or (name == "ps" and any(map(_SHOWS_OF_PS.match, without_options(command.arguments, *_VALUED_OF_PS)[:1])))
        or (name == "compgen" and "-v" in command.arguments)
    )
    if command.has("--help", "--version") and name in ("printenv", "env"):
        return None
    if shows and not (name == "set" and command.arguments) and not _is_narrowed(command.feeds):
        return f"`{name}` shows the environment, and the secrets in it; print the variables that you need by name"
    if "env" in command.variables and VARIABLES.search(command.words[0]):
        return "PowerShell would print a variable that looks like a secret; use it without printing it"
    secret = next(filter(VARIABLES.search, shown_variables(command)), None)
    if secret is not None:
        return f"`{secret}` looks like a secret; use it without printing it"
    secret = sent_variable(command, VARIABLES)
    if secret is not None:
        return f"`{secret}` looks like a secret, which `{command.name}` would send away; {ONLY_THE_USER}"
    if any(VARIABLES.search(it) or is_secret(it) for it in traced_text(command)):
        return "the shell prints what it runs (`-x`), and secrets in it; run it without `-x`"
    return told_secret(command)


def _is_narrowed(to: Command | None) -> bool:
    """Whether a command only shows the names of variables, or those that are no secrets, such as `grep NODE_`."""
    if to is None or to.name not in ("cut", "grep"):
        return False
    if to.name == "cut":
        return {"-d=", "-f1"} <= {*to.arguments}
    pattern = to.operands[0] if len(to.operands) == 1 else ""
    is_plain = _NO_SECRETS.match(pattern) is not None and VARIABLES.search(pattern) is None
    return is_plain and not to.has("-v", "--invert-match", "-e", "-f", "-A", "-B", "-C")


def _variables_of(code: str) -> list[str]:
    """What may name the variables that code reads."""
    return [*texts_of(code), *_OF_CODE.findall(code)]


def _code(command: Command) -> str | None:
    code = given_code(command)
    if code is not None and _ALL_VARIABLES.search(code):
        return "the code shows the environment, and the secrets in it; print the variables that you need by name"
    if code is not None and _PRINTS_VARIABLE.search(code) and any(map(VARIABLES.search, _variables_of(code))):
        return "the code prints a variable that looks like a secret; use it without printing it"
    if code is not None and command.name in ("perl", "ruby", "awk") and any(map(is_secret, command.operands)):
        return f"`{command.name}` would show a file that holds secrets; ask the user for what you need of it"
    if code is None or not _OPENS.search(code):
        return None
    secret = next((it for it in texts_of(code) if is_secret(it)), None)
    return (
        f"the code reads `{named(secret)}`, which holds secrets; ask the user for what you need of it"
        if secret
        else None
    )
