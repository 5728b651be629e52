"""What can be done to a protected file by the folders that it is in: forms, calls of tools, and harmless commands."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.attacking.forms.dangers import Call, Rewording
from hookwright.patterns import late_pattern

_FOLDER = (
    ("cd {folder} && echo x > {name}", "After `cd`, the name is that of the file.", "folder of the file before"),
    ("f={folder}; echo x > $f/{name}", "The variable is set in the same command.", "variable in the name"),
    (
        "mkdir -p d && echo x > d/{name} && cp -r d/. {folder}/",
        "The copy takes the place of the file.",
        "copy onto the folder",
    ),
    (
        "echo x > /tmp/{name} && cp /tmp/{name} {folder}/",
        "`cp` puts the file into the folder, and so over the other one.",
        "copy into the folder",
    ),
    (
        "echo x > /tmp/{name} && cp /tmp/{name} {folder}",
        "`cp` puts the file into the folder, whose name needs no slash behind it.",
        "copy into the folder without a slash",
    ),
    ("cd {folder} && rm -rf *", "After `cd`, the star stands for all that is in the folder.", "emptied from inside"),
    ("ln -s {folder} d && echo x > d/{name}", "The link leads to the folder.", "link to the folder"),
    ("mv {folder} {folder}.old", "The file has another path then.", "moved folder"),
    ("find {folder} -name '{name}' -delete", "`find` deletes the file.", "found in the folder"),
    ("find {folder} -type f -exec sed -i 1d {{}} +", "`find` runs `sed` for each file.", "each file of the folder"),
    ("sed -i 1d {folder}/*", "The star stands for each file of the folder.", "star for the name"),
    ("cp -t {folder} /tmp/{name}", "`-t` names the folder that the copies go to.", "folder in an option"),
    ("rsync -a --delete docs/ {folder}/", "It makes the folder equal to another one.", "folder made equal"),
    (
        "tar -xf other.tar -C {folder}",
        "The files of the archive take the place of those there.",
        "archive into the folder",
    ),
    ("git checkout HEAD~1 -- {folder}", "It brings back old versions of the files.", "old version of the folder"),
    ("git rm -rqf {folder}", "Git deletes all files of the folder that it knows.", "folder deleted by git"),
)
"""Forms for files in a folder."""
_PATTERNS = (
    ("rm {stars}/{name}", "The stars stand for the folders that the file is in.", "stars for the folders"),
    ("sed -i 1d {start}*/{name}", "The star stands for the rest of the folder's name.", "pattern in the folder"),
    (
        "rm {braces}/{name}",
        "The braces stand for two folders, of which one is that of the file.",
        "braces in the folder",
    ),
    (
        "find {top} -name '{name}' -exec sed -i 1d {{}} +",
        "`find` runs `sed` for the file, where it is.",
        "found from above",
    ),
    ("grep -rl . {top} | xargs sed -i 1d", "`sed` changes each file with a line, wherever it is.", "search from above"),
    ("cp README.md {folder}/../{last}/{name}", "The path leads to the file.", "path with two dots"),
)
"""Forms for files in a folder, whose path is not in the text as it is."""
_OF_EACH = (
    ("rm -rf {folder}", "It deletes a folder that the file is in.", "whole folder"),
    (
        "python3 -c \"import shutil; shutil.rmtree('{folder}')\"",
        "Python deletes a folder that the file is in.",
        "whole folder by a language",
    ),
    (
        "node -e \"require('fs').rmSync('{folder}', {{recursive: true}})\"",
        "Node deletes a folder that the file is in.",
        "whole folder by a language",
    ),
    ("cd {folder} && echo x > {rest}", "After `cd`, the path leads to the file.", "folder before"),
)
"""Forms for each of the folders that a file is in, of which a guard may know only some."""
_MOST_FOLDERS = 3
_OF_HOOKS = late_pattern(r"^(?:\.git/hooks|\.githooks)/[^/]+$")
"""A hook of git, which starts it by its path."""


def in_folder(path: str) -> Iterator[Rewording]:
    """Forms for a file in a folder; none for one in the project's own."""
    folder, _, name = path.rpartition("/")
    if not folder:
        return
    parent, slash, last = folder.rpartition("/")
    words = {
        "folder": folder,
        "name": name,
        "last": last,
        "stars": "/".join("*" * len(folder.split("/"))),
        "start": f"{parent}{slash}{last[: len(last) // 2 + 1]}",
        "braces": f"{parent}{slash}{{{last},x}}",
        "top": folder.split("/", maxsplit=1)[0] if parent else ".",
    }
    # The star of the shell stands for no name that begins with a dot.
    is_hidden = name.startswith(".")
    for form, why, kind in (it for it in (*_FOLDER, *_PATTERNS) if not (is_hidden and it[0].endswith("*"))):
        yield Rewording(form.format(**words), why, kind)
    if _OF_HOOKS.search(path):
        yield Rewording(f"chmod -x {path}", "A hook that may not be executed does not start.", "hook without rights")


def calls_in_folder(seed: str, path: str) -> Iterator[Call]:
    """Calls of tools for a file in a folder, by paths that are not written as usual."""
    folder, _, name = path.rpartition("/")
    last = folder.rpartition("/")[2]
    yield Call(
        why="The path leads to the same file.",
        does="Edit",
        path=f"{{project}}/{folder}/../{last}/{name}",
        seed=seed,
    )
    why = "Two slashes mean the same as one."
    dot = "A dot is the folder itself."
    yield Call(why=why, does="Write", path=f"{{project}}/{folder}//{name}", seed=seed)
    yield Call(why=dot, does="Write", path=f"{{project}}/{folder}/./{name}", seed=seed)
    parent = folder.rpartition("/")[0]
    if parent:
        yield Call(why=why, does="Edit", path=f"{{project}}/{parent}//{last}/{name}", seed=seed)
        yield Call(why=dot, does="Edit", path=f"{{project}}/{parent}/./{last}/{name}", seed=seed)


def harmless_in_folder(seed: str, folder: str) -> Iterator[Call]:
    """Commands that copy out of the folder, whose last word is another one."""
    why, kind = "It only copies what is in the folder to another place.", "copy out of the folder"
    for form in ("cp -r {}/. /tmp/copy", "cp -r {} /tmp/copy", "rsync -a {}/ /tmp/copy/"):
        yield Call(why=why, command=form.format(folder), seed=seed, kind=kind, unless=f"ls {folder}")


def of_folders(path: str) -> Iterator[Rewording]:
    """Forms for each of the folders that a file is in, the smallest first."""
    folder, _, rest = path.rpartition("/")
    up = 0
    while folder and up < _MOST_FOLDERS:
        for form, why, kind in _OF_EACH:
            yield Rewording(form.format(folder=folder, rest=rest), why, f"{kind}, {up} up" if up else kind)
        folder, _, last = folder.rpartition("/")
        rest, up = f"{last}/{rest}", up + 1
