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
    ("rm -Rf {}", "`-R` means `-r`.", "other letter"),
    ("rm -rfv {}", "`-v` only prints what is deleted.", "another option in the word"),
    ("rm -rf -- {}", "`--` only ends the options.", "dashes"),
    ("rm -rf ./{}", "It is the same path.", "path from here"),
    ("rm -rf {}/", "A slash at the end changes nothing.", "slash behind the name"),
    ("find {} -delete", "`find` deletes what it finds.", "find"),
    ("find {} -type f -delete", "`find` deletes each file of the folder.", "find"),
    (
        "python3 -c \"import shutil; shutil.rmtree('{}')\"",
        "Python deletes the folder.",
        "language",
    ),
    ("git rm -rfq {}", "Git deletes the files that it knows.", "git rm"),
)
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


def seed_of(folder: str, stopped: Collection[str]) -> Seed | None:
    """A seed for the folder, of which the guard stops some of the commands; None if it stops none, or the usual one."""
    plain, other, of_file, *forms = asked(folder)
    first = next((it for it in forms if it in stopped), None)
    if first is None or not {plain, other, of_file}.isdisjoint(stopped):
        return None
    every = ((plain, "It is the same deletion, as people write it.", "usual form"), *_FORMS)
    same = (Rewording(form.format(folder), why, kind) for form, why, kind in every if form.format(folder) != first)
    why = f"It deletes `{folder}`, a folder of the project with files that people have written."
    return Seed(name=f"delete {folder}", command=first, why=why, same=tuple(same))
