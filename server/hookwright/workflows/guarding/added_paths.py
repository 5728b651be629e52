"""Whether a script may find a program that is not on the PATH, in folders that it adds itself."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.script_subject import ScriptSubject
from hookwright.patterns import late_pattern

_PATH = late_pattern(r"""\bPATH=(?:"([^"\n]*)"|'([^'\n]*)'|(\S*))""")
# Behind these, programs are found in folders that only a run can tell.
_MANAGERS = late_pattern(
    r"\bnvm\.sh\b|(?m:^|[;&|])\s*(?:source|\.)\s+\S*bin/activate\b|\b(?:mise|asdf|fnm|direnv|rbenv|pyenv)\b"
)
_COMMENT = late_pattern(r"(?m)^[ \t]*#.*$")
_OWN = late_pattern(r"\$PATH|\$\{PATH\b[^}]*\}")
_HOME = late_pattern(r"(?:~|\$HOME|\$\{HOME\})(?=/)")


def may_bring(subject: ScriptSubject, program: str) -> bool:
    """Whether the script, or a file that it runs, may find the program though it is not on the PATH."""
    return any(_brings(subject, text, program) for text in texts_of(subject))


def texts_of(subject: ScriptSubject) -> Iterator[str]:
    """The texts of the script and of the files that it runs, without comments."""
    for it in (subject.text, *(subject.beside(it) or "" for it in subject.script.files)):
        yield _COMMENT.sub("", it)


def _brings(subject: ScriptSubject, text: str, program: str) -> bool:
    if _MANAGERS.search(_PATH.sub("", text)):
        return True
    paths = (found[1] or found[2] or found[3] or "" for found in _PATH.finditer(text))
    return any(_has(subject, folder, program) for it in paths for folder in _OWN.sub("", it).split(":") if folder)


def _has(subject: ScriptSubject, folder: str, program: str) -> bool:
    """Whether a folder of a PATH has the program, or only a run can tell which folder it is."""
    if subject.home:
        folder = _HOME.sub(lambda _: subject.home, folder)
    if not folder.startswith("/") or "$" in folder or "`" in folder:
        return True
    return subject.has_program(f"{folder}/{program}")
