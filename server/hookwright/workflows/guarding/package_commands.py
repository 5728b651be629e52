"""What a command has a package manager of Node.js run: `npm run lint`, `yarn lint`, `npx --no-install tsc`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.shell.programs import word_set

_NAME = late_pattern(r"(?:@[\w.-]+/)?[A-Za-z0-9_][\w.:-]*")
_IN_PACKAGES = late_pattern(r"(?:.*/)?node_modules/\.bin/([\w.-]+)")


class PackageCommand(Struct, frozen=True):
    """A command that runs a script of `package.json`, or a program of a package.

    `words` are those up to the name.  It `may_be_script` or `may_be_program`; of both, a script goes first.  `folder`
    is the one that an option names.  Where it is `optional`, it is fine that there is no such script.  Where it
    `installs`, it would install a package of that name, which has another program.
    """

    manager: str
    name: str
    words: tuple[str, ...]
    may_be_script: bool = False
    may_be_program: bool = False
    folder: str = ""
    optional: bool = False
    installs: bool = False

    @property
    def text(self) -> str:
        """How it is written."""
        return " ".join(self.words)


class _Manager(Struct, frozen=True, kw_only=True):
    """How a manager is told what to run.

    `scripts` are the verbs before a script, `programs` those before a program, and `either` those before one of both.
    `lifecycle` are the verbs that are scripts themselves.  Of one with `own` verbs, any other word is what it runs.
    `folders` are the options with the folder.  One that `reads_all` has options behind the name, too.
    """

    scripts: frozenset[str] = frozenset()
    programs: frozenset[str] = frozenset()
    either: frozenset[str] = frozenset()
    lifecycle: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()
    reads_all: bool = False


_ALIASES = {"t": "test", "tst": "test"}
_MANAGERS = {
    "npm": _Manager(
        scripts=word_set("run run-script rum urn"),
        programs=word_set("exec x"),
        lifecycle=word_set("test t tst start stop"),
        folders=word_set("--prefix -C"),
        reads_all=True,
    ),
    "pnpm": _Manager(
        scripts=word_set("run run-script"),
        programs=word_set("exec"),
        lifecycle=word_set("test t tst start stop"),
        own=word_set(
            "add i install up update upgrade rm remove uninstall un link ln unlink import rebuild rb prune fetch"
            " install-test it dedupe patch patch-commit patch-remove audit list ls la ll outdated why licenses run"
            " exec dlx create publish pack server store root bin setup init env config c get set deploy doctor"
            " cat-file cat-index find-hash self-update approve-builds ignored-builds completion help login logout"
            " whoami version view info show search restart cache clean recursive multi m pkg sbom runtime with"
        ),
        folders=word_set("-C --dir"),
    ),
    "yarn": _Manager(
        programs=word_set("exec"),
        either=word_set("run"),
        own=word_set(
            "access add audit autoclean bin cache check config create dedupe dlx generate-lock-entry global help"
            " import info init install licenses link list login logout node npm outdated owner pack patch"
            " patch-commit plugin policies publish rebuild remove search set stage tag team unlink unplug up upgrade"
            " upgrade-interactive version versions why workspace workspaces constraints explain self-update"
        ),
        folders=word_set("--cwd"),
    ),
    "bun": _Manager(either=word_set("run")),
}
_PLAIN = word_set("-s --silent -q --quiet --color --no-color --no-progress --no-audit --no-fund --bun -b --offline")
_PLAIN_WITH_VALUE = word_set("--loglevel --color --reporter --progress --audit --fund")
_NO_INSTALLATION = word_set("--no --no-install")
_INSTALLATION = word_set("-y --yes")
OTHER_PROGRAMS = word_set("tsc")
"""The programs of packages with other names, where the package of the same name has one that only ever fails."""
_OTHER_PACKAGES = word_set("-w --workspace -ws --workspaces")


class _Read(Struct, frozen=True):
    """The index behind options, the folder that one of them names, and whether the script is optional."""

    at: int
    folder: str = ""
    optional: bool = False


def package_command(words: Sequence[str | None]) -> PackageCommand | None:
    """What a command runs, by its words (None for those that only a run can tell); None for other commands."""
    first = words[0] if words else None
    if first is None:
        return None
    found = _IN_PACKAGES.fullmatch(first)
    if found is not None:
        return PackageCommand("", found[1], (first,), may_be_program=True)
    if first == "npx":
        return _of_npx(first, words, 1)
    manager = _MANAGERS.get(first)
    return _of_manager(first, manager, words) if manager is not None else None


def _of_manager(name: str, manager: _Manager, words: Sequence[str | None]) -> PackageCommand | None:
    before = _past_options(manager, words, 1)
    verb = words[before.at] if before is not None else None
    if before is None or verb is None:
        return None
    if verb in manager.programs and name == "npm":
        return _of_npx(name, words, before.at + 1)
    verbs = manager.scripts | manager.programs | manager.either
    if verb not in verbs and verb not in manager.lifecycle and (not manager.own or verb in manager.own):
        return None
    read = _past_options(manager, words, before.at + 1) if verb in verbs else before
    word = words[read.at] if read is not None else None
    behind = _behind_name(manager, words[read.at + 1 :]) if read is not None else None
    if read is None or word is None or behind is None or not _NAME.fullmatch(word):
        return None
    return PackageCommand(
        name,
        _ALIASES.get(word, word) if verb in manager.lifecycle else word,
        tuple(it for it in words[: read.at + 1] if it is not None),
        may_be_script=verb not in manager.programs,
        may_be_program=verb not in manager.scripts | manager.lifecycle,
        folder=behind.folder or read.folder or before.folder,
        optional=read.optional or behind.optional,
    )


def _past_options(manager: _Manager, words: Sequence[str | None], at: int) -> _Read | None:
    """What is read up to the first word that is no option; None if that cannot be told."""
    folder, optional = "", False
    while at < len(words) and (word := words[at]) is not None:
        option, equals, value = word.partition("=")
        if not word.startswith("-"):
            return _Read(at, folder, optional)
        if option in manager.folders:
            following = words[at + 1] if at + 1 < len(words) else None
            folder, at = (value, at) if equals else (following or "", at + 1)
            if not folder:
                return None
        elif word == "--if-present":
            optional = True
        elif word not in _PLAIN and not (equals and option in _PLAIN_WITH_VALUE):
            return None
        at += 1
    return None


def _behind_name(manager: _Manager, words: Sequence[str | None]) -> _Read | None:
    """The options behind the name, where they are not the script's; None if one asks for another package."""
    own = [*words[: words.index("--")]] if "--" in words else [*words]
    if not manager.reads_all:
        return _Read(0)
    folder = ""
    for index, it in enumerate(own):
        option, equals, value = (it or "").partition("=")
        if option in _OTHER_PACKAGES:
            return None
        if option in manager.folders:
            folder = value if equals else next(iter(own[index + 1 : index + 2]), None) or ""
            if not folder:
                return None
    return _Read(0, folder, "--if-present" in own)


def _of_npx(manager: str, words: Sequence[str | None], at: int) -> PackageCommand | None:
    """What `npx` and `npm exec` run, where they must not install it, or would install something else."""
    options = _NO_INSTALLATION | _INSTALLATION | _PLAIN | {"--"}
    while at < len(words) and (word := words[at]) in options:
        at += 1
    word = words[at] if at < len(words) else None
    known = tuple(it for it in words[:at] if it is not None)
    installs = _NO_INSTALLATION.isdisjoint(known)
    if word is None or not _NAME.fullmatch(word) or (installs and word not in OTHER_PROGRAMS):
        return None
    return PackageCommand(manager, word, (*known, word), may_be_program=True, installs=installs)
