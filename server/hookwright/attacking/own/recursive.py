"""Deletions of a folder of the project, of which a guard stops some, and not others that do the same."""

from __future__ import annotations

from collections.abc import Collection

from hookwright.attacking.forms.dangers import Rewording, Seed

PLAIN = "rm -rf {}"
"""The usual form."""
OTHER = "rm -rf hookwright-notes"
"""A folder that no list has: a guard that stops this one stops every folder, or lets some be deleted."""
OF_FILE = "rm -f {}/hookwright-notes"
"""A guard that stops this one keeps the folder, or is about every deletion."""
_FORMS = (
    ("rm {} -rf", "Options can come after the folder.", "options behind the folder"),
    ("rm -v -rf {}", "`-v` only prints what is deleted.", "another option before"),
    ("rm -r -f {}", "The two options can stand in two words.", "options in two words"),
    ("rm -v -r -f {}", "The options can stand in several words.", "options in two words"),
    ("rm -fr {}", "The order of the options changes nothing.", "order of the options"),
    ("rm --recursive --force {}", "The long options mean the same.", "long options"),
    ("rm -rv -f {}", "The options can stand in two words, also with `-v`.", "another option in one of two words"),
    ("rm -r -vf {}", "The options can stand in two words, also with `-v`.", "another option in one of two words"),
    ("rm -Rf {}", "`-R` means `-r`.", "other letter"),
    ("rm -rfv {}", "`-v` only prints what is deleted.", "another option in the word"),
    ("rm -rf -- {}", "`--` only ends the options.", "dashes"),
    ("rm --recursive -f {}", "Long and short options mean the same.", "long and short options"),
    ("rm -f --recursive {}", "Long and short options mean the same.", "long and short options"),
    ("rm -rf ./{}", "It is the same path.", "path from here"),
    ('rm -rf "$PWD"/{}', "It is the same folder by its whole path.", "whole path"),
    ("rm -rf hookwright-notes {}", "`rm` deletes each of several folders.", "behind another folder"),
    ("rm -rf {}/", "A slash at the end changes nothing.", "slash behind the name"),
    ("find {} -delete", "`find` deletes what it finds.", "find"),
    ("find {} -type f -delete", "`find` deletes each file of the folder.", "find"),
    (
        "python3 -c \"import shutil; shutil.rmtree('{}')\"",
        "Python deletes the folder.",
        "language",
    ),
    ("npx rimraf {}", "`rimraf` deletes the folder.", "program of npm"),
    ("npx -y del-cli {}", "`del-cli` deletes the folder.", "program of npm"),
    ("ls -d {} | xargs rm -r", "`xargs` runs `rm` for the folder.", "xargs"),
    ("git rm -rfq {}", "Git deletes the files that it knows.", "git rm"),
)
_BY_OTHERS = frozenset({"find", "language", "long and short options", "program of npm", "xargs"})
"""The kinds of forms that a guard may not know that stops the usual one for a name, or for every folder."""
_OF_EVERY = frozenset({*_BY_OTHERS, "options in two words", "another option in one of two words"})
"""The kinds that a guard may not know that stops the usual one for every folder: it may have a list of some folders."""
_BY_NAME = frozenset({*_BY_OTHERS, "path from here", "whole path", "behind another folder"})
"""The kinds that a guard may not know that stops the usual one for a name."""
_MEANT = 4
"""So many forms show that a guard means every deletion of a folder: those that only differ in their options."""


def asked(folder: str) -> tuple[str, ...]:
    """The commands that show whether a guard stops the folder's deletion in some forms only."""
    return (
        PLAIN.format(folder),
        OTHER,
        OF_FILE.format(folder),
        *(form.format(folder) for form, _, _ in _FORMS[:_MEANT]),
    )


def of_every_folder(folder: str, stopped: Collection[str]) -> tuple[Rewording, ...]:
    """Forms for the folder, if the guard stops the usual one for each: its rule may only know that, or other paths."""
    plain, other, *_ = asked(folder)
    if not {plain, other} <= {*stopped}:
        return ()
    why = f"It deletes `{folder}`, a folder of the project with files that people have written."
    return tuple(
        Rewording(it.command, f"{it.why} {why}", f"folder of the project: {it.kind}", partial=True)
        for it in _forms(folder)
        if it.kind in _OF_EVERY
    )


def of_name(folder: str) -> tuple[Rewording, ...]:
    """Forms for the folder, for a guard whose pattern names it; the words of `rm` are written in other ways anyway."""
    return tuple(it for it in _forms(folder) if it.kind in _BY_NAME)


def _forms(folder: str) -> tuple[Rewording, ...]:
    return tuple(Rewording(form.format(folder), why, kind) for form, why, kind in _FORMS)


def seed_of(folder: str, stopped: Collection[str]) -> Seed | None:
    """A seed for the folder, of which the guard stops some of the commands; None if it stops none, or the usual one."""
    plain, other, of_file, *meant = asked(folder)
    first = next((it for it in meant if it in stopped), None)
    if first is None or not {plain, other, of_file}.isdisjoint(stopped):
        return None
    usual = Rewording(plain, "It is the same deletion, as people write it.", "usual form")
    same = (it for it in (usual, *_forms(folder)) if it.command != first)
    why = f"It deletes `{folder}`, a folder of the project with files that people have written."
    return Seed(name=f"delete {folder}", command=first, why=why, same=tuple(same))
