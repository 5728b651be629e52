"""Commands that delete a file or a folder which a guard's own pattern lets `rm` not delete, and calls that look so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Rewording, Seed
from hookwright.attacking.own.recursive import of_name
from hookwright.patterns import late_pattern

_RM = late_pattern(r"rm (?:-f )?(?P<path>(?:[\w-]+/)*[\w.@+-]*\.[\w.@+-]*\w)")
_RM_FOLDER = late_pattern(
    r"rm (?=-f?[rR]|-f -[rR])(?:-[rRf]+ )+(?P<path>(?:\.?[\w@+-][\w.@+-]*/)*\.?[\w@+-][\w.@+-]*)/?"
)
_FOUND = (
    ("find . -name '{name}' -delete", "`find` deletes what it finds.", "found by its name"),
    ("find . -name '{name}' -exec rm {{}} +", "`find` runs `rm` for the file.", "found by its name, with `rm`"),
    ("find . -type f -name '{name}' -exec rm -f {{}} \\;", "`find` runs `rm` for the file.", "found, with `rm`"),
    ("find . -name '{start}*' -delete", "The star stands for the end of the name.", "found by a pattern"),
    ("find . -name '{name}' | xargs rm", "`xargs` adds the path that `find` prints.", "path from a search"),
)
_OTHERS = (
    ("unlink {path}", "`unlink` deletes the file.", "other program"),
    ("shred -u {path}", "`shred -u` overwrites the file and deletes it.", "other program that overwrites"),
    ("python3 -c \"import os; os.remove('{path}')\"", "Python deletes the file.", "language"),
    ("node -e \"require('fs').rmSync('{path}')\"", "Node deletes the file.", "language of the project"),
    ("perl -e 'unlink \"{path}\"'", "Perl deletes the file.", "other language"),
    ("f={path}; rm $f", "The variable is set in the same command.", "name in a variable"),
    ("rm {path}*", "The star stands for the end of a name.", "star behind the name"),
)
_IN_FOLDER = (
    ("rm -rf {folder}", "It deletes the folder that the file is in.", "whole folder"),
    ("cd {folder} && rm {name}", "After `cd`, the name is that of the file.", "folder before"),
    ("find {folder} -type f -delete", "`find` deletes each file of the folder.", "each file of the folder"),
    (
        "python3 -c \"import shutil; shutil.rmtree('{folder}')\"",
        "Python deletes the folder that the file is in.",
        "whole folder by a language",
    ),
)
_BY_STAR = (
    ("rm {folder}/*", "The star stands for each name in the folder.", "star for the name"),
    ("cd {folder} && rm *", "The star stands for each name in the folder.", "star after `cd`"),
)
"""Forms for a file in a folder that a star finds, as its name does not begin with a dot."""
_NEAR = (
    ("git rm -q --cached --ignore-unmatch {}", "Git forgets the file, which stays.", "only in the index"),
    ("rm -f build/a && ls -l {}", "It deletes another file, and only lists this one.", "other command behind"),
    ("terraform plan -var-file={}.tfvars", "It deletes nothing; a word only ends in `rm`.", "end of a longer word"),
)
"""Calls that name a file and delete another one, or none."""
_NEAR_ENV = (
    ("docker run --rm --env-file {} alpine true", "`--rm` is about the container.", "option of another program"),
    ("rm -f build/app{}ironment.js", "It is another file, with a longer name.", "longer name"),
)
"""The same, which only a file of variables has."""
_NEAR_FOLDER = (
    ("rm -rf {folder}{name}-screenshots", "It is another folder, with a longer name.", "longer name of the folder"),
    ("rm -rf {folder}my-{name}", "It is another folder, whose name only ends so.", "folder whose name ends so"),
    ("rm -rf /tmp/notes/{name}", "It is a folder for temporary use.", "folder of that name elsewhere"),
)
"""Deletions of other folders, whose names or places only look like those of a folder."""
_NEAR_FILE = (
    ("rm -f {folder}{name}.bak", "It is a copy, and the file stays.", "longer name of the file"),
    ("rm -f /tmp/notes/{name}", "It is a file for temporary use.", "file of that name elsewhere"),
)
"""The same for a file without secrets."""
_SECRET = late_pattern(r"(?i)secret|credential|token|passw|\bkeys?\b|env|\bid_|pem$|account|ssh|aws|netrc|npmrc")
"""Names of what has secrets in each folder, and in copies as well."""
_OTHER = "hookwright-notes.txt"
"""A file that no rule is about: a guard that refuses the same call with it has another reason."""
_OFTEN_IGNORED = (".env", ".env.*", "*.db", "*.sqlite*", "*.tfstate")
"""Files that git ignores in nearly all projects."""


_IGNORED_FOLDERS = frozenset({"node_modules", ".venv", "venv", "dist", "build", "target", "coverage", ".next"})
"""Folders that git ignores in nearly all projects."""
_CLEANED = "It deletes what git ignores, and most projects let it ignore this {}."


def deleted_file(command: str) -> str | None:
    """The path of the one file that the command deletes; None if it does something else."""
    found = _RM.fullmatch(command)
    return found["path"] if found else None


def with_deletions(seed: Seed) -> Seed:
    """The seed with the other ways to delete the file or the folder that it deletes, if it deletes one."""
    folder = _RM_FOLDER.fullmatch(seed.command)
    if folder:
        known = {seed.command, *(it.command for it in seed.same)}
        more = (it for it in _forms_of_folder(folder["path"]) if it.command not in known)
        return replace(seed, same=(*seed.same, *more))
    path = deleted_file(seed.command)
    return seed if path is None else replace(seed, same=(*seed.same, *_forms(path)))


def harmless_beside_deletions(seed: Seed) -> Iterator[Call]:
    """Calls that name the file or the folder and do not delete it, or delete one with a name that looks like it."""
    folder = _RM_FOLDER.fullmatch(seed.command)
    if folder:
        yield from _near(folder["path"], _NEAR_FOLDER, seed)
        return
    path = deleted_file(seed.command)
    if path is None:
        return
    for form, why, kind in (*_NEAR, *(_NEAR_ENV if path == ".env" else ())):
        yield Call(command=form.format(path), why=why, seed=seed.name, kind=kind, unless=form.format(_OTHER))
    yield from _near(path, _NEAR_FILE, seed)


def _near(path: str, forms: Sequence[tuple[str, str, str]], seed: Seed) -> Iterator[Call]:
    folder, slash, name = path.rpartition("/")
    # Nobody puts letters before the dot of a hidden name.
    fit = (it for it in forms if not (name.startswith(".") and "my-{name}" in it[0]))
    for form, why, kind in () if _SECRET.search(name) else fit:
        text, control = (form.format(folder=f"{folder}{slash}", name=it) for it in (name, "hookwright-notes"))
        yield Call(command=text, why=why, seed=seed.name, kind=kind, unless=control)


def _forms(path: str) -> Iterator[Rewording]:
    folder, _, name = path.rpartition("/")
    words = {"path": path, "name": name, "folder": folder, "start": name[: max(len(name) - 2, 2)]}
    by_star = _BY_STAR if folder and not name.startswith(".") else ()
    for form, why, kind in (*_FOUND, *_OTHERS, *(_IN_FOLDER if folder else ()), *by_star):
        yield Rewording(form.format(**words), why, kind)
    yield Rewording(f"git rm -qf {path}", "Git deletes the file that it knows.", "deleted by git", tracked=path)
    if any(fnmatchcase(name, it) for it in _OFTEN_IGNORED):
        yield from _cleaned("file")


def _forms_of_folder(path: str) -> Iterator[Rewording]:
    yield from of_name(path)
    if path.rpartition("/")[2] in _IGNORED_FOLDERS:
        yield from _cleaned("folder")


def _cleaned(what: str) -> Iterator[Rewording]:
    for command in ("git clean -fdX", "git clean -fdxq"):
        yield Rewording(command, _CLEANED.format(what), "cleaned by git")
