"""The baseline of `hookwright check`: read, used and written."""

from __future__ import annotations

import json
import os

from msgspec.structs import replace

from hookwright.analysis.reports.baseline import Baseline
from hookwright.cli.output_files import write_file
from hookwright.cli.terminal import say
from hookwright.errors import UnreadableInput
from hookwright.given_files import read_text
from hookwright.workflows.checking.check import Checks


def without_known(path: str, checks: Checks, *, quiet: bool) -> Checks:
    """The checks without the findings in the baseline at the path; says how many entries are no longer needed.

    Raises UnreadableInput.
    """
    try:
        value = json.loads(read_text(path))
    except (ValueError, RecursionError) as wrong:
        raise UnreadableInput(f"`{path}` is not a baseline", "write it with `--write-baseline`") from wrong
    baseline = Baseline.from_json(value, _folder(path), path)
    left, gone = baseline.left(checks.checked)
    if gone and not quiet:
        entries = "1 finding" if gone == 1 else f"{gone} findings"
        say(f"hookwright: `{path}` lists {entries} that are gone: `--write-baseline {path}` removes them", err=True)
    return replace(checks, checked=left)


def write_baseline(path: str, checks: Checks) -> None:
    """Writes the findings as a baseline, and says how many they are; raises UnreadableInput."""
    baseline = Baseline.of(checks.checked, _folder(path))
    write_file(path, json.dumps(baseline.to_json(), ensure_ascii=False, indent=2) + "\n")
    count = baseline.counts.total()
    findings = "1 finding" if count == 1 else f"{count} findings"
    say(f"{findings} written to {path}; new ones fail with `--baseline {path}`")


def _folder(path: str) -> str:
    """Paths in a baseline are those from its own folder on, wherever it is used."""
    return os.path.dirname(os.path.realpath(path))
