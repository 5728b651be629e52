"""Findings in files that a script imports: they stand where the script names the file, and lead to their own line."""

from __future__ import annotations

import os.path
import re

from msgspec.structs import replace

from hookwright.analysis.rule import Finding, OtherFile, Place
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.syntax.tree import Tree
from hookwright.text import Span

_NAMES_FILES = r"(?:\b(?:source|import|from|require|bash|sh|python3?|node)\b|^[ \t]*\.[ \t])"


def placed(subject: ScriptSubject, finding: Finding) -> Finding:
    """The same finding, in the script itself; what is in an imported file is one of its other places."""
    related = tuple((_in_file(subject, place), message) for place, message in finding.related)
    if not finding.place.imported:
        return finding if related == finding.related else replace(finding, related=related)
    name = finding.place.imported
    own = _in_file(subject, finding.place)
    here = ((own, f"it is here, in `{os.path.basename(name)}`"),) if own.file is not None else ()
    return replace(finding, place=Place((), span=_named(subject.text, name)), related=(*here, *related))


def _in_file(subject: ScriptSubject, place: Place) -> Place:
    """The place in the file that it names; where that is gone, in the script."""
    text = subject.beside(place.imported) if place.imported else None
    if text is None:
        return replace(place, imported="", span=Span(0, 0)) if place.imported else place
    path = os.path.normpath(os.path.join(os.path.dirname(subject.path), place.imported))
    return replace(place, imported="", file=OtherFile(path, Tree(text, None)))


def _named(text: str, path: str) -> Span:
    """Where the script names a file that it imports; its beginning if it does so in another way."""
    folder, base = os.path.split(path)
    stem = os.path.splitext(base)[0]
    stem = os.path.basename(folder) if stem in ("__init__", "index") and folder else stem
    found = re.search(rf"(?m)^[^\n#]*?{_NAMES_FILES}[^\n]*?(?<![\w-])({re.escape(stem)})(?![\w-])", text)
    return Span(*found.span(1)) if found is not None else Span(0, 0)
