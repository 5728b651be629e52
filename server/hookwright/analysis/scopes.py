"""The files that a file is judged together with, and what they are called."""

from __future__ import annotations

import os.path

from hookwright.analysis.rule import Subject
from hookwright.config.view import HookFile


def called(subject: Subject, file: HookFile) -> str:
    """The file's path as people write it: from the project on, or from the home folder on with `~`."""
    for folder, start in ((subject.project, ""), (subject.disk.home(), "~/")):
        root = folder.rstrip(os.sep) + os.sep
        if folder and file.path.startswith(root):
            return start + file.path.removeprefix(root).replace(os.sep, "/")
    return file.path
