"""The baseline of `hookwright check`: read, used and written."""

from __future__ import annotations

import json
import os
from collections.abc import Collection

from msgspec.structs import replace

from hookwright.analysis.reports.baseline import Baseline
from hookwright.cli.output_files import write_file
from hookwright.cli.terminal import say
from hookwright.errors import UnreadableInput
from hookwright.given_files import read_text
from hookwright.workflows.checking.check import Checks


def without_known(path: str, checks: Checks, codes: Collection[str], *, quiet: bool) -> Checks:
    """The checks without the findings in the baseline at the path; says how many entries are no longer needed.

    `codes` are those of the rules that were checked.  Raises UnreadableInput.
    """
    try:
        value = json.loads(read_text(path))
    except (ValueError, RecursionError) as wrong:
        raise UnreadableInput(f"`{path}` is not a baseline", "write it with `--write-baseline`") from wrong
    baseline = Baseline.from_json(value, _folder(path), path)
    left = baseline.left(checks.checked, codes)
    if left.gone and not quiet:
        entries, them = ("1 finding that is", "it") if left.gone == 1 else (f"{left.gone} findings that are", "them")
        # Writing replaces the file: what was not checked now would be lost.
        whole = "; check everything that it lists for this" if left.elsewhere else ""
        removing = f"`--write-baseline {path}` removes {them}{whole}"
        say(f"hookwright: `{path}` lists {entries} gone from the files that were checked: {removing}", err=True)
    return replace(checks, checked=left.checked, hidden=left.hidden)


def write_baseline(path: str, checks: Checks) -> None:
    """Writes the findings as a baseline, and says how many they are; raises UnreadableInput."""
    baseline = Baseline.of(checks.checked, _folder(path))
    write_file(path, json.dumps(baseline.to_json(), ensure_ascii=False, indent=2) + "\n")
    count = baseline.counts.total()
    findings = "1 finding" if count == 1 else f"{count} findings"
    say(f"{findings} written to {path}; with `--baseline {path}`, only new ones can fail the check")


def _folder(path: str) -> str:
    """Paths in a baseline are those from its own folder on, wherever it is used."""
    return os.path.dirname(os.path.realpath(path))
