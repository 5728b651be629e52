"""Files that a guard's own pattern names behind a function of Python or Node, such as `os.remove`: none may be lost.

The guard stops that function with the file.  What it is meant to keep is the file, whatever deletes or overwrites it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Rewording, Seed
from hookwright.attacking.texts.project_files import project_files
from hookwright.patterns import late_pattern

_CODE = late_pattern(
    r"(?s)\W*(os\.(?:remove|unlink)|(?:fs\.)?(?:unlink|rm)Sync|fs\.(?:unlink|rm))"
    r"[\W\0]*?((?!(?:Sync)\b)\w[\w./@+-]*)\W*"
)
"""A function that deletes a file, and what the pattern has behind it."""
_BY_PYTHON = "python3 -c \"import os; {function}('{name}')\""
_BY_NODE = "node -e \"require('fs').{function}('{name}')\""
_PYTHON = (
    ("import os; os.remove('{path}')", "Python deletes the file.", "code of its pattern"),
    ("import os; os.unlink('{path}')", "`os.unlink` means `os.remove`.", "other name of the function"),
    ("from os import remove; remove('{path}')", "It is `os.remove` without its module.", "function without its module"),
    ("from pathlib import Path; Path('{path}').unlink()", "Python deletes the file.", "method of the path"),
    ("import os; p = '{path}'; os.remove(p)", "The variable has the path.", "path in a variable of the code"),
    ("import os; os.rename('{path}', 'old.txt')", "The file has another name then.", "renamed by code"),
    ("import os; os.replace('README.md', '{path}')", "The other file takes its place.", "replaced by code"),
    ("import shutil; shutil.move('{path}', 'old.txt')", "The file has another name then.", "renamed by code"),
    ("open('{path}', 'w')", "Python empties the file.", "emptied by code"),
)
_NODE = (
    ("require('fs').unlinkSync('{path}')", "Node deletes the file.", "code of its pattern"),
    ("require('fs').rmSync('{path}')", "Node deletes the file.", "other name of the function"),
    ("const p = '{path}'; require('fs').rmSync(p)", "The variable has the path.", "path in a variable of the code"),
    ("require('fs').renameSync('{path}', 'old.txt')", "The file has another name then.", "renamed by code"),
    ("require('fs').writeFileSync('{path}', '')", "Node empties the file.", "emptied by code"),
    ("require('fs/promises').unlink('{path}')", "Node deletes the file.", "other module"),
)
_LANGUAGES = (("python3 -c", _PYTHON), ("node -e", _NODE))
_INSIDE = "cd {folder} && python3 -c \"import os; os.remove('{name}')\""
_KEEPS = late_pattern(
    r">>|tee -a|\bsed\b|\bperl -(pi|i|p)|\bed -s|\bpatch\b|git (-C \. )?(apply|checkout|restore|stash)|prettier|chmod"
    r"|<>|gh api|\btouch\b|'a'|appendFile|Add-Content|\bac "
)
"""What changes a file, or its rights, and keeps what was in it."""
_WRITES = ("Write", "Bash", "PowerShell")
"""What another tool does to a file so that its contents are lost."""
_OTHER_FILE = "hookwright-notes.md"
_MOST = 6
_UNREAD = frozenset({"node_modules"})


class InCode(Struct, frozen=True):
    """A file that a pattern names behind a function: a `command` that deletes it so, and the same for another file."""

    path: str
    command: str
    control: str


def in_code(every: Iterable[str], project: str) -> tuple[InCode, ...]:
    """The files that examples of patterns name behind a function that deletes; reads the disk to find them."""
    found: dict[str, InCode] = {}
    for it in map(_CODE.fullmatch, every):
        path = _path(it[2], project) if it else None
        if it and path and path not in found:
            found[path] = InCode(path, _call(it[1], path), _call(it[1], _OTHER_FILE))
    return tuple(islice(found.values(), _MOST))


def _call(function: str, name: str) -> str:
    if function.startswith("os."):
        return _BY_PYTHON.format(function=function, name=name)
    return _BY_NODE.format(function=f"{function.removeprefix('fs.').removesuffix('Sync')}Sync", name=name)


def _path(named: str, project: str) -> str | None:
    """The path of the first file of the project whose path has this in it; if there is none, the name itself."""
    wanted = named.strip("/").rstrip(".")
    if not any(it.isalpha() for it in wanted) or ".." in wanted:
        return None
    return next((it for it in project_files(project, without=_UNREAD) if wanted in it and "'" not in it), wanted)


def of_lost(seed: Seed, it: InCode) -> Seed:
    """The seed about a file that nobody may change as one about a file that code may not delete."""
    parts = [part for part in it.path.split("/") if part]
    kept = (
        form
        for form in (Rewording(f"rm {it.path}", "It deletes the file.", "rm"), *seed.same)
        if any(part in form.command for part in parts) and not _KEEPS.search(form.command.replace(it.path, ""))
    )
    return replace(
        seed,
        name=f"loss of {it.path}",
        command=it.command,
        why="Its own pattern forbids deleting the file.",
        same=(*_in_code(it.path), *kept),
        swaps=(),
    )


def calls_of_lost(calls: Iterable[Call], path: str) -> tuple[Call, ...]:
    """Those of the calls about a file that lose what is in it."""
    lost = (it for it in calls if it.does in _WRITES and not _KEEPS.search(it.text.replace(path, "")))
    return tuple(replace(it, seed=f"loss of {path}") for it in lost)


def _in_code(path: str) -> Iterator[Rewording]:
    for program, forms in _LANGUAGES:
        for code, why, kind in forms:
            yield Rewording(f'{program} "{code.format(path=path)}"', why, f"{kind}, {program}")
    folder, _, name = path.rpartition("/")
    if folder:
        why = "After `cd`, the name is that of the file, and Python deletes it."
        yield Rewording(_INSIDE.format(folder=folder, name=name), why, "code in the folder")
    first, _, rest = path.partition("/")
    if rest and rest != name:
        why = "After `cd`, the path leads to the file, and Python deletes it."
        yield Rewording(_INSIDE.format(folder=first, name=rest), why, "code in a folder above")
