"""Refuses to commit and push without the checks of the project, and to take these checks away.

That is `--no-verify`, another place for the hooks of git, the variables that switch Husky, Lefthook and `pre-commit`
off, and changes to the hooks of git.  It cannot stop that a check is weakened where it is configured, and programs that
call git themselves.  Check on the server as well.
"""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase

from shell_reader import UNKNOWN, Command

from .changing import changed, taken_away
from .git_words import folder_word, is_git, set_by, settings_of, words_of
from .places import Places, is_below
from .saying import ONLY_THE_USER, named
from .searches import EXECUTES, FINDERS, starts
from .subcommands import matching, table

# The hooks of git, relative to the project; nobody but the user changes them.
FILES = (".git/hooks/**",)
# What runs the checks, and may be changed, but not deleted.
KEPT = (
    ".husky/**",
    ".githooks/**",
    ".pre-commit-config.yaml",
    ".overcommit.yml",
    "lefthook.yml",
    "lefthook.yaml",
    ".lefthook.yml",
)
# Variables, each with the values that switch checks off; a star stands for any.
VARIABLES = (
    "HUSKY=0",
    "HUSKY_SKIP_HOOKS=1",
    "HUSKY_SKIP_HOOKS=true",
    "LEFTHOOK=0",
    "LEFTHOOK=false",
    "LEFTHOOK_EXCLUDE=?*",
    "SKIP=?*",
    "OVERCOMMIT_DISABLE=1",
    "PRE_COMMIT_ALLOW_NO_CONFIG=1",
)

_CHECKED = frozenset("commit push merge rebase am pull cherry-pick revert".split())
_PLUMBING = frozenset("commit-tree send-pack http-push".split())
_NAMES = frozenset(
    "pre-commit commit-msg prepare-commit-msg pre-push pre-merge-commit pre-rebase applypatch-msg".split()
)
_CHANGERS = frozenset("rm unlink mv chmod truncate shred".split())
# The letters of options that take what follows, in the same word or in the next one, and only in the same word.
_VALUED = {"commit": ("mFCct", "Su"), "am": ("pC", "S"), "push": ("o", "")}
_LONG_VALUED = frozenset(
    "--message --file --author --date --template --fixup --squash --cleanup --trailer --reuse-message --reedit-message"
    " --strategy --strategy-option --onto --exec --push-option --receive-pack --repo --pathspec-from-file".split()
)
_REMOVES = table(
    """
    pre-commit uninstall
    lefthook uninstall
    husky uninstall
    overcommit --uninstall
    """
)
_REMOVING = frozenset("unset remove-section --remove-section rename-section --rename-section".split())
_PATH = f"it changes where git looks for its hooks; {ONLY_THE_USER}"
_ONLY_THE_CHECKS = "the checks are there to be passed; mend what they find, or ask the user"


def file_refusal(path: str, places: Places, *, writes: bool) -> str | None:
    """Why a tool may not change a file; None if it may."""
    if not writes or not _is_one(path, places, FILES):
        return None
    return f"`{named(os.path.relpath(path, places.project))}` checks what is committed; {ONLY_THE_USER}"


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    found = _file(command, places) if not command.elsewhere else None
    if found is not None:
        return f"it changes `{named(found)}`, which checks what is committed; {ONLY_THE_USER}"
    if matching(command, _REMOVES) is not None:
        return f"`{command.name}` would take the checks out of git; {ONLY_THE_USER}"
    if command.name == "gh" and command.arguments[:2] == ["pr", "merge"] and command.has("--admin"):
        return f"`--admin` merges without the checks of the server; {ONLY_THE_USER}"
    return _git(command, places) if is_git(command) else None


def _git(command: Command, places: Places) -> str | None:
    name, *words = words_of(command) or [""]
    if name in _PLUMBING:
        return f"`git {name}` leaves the checks out; use `git commit` and `git push`"
    for setting, value in [*set_by(words)] if name == "config" else []:
        reason = _setting(command, setting, value, places)
        if reason is not None:
            return reason
    if name == "config" and any(it.startswith("--unset") or it in _REMOVING for it in words):
        return _PATH if any(it.lower() in ("core.hookspath", "core") for it in words) else None
    if name not in _CHECKED:
        return None
    if _skips(name, words):
        return f"`git {name}` would leave the checks out; {_ONLY_THE_CHECKS}"
    switch = next((it for it in VARIABLES if _is_set(command, it)), None)
    if switch is not None:
        return f"`{switch.partition('=')[0]}` switches checks off; {_ONLY_THE_CHECKS}"
    pairs = (it.partition("=") for it in settings_of(command))
    return next(filter(None, (_setting(command, it, value, places) for it, _, value in pairs)), None)


def _setting(command: Command, name: str, value: str, places: Places) -> str | None:
    """Why a setting may not be made: it leads away from the hooks, or is an alias without them."""
    if name.lower() == "core.hookspath":
        folder = command.path(os.path.join(folder_word(command) or "", os.path.expanduser(value)))
        return None if folder is not None and value and _has_hooks(folder, places) else _PATH
    if not name.lower().startswith("alias.") or value.startswith("!"):
        return None
    return _git(Command(["git", *value.split()], command.folder, command.earlier), places)


def _has_hooks(folder: str, places: Places) -> bool:
    """Whether there are hooks of git in a folder of the project."""
    is_own = is_below(folder, places.project) or is_below(folder, places.home)
    return is_own and any(os.path.isfile(os.path.join(folder, it)) for it in _NAMES)


def _skips(name: str, words: list[str]) -> bool:
    """Whether a subcommand gets `--no-verify`, or what is short for it, and does not only say what it would do."""
    takes, attached = _VALUED.get(name, ("", ""))
    at, skips, is_dry = 0, False, False
    while at < len(words) and words[at] != "--":
        word = words[at]
        at += 1
        if word.startswith("--"):
            skips = skips or (word.startswith("--no-veri") and "--no-verify".startswith(word))
            is_dry = word == "--dry-run" or (is_dry and not word.startswith("--no-d"))
            at += any(it.startswith(word) for it in _LONG_VALUED)
        elif word.startswith("-") and takes:
            for index, letter in enumerate(word[1:], 1):
                if letter == "n":
                    skips, is_dry = (skips, True) if name == "push" else (True, is_dry)
                if letter in takes + attached:
                    at += letter in takes and index == len(word) - 1
                    break
    return skips and not (is_dry and name in ("commit", "push"))


def _is_set(command: Command, switch: str) -> bool:
    name, _, wanted = switch.partition("=")
    return any(fnmatchcase(it, wanted) for it in command.settings.get(name, ()) if UNKNOWN not in it)


def _file(command: Command, places: Places) -> str | None:
    """The word for a file of the checks that a command changes or takes away; None if there is none."""
    for word in [*changed(command), *_searched(command)]:
        path = command.path(word)
        if path is not None and _is_one(path, places, FILES):
            return word
        if path is not None and _is_settings(path, places) and re.search("(?i)hookspath", _said(command)):
            return word
    for word in [*taken_away(command), *_searched(command)]:
        path = command.path(word)
        if path is not None and _is_one(path, places, KEPT):
            return word
    return None


def _searched(command: Command) -> list[str]:
    """Where a search begins that deletes what it finds, or gives it to what deletes."""
    if command.name not in FINDERS:
        source = command.source if command.fed else None
        return starts(source) if source is not None and source.name in FINDERS and command.name in _CHANGERS else []
    runs = (after.rpartition("/")[2] for it, after in zip(command.arguments, command.arguments[1:]) if it in EXECUTES)
    return starts(command) if "-delete" in command.arguments or not _CHANGERS.isdisjoint(runs) else []


def _is_one(path: str, places: Places, patterns: tuple[str, ...]) -> bool:
    inside = os.path.relpath(path, places.project).replace(os.sep, "/")
    return any(
        inside == it[:-3] or inside.startswith(it[:-2]) if it.endswith("/**") else inside == it for it in patterns
    )


def _is_settings(path: str, places: Places) -> bool:
    own = (os.path.join(places.home, ".gitconfig"), os.path.join(places.home, ".config", "git", "config"))
    return path in (os.path.join(places.project, ".git", "config"), *own)


def _said(command: Command) -> str:
    """What a command may write: its words, and what it is given to read."""
    source = command.source
    return " ".join([*command.words, command.stdin or "", *(source.words if source is not None else ())])
