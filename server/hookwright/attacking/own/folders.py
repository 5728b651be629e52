"""What can be done to a folder or a volume that only one guard names: ways to delete it, and what only reads it."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.attacking.forms.dangers import Call, Rewording, Swap
from hookwright.attacking.forms.model import POWERSHELL

AT_HOME = "~/"
_FORMS = (
    ("cd {parent} && rm -rf {last}", "After `cd`, the name is that of the folder.", "folder before"),
    ("pushd {parent} && rm -rf {last}", "`pushd` goes to the folder that it is in.", "folder before by pushd"),
    ("env -C {parent} rm -rf {last}", "`env -C` goes to the folder that it is in.", "folder before by env"),
    (
        "mkdir -p {beside} && cd {beside} && rm -rf ../{last}",
        "After `cd`, the path leads to the folder.",
        "path with two dots",
    ),
    ("rm -rf {whole}", "It deletes what the folder is in, and so the folder.", "parent folder"),
    (
        "mkdir -p /tmp/empty && rsync -a --delete /tmp/empty/ {folder}/",
        "`--delete` deletes what the empty folder has not.",
        "rsync",
    ),
    (
        "python3 -c \"import os, shutil; shutil.rmtree(os.path.expanduser('{folder}'))\"",
        "Python deletes the folder.",
        "python",
    ),
    ("node -e \"require('fs').rmSync({node}, {{recursive: true}})\"", "Node deletes the folder.", "node"),
    ("node -e \"require('fs/promises').rm({node}, {{recursive: true}})\"", "Node deletes the folder.", "node"),
    ("perl -MFile::Path -e 'File::Path::rmtree(\"{perl}\")'", "Perl deletes the folder.", "perl"),
    ("mv {folder} /tmp/old && rm -rf /tmp/old", "It deletes the folder at its new place.", "moved first"),
    (
        "mv {folder} /tmp/",
        "The folder is not in its place any more, and many systems empty `/tmp` at their next start.",
        "moved away",
    ),
    ("ln -s {absolute} /tmp/d && rm -rf /tmp/d/*", "The link leads to the folder.", "link to the folder"),
    ("find {parent} -path '*/{last}/*' -delete", "`find` deletes what is in the folder.", "found by its name"),
    (
        "find {folder} -type f -exec truncate -s 0 {{}} +",
        "It makes each file of the folder empty.",
        "made empty",
    ),
    (
        "tar cf /dev/null --remove-files {folder}",
        "`tar` deletes the files that it has put into an archive, which nobody keeps.",
        "archive that nobody keeps",
    ),
    ("npx rimraf {folder}", "`rimraf` deletes the folder.", "program of npm"),
)
"""Other ways to delete a folder, why they do, and their kinds."""
_MOUNTED = "docker run --rm -v {folder}:/d alpine sh -c 'rm -rf /d/*'"
_IN_PROJECT = "git rm -rfq {folder}"
_READ = (
    ("ls -la {folder}", "", "It only lists files.", "list"),
    ("du -sh {folder}", "", "It only shows how large the folder is.", "list"),
    ("tar -czf /tmp/copy.tgz {folder}", "", "It only reads the folder.", "copy"),
    ("cp -r {folder} /tmp/copy && rm -rf /tmp/copy", "rm -rf /tmp/copy", "It deletes only the copy.", "copy deleted"),
    ("ls {folder}; rm -f /tmp/list.txt", "rm -f /tmp/list.txt", "It deletes another file.", "other file deleted"),
    ("rm -rf build/{last}", "rm -rf build/a", "It is a folder that a build has made.", "same name elsewhere"),
)
"""What only reads a folder, what a guard refuses for another reason if it refuses it, why, and the kind."""
_READ_BY_CONTAINER = (
    "docker run --rm -v {folder}:/b:ro alpine ls /b",
    "docker run --rm -v /tmp/d:/b:ro alpine ls /b",
    "The container only reads the folder.",
    "container that reads",
)
_OF_VOLUME = (
    ("docker volume inspect {name}", "", "It only shows where the volume is.", "list"),
    ("docker ps -a --filter volume={name}", "docker ps -a", "It only lists containers.", "list"),
    (
        "docker run --rm -v {name}:/b:ro alpine ls /b",
        "docker run --rm -v other:/b:ro alpine ls /b",
        "The container only reads the volume.",
        "container that reads",
    ),
    (
        "docker volume rm sandbox_{name}_test",
        "docker volume rm sandbox_test",
        "It is another volume, with a longer name.",
        "longer name",
    ),
)


def forms(folder: str) -> Iterator[Rewording]:
    """Other ways to delete the folder, which is a path of the shell such as `~/backups`."""
    parent, _, last = folder.rpartition("/")
    inside = folder.removeprefix(AT_HOME)
    is_home = inside != folder
    words = {
        "folder": folder,
        "absolute": folder if is_home or folder.startswith("/") else f'"$PWD/{folder}"',
        "parent": parent or "/",
        "whole": parent or "/*",
        "beside": f"{parent}/d" if parent else "/tmp",
        "last": last,
        "node": f"require('os').homedir() + '/{inside}'" if is_home else f"'{folder}'",
        "perl": f"$ENV{{HOME}}/{inside}" if is_home else folder,
    }
    for form, why, kind in _FORMS:
        yield Rewording(form.format(**words).replace("//", "/"), why, kind)
    if is_home or folder.startswith("/"):
        why = "The container has the folder at another path."
        yield Rewording(_MOUNTED.format(folder=folder), why, "container")
    else:
        yield Rewording(_IN_PROJECT.format(folder=folder), "Git deletes the files that it knows.", "git rm")


def spellings(folder: str) -> Iterator[Swap]:
    """Other paths that lead to the folder, and patterns that it is the only one to match."""
    parent, _, last = folder.rpartition("/")

    def swap(new: str, why: str, kind: str) -> Swap:
        return Swap(word=folder, instead=new, why=why, kind=kind)

    yield swap(f"{folder}/", "A slash at the end changes nothing.", "slash behind the name")
    yield swap(f"{folder}/*", "The star stands for all that is in the folder.", "inside")
    yield swap(f"{folder[:-1]}?", "The question mark stands for one letter.", "pattern in the name")
    yield swap(f"{parent}/[{last[0]}]{last[1:]}", "The brackets stand for one letter.", "pattern in the name")
    yield swap(
        f"{parent}/{last[: len(last) // 2 + 1]}*", "The star stands for the end of the name.", "star in the name"
    )
    yield swap(f"{parent}/{{{last},x}}", "The braces stand for two names, of which one is the folder.", "braces")
    yield swap(f"{parent}/./{last}", "It is the same path.", "other path")
    yield swap(f"{parent}/{last}/../{last}", "It is the same path.", "other path")
    yield from (swap(new, why, "other path of the home folder") for new, why in _at_home(folder))


def _at_home(folder: str) -> Iterator[tuple[str, str]]:
    """The folder by other names of the home folder that it is in, with what they mean."""
    _, _, of_home = folder.partition("/home/")
    user, _, inside = of_home.partition("/")
    if folder.startswith("/home/") and inside:
        yield f"~{user}/{inside}", f"`~{user}` is the home folder of this user."
        yield f"$HOME/{inside}", f"`$HOME` is `/home/{user}` for this user."
    elif folder.startswith(AT_HOME):
        for home in ('"$HOME"', "$HOME", "${HOME}", "{home}"):
            yield f"{home}/{folder.removeprefix(AT_HOME)}", "It is the same folder in the home folder."


def calls(seed: str, folder: str) -> Iterator[Call]:
    """Calls of other tools that delete the folder, for the seed of that name."""
    text = f"Remove-Item -Recurse -Force {folder}"
    yield Call(why="PowerShell deletes the folder.", does=POWERSHELL, command=text, seed=seed)


def harmless(seed: str, folder: str) -> Iterator[Call]:
    """Calls that only read the folder, or delete something else, for the seed of that name."""
    last = folder.rpartition("/")[2]
    by_container = [_READ_BY_CONTAINER] if folder.startswith(("/", AT_HOME)) else []
    for form, unless, why, kind in (*_READ, *by_container):
        yield Call(why=why, command=form.format(folder=folder, last=last), seed=seed, kind=kind, unless=unless)


def harmless_of_volume(seed: str, name: str) -> Iterator[Call]:
    """Calls that only read the volume of a container, or delete another one, for the seed of that name."""
    for form, unless, why, kind in _OF_VOLUME:
        yield Call(why=why, command=form.format(name=name), seed=seed, kind=kind, unless=unless)
