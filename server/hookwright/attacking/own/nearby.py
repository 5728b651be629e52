"""Harmless calls near a file that only one guard names: what only looks at it, and files with nearly the same path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call
from hookwright.attacking.forms.model import SHELL
from hookwright.patterns import late_pattern

_ELSEWHERE = "another folder"
"""How the kinds begin of calls for a file with the same path in another folder."""
_ONLY_ONE = ("package-lock.json", ".md")
"""How names end of which only that of the project is meant, though a guard names no folder."""
_NOT_OF_FILES = "key of an object"
"""The kind of calls in which the name is not that of a file."""
_OTHER = "hookwright-notes"
_OF_SECRETS = late_pattern(r"(?i)secret|credential|token|password|\bkeys?\b|env|\bid_|pem$|kube|account")
"""Names of files that have secrets under a longer name as well."""
_OF_BUILDS = frozenset({"build", "dist", "out", "coverage", "target"})
"""Names of folders with what is built, which source files can also be in."""


def nearby(known: Iterable[Call], path: str, *, is_read: bool, texts: Iterable[str] | None = None) -> Iterator[Call]:
    """The known harmless calls that name the file at the path, and those for files beside its folder.

    Where the `texts` of the guard do not name the folder, it may mean such a file in any folder.

    If the file may be read, a guard that refuses to show it is meant to hide it, so that its other refusals are no
    false alarms.  If `is_read`, the guard is about reading it, and all calls are such as show nothing of it.
    """
    shown = f"cat {path}"
    folder = path.rpartition("/")[0]
    is_of_folder = folder != "" and (texts is None or any(f"{folder}/" in it.replace("\\", "") for it in texts))
    for it in known:
        # A file of that sort may be a secret in any folder.
        is_here = not it.kind.startswith(_ELSEWHERE) or is_of_folder or path.endswith(_ONLY_ONE)
        is_fit = it.text not in ("", shown) and it.kind != _NOT_OF_FILES and "\\" not in it.text and not it.content
        if is_here and is_fit:
            yield replace(it, unless=it.unless or (shown if it.does == SHELL and not is_read else ""))
    if not is_read:
        yield from _beside(path)
        yield from _with_longer_name(path, texts or ())


def _beside(path: str) -> Iterator[Call]:
    """Calls that write files beside the folder of the file, whose names begin as that of the folder does."""
    folder, _, name = path.rpartition("/")
    if not name.startswith(".") and "." in name and not name.endswith(".md"):
        why = "It is a page of documentation, whose name begins as that of the file does."
        text, control = f"{{project}}/docs/{name}.md", f"{{project}}/docs/{_OTHER}.md"
        yield Call(path=text, does="Write", why=why, kind="page about the file", unless=control)
    last = folder.rpartition("/")[2]
    if last in _OF_BUILDS:
        why = "It is a source file, in a folder that has the same name."
        text, control = f"{{project}}/src/{last}/{_OTHER}.ts", f"{{project}}/src/shared/{_OTHER}.ts"
        yield Call(path=text, does="Write", why=why, kind="folder of the same name", unless=control)
    elif last[:1].isalpha():
        why = "It is a page of documentation, in a folder that has the same name."
        text, control = f"{{project}}/docs/{last}/{_OTHER}.md", f"{{project}}/docs/shared/{_OTHER}.md"
        yield Call(path=text, does="Write", why=why, kind="folder of pages of the same name", unless=control)
    if folder:
        parent, slash, _ = folder.rpartition("/")
        longer, other = f"{folder}-helpers", f"{parent}{slash}{_OTHER}"
        why = "It is another file, whose name begins as that of the folder does."
        yield Call(command=f"touch {longer}.ts", why=why, kind="longer name", unless=f"touch {other}.ts")
        path, control = f"{{project}}/{longer}.md", f"{{project}}/{other}.md"
        yield Call(path=path, does="Write", why=why, kind="longer name, by a tool", unless=control)


def _with_longer_name(path: str, texts: Iterable[str]) -> Iterator[Call]:
    """Calls that write a file whose name ends as that of the file does, if the guard names that one."""
    name = path.rpartition("/")[2]
    is_named = any(name in it.replace("\\", "") for it in texts)
    if is_named and name[:1].isalnum() and not _OF_SECRETS.search(name):
        why = "It is another file, whose name only ends as that of the file does."
        longer, other = f"docs/old-{name}", f"docs/old-{_OTHER}.txt"
        yield Call(command=f"cp README.md {longer}", why=why, kind="name that ends so", unless=f"cp README.md {other}")
        text, control = f"{{project}}/{longer}", f"{{project}}/{other}"
        yield Call(path=text, does="Write", why=why, kind="name that ends so, by a tool", unless=control)
