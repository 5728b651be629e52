"""How checked files are fixed, or what fixing would change, as a patch."""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import diff_bytes, unified_diff

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.fixing import Fixed, Judge, Made, fix_file, script_changes
from hookwright.analysis.rule import ScriptChange
from hookwright.config.view import HookFile
from hookwright.errors import UnreadableInput
from hookwright.given_files import read_bytes
from hookwright.paths import below, slashed
from hookwright.patterns import late_pattern
from hookwright.readers.folders import repository_of
from hookwright.workflows.file_writing import change_script, is_below, leads_out, write_text

_MOST_ROUNDS = 10
_PLAIN = late_pattern(rb'[^"\\\x00-\x1f\x7f]+\Z')
_ESCAPES = {ord("\n"): b"\\n", ord("\t"): b"\\t", ord('"'): b'\\"', ord("\\"): b"\\\\"}
_NO_NEWLINE = b"\n\\ No newline at end of file\n"


def fix_on_disk(file: HookFile, judge: Judge, project: str, *, unsafe: bool) -> tuple[Fixed, list[UnreadableInput]]:
    """The file, fixed together with the scripts of its project, and what could not be changed.

    Raises UnreadableInput if the file itself cannot be.
    """
    made: list[Made] = []
    failed: list[UnreadableInput] = []
    done: set[ScriptChange] = set()
    for _ in range(_MOST_ROUNDS):
        fixed = fix_file(file, judge, unsafe=unsafe)
        if fixed.file.tree.text != file.tree.text:
            if leads_out(file.path, project):
                return Fixed(file, judge(file), tuple(made)), [*failed, _left_alone(file.path)]
            write_text(file.path, fixed.file.tree.text)
        file, made = fixed.file, [*made, *fixed.made]
        changes = [(it, change) for it, change in _scripts(fixed, project, unsafe=unsafe) if change not in done]
        if not changes:
            break
        for it, change in changes:
            done.add(change)
            try:
                change_script(change)
                made.append(it)
            except UnreadableInput as wrong:
                failed.append(wrong)
    return Fixed(file, judge(file), tuple(made)), failed


def difference(patch: Patch, file: HookFile, judge: Judge, project: str, *, unsafe: bool) -> int:
    """Adds to the patch what the fixes would change, and counts them; nothing is written.

    Raises UnreadableInput if `fix_on_disk` would leave the file alone.
    """
    fixed = fix_file(file, judge, unsafe=unsafe)
    if fixed.made and leads_out(file.path, project):
        raise _left_alone(file.path)
    patch.rewrite(file.path, file.tree.text, fixed.file.tree.text)
    return len(fixed.made) + sum(patch.change_script(change) for _, change in _scripts(fixed, project, unsafe=unsafe))


def _left_alone(path: str) -> UnreadableInput:
    real = os.path.realpath(path)
    return UnreadableInput(
        f"`{path}` is a link that leads out of its project", f"to fix what it leads to, name `{real}`"
    )


def _scripts(fixed: Fixed, project: str, *, unsafe: bool) -> Iterator[tuple[Made, ScriptChange]]:
    """What is to be done to scripts; those that are not the project's are left alone."""
    for it in script_changes(fixed.file, fixed.diagnostics, unsafe=unsafe):
        if it.fix.script is not None and is_below(it.fix.script.path, project):
            yield it, it.fix.script


class PatchedFile(Struct, frozen=True):
    """A file before and after, with whether its owner may execute it; `before` is None for one that is to be made."""

    path: str
    before: bytes | None
    after: bytes
    was_executable: bool = False
    is_executable: bool = False


class Patch:
    """What is to be changed, each file once, however many findings and hook files want something of it."""

    def __init__(self) -> None:
        self._files: dict[str, PatchedFile] = {}
        self._done: set[ScriptChange] = set()

    def rewrite(self, path: str, before: str, after: str) -> None:
        """Adds a hook file with its new text."""
        if before != after:
            self._files[path] = PatchedFile(path, before.encode(), after.encode())

    def rewrite_script(self, path: str, before: str, after: str) -> None:
        """Adds a script with its new text, which keeps what a hook file's fixes do to the script besides."""
        known = self._files.get(path)
        if known is None or before == after:
            self.rewrite(path, before, after)
            return
        # These fixes put a line at its beginning, or convert the ends of its lines.
        was, now = before.encode(), after.encode()
        if not known.after.endswith(was):
            was, now = (it.replace(b"\r\n", b"\n") for it in (was, now))
        if known.after.endswith(was):
            self._files[path] = replace(known, after=known.after.removesuffix(was) + now)

    def change_script(self, change: ScriptChange) -> bool:
        """Adds a change of a script, unless it is there already; raises UnreadableInput."""
        if change in self._done:
            return False
        self._done.add(change)
        self._files[change.path] = _changed(self._files.get(change.path) or _script(change), change)
        return True

    def text(self, folder: str) -> bytes:
        """The patch, as it is to be applied in the folder."""
        here = os.path.realpath(folder)
        top = repository_of(here) or here
        return b"".join(_section(it, here, top) for it in self._files.values())


def _script(change: ScriptChange) -> PatchedFile:
    if change.create:
        return PatchedFile(change.path, None, b"")
    content, executable = read_bytes(change.path), os.stat(change.path).st_mode & 0o100 != 0
    return PatchedFile(change.path, content, content, executable, executable)


def _changed(file: PatchedFile, change: ScriptChange) -> PatchedFile:
    """The file with one more change, in the order in which `--fix` makes them."""
    content = change.create.encode() if change.create else file.after
    if change.line_feeds:
        content = content.replace(b"\r\n", b"\n")
    return replace(file, after=change.insert.encode() + content, is_executable=file.is_executable or change.executable)


def _section(file: PatchedFile, here: str, top: str) -> bytes:
    """One file's part; a mode, and a place outside of the folder, need the header of git, which counts from its top."""
    real = os.path.realpath(file.path)
    inside, in_git = below(real, here), below(real, top)
    modes = list(_modes(file))
    headed = in_git is not None and (bool(modes) or inside is None)
    name = os.fsencode((in_git if headed else inside) or slashed(real).lstrip("/"))
    old, new = _quoted(b"a/" + name), _quoted(b"b/" + name)
    head = [b"diff --git " + old + b" " + new, *modes] if headed or modes else []
    if file.before is None:
        old = b"/dev/null"
    lines = list(diff_bytes(unified_diff, _lines(file.before or b""), _lines(file.after), b"", b""))[2:]
    if lines:
        # A tab ends a name with blanks.
        head += [b"--- " + old + b"\t" * (b" " in old), b"+++ " + new + b"\t" * (b" " in new)]
    return b"".join([*(it + b"\n" for it in head), *(it if it.endswith(b"\n") else it + _NO_NEWLINE for it in lines)])


def _modes(file: PatchedFile) -> Iterator[bytes]:
    old, new = (b"100755" if it else b"100644" for it in (file.was_executable, file.is_executable))
    if file.before is None:
        yield b"new file mode " + new
    elif old != new:
        yield b"old mode " + old
        yield b"new mode " + new


def _lines(content: bytes) -> list[bytes]:
    *whole, last = content.split(b"\n")
    return [*(it + b"\n" for it in whole), *([last] if last else [])]


def _quoted(name: bytes) -> bytes:
    if _PLAIN.match(name):
        return name
    return (
        b'"'
        + b"".join(_ESCAPES.get(it) or (b"\\%03o" % it if it < 32 or it == 127 else bytes([it])) for it in name)
        + b'"'
    )
