"""The settings files of a commit: what a change may not overrule while it is checked itself."""

from __future__ import annotations

import os

from hookwright.analysis.settings import FILE_NAME
from hookwright.engine.process import Command, run
from hookwright.errors import UnreadableInput, UsageError
from hookwright.files import MOST_BYTES
from hookwright.host import Host
from hookwright.readers.folders import repository_of
from hookwright.workflows.shell_checkers import find_program

_SECONDS = 60.0
# A list of all files of the largest repositories.
_MOST_LISTED = 512 << 20
# In a hook of git these name what is committed, and no folder of ours.
_OF_HOOKS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")


def settings_in_commit(commit: str, folder: str, host: Host) -> dict[str, str]:
    """The text of every `hookwright.json` in a commit of the repository that the folder is in, by its path on the disk.

    Raises UsageError if there is no such commit, and UnreadableInput where one of the files cannot be read.
    """
    top = repository_of(folder)
    if top is None:
        raise UsageError("`--settings-from` needs a git repository, and this folder is in none", "leave it out")
    git = find_program("git", host.environ.get("PATH", ""), (top,))
    if git is None:
        raise UsageError("`--settings-from` needs git, which is not on the PATH", "install git")
    named = (git, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
    found = None if commit.startswith("-") else _git(named, top, host)
    known = (found or b"").decode().strip()
    if not known:
        raise UsageError(f"`{commit}` is not a commit that this repository has", "fetch it first, with `git fetch`")
    listed = _git((git, "ls-tree", "-r", "-z", "--full-tree", "--name-only", known), top, host)
    if listed is None:
        raise UnreadableInput(f"git cannot list the files of `{commit}`", "try `git ls-tree -r` with it")
    names = [os.fsdecode(it) for it in listed.split(b"\0")]
    settings = [it for it in names if it.rpartition("/")[2] == FILE_NAME]
    return {os.path.join(top, *it.split("/")): _text((git, commit, known), it, top, host) for it in settings}


def _text(of: tuple[str, str, str], name: str, top: str, host: Host) -> str:
    """What a file says in the commit; a link there is followed to another file of the commit."""
    git, commit, known = of
    asked = os.fsencode(f"{known}:{name}\n")
    answer = _git((git, "cat-file", "--batch", "--follow-symlinks"), top, host, asked) if "\n" not in name else None
    head, _, rest = (answer or b"").partition(b"\n")
    words = head.split()
    try:
        if len(words) == 3 and words[1] == b"blob" and int(words[2]) <= MOST_BYTES:
            return rest[: int(words[2])].decode("utf-8")
    except UnicodeDecodeError:
        pass
    raise UnreadableInput(f"Cannot read `{name}` in `{commit}`", "repair it there: it must be a file in UTF-8")


def _git(argv: tuple[str, ...], top: str, host: Host, given: bytes = b"") -> bytes | None:
    """What git prints, run in the repository; None if it fails."""
    # The rest of a check starts without it.
    import asyncio

    environment = {name: value for name, value in host.environ.items() if name not in _OF_HOOKS}
    done = asyncio.run(run(Command(argv, top, environment, given, _SECONDS, kept_bytes=_MOST_LISTED)))
    return done.stdout if done.exit_code == 0 and done.stdout_total == len(done.stdout) else None
