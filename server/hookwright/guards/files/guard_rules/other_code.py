"""What code of other languages in a command deletes, as far as the names of its functions and its texts tell."""

from __future__ import annotations

from shell_reader import Command, given_code, texts_of
from shell_reader.late import late_pattern

from .places import Places
from .saying import ONLY_THE_USER, named

_DELETES = late_pattern(
    r"\b(?:rmtree|rmdir(?:Sync)?|rm_rf|rm_r|remove_dir|removedirs|remove_tree|unlink(?:Sync)?|rimraf|rmSync|emptyDirSync|"
    r"promises\W{0,3}\.(?:rm|rmdir|unlink)|os\.remove|removeSync|Deno\.remove|fs\.rm|FileUtils\.rm\w*|File\.delete|shutil\.move)\b"
)
_UNKNOWN_PLACE = late_pattern(r"\b(?:home|expanduser|homedir|environ|HOME|argv)\b")


def reason_in_code(command: Command, places: Places) -> str | None:
    """Why code that a command contains may not delete what it deletes."""
    code = given_code(command)
    texts = list(texts_of(code)) if code is not None else []
    runs = any(it.split()[:1] == ["rm"] for it in texts)
    if code is None or not (_DELETES.search(code) or (runs and _UNKNOWN_PLACE.search(code))):
        return None
    for it in [it for it in texts if it.startswith(("/", "~", ".")) or "/" in it]:
        path = command.path(places.home + it[1:] if it.startswith("~") else it)
        if path is None or not places.may_change(path):
            return f"the code deletes `{named(it)}`, which is outside the project; {ONLY_THE_USER}"
    if not texts or _UNKNOWN_PLACE.search(code):
        return "only a run can tell what the code deletes; use `rm` with the paths"
    return None
