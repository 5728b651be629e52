"""Entries of a settings file that keep nothing back."""

from __future__ import annotations

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.own_rules import UNUSED_IGNORE
from hookwright.analysis.rule import Finding, Fix, Place
from hookwright.analysis.settings import Ignore, SettingsFile
from hookwright.syntax.edit import remove


def unused_ignore(file: SettingsFile, entry: Ignore) -> Diagnostic:
    """What is said of an entry of the file's settings that nobody needs."""
    place = Place(entry.route)
    fix = Fix("Remove the entry", tuple(remove(file.tree, entry.route)), preferred=True, safe=False)
    finding = Finding(place, "this keeps no finding back; remove it", (fix,), unnecessary=True)
    return Diagnostic(UNUSED_IGNORE, finding, resolve(file.tree, place), UNUSED_IGNORE.severity)
