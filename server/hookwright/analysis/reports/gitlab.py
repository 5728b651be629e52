"""Findings as GitLab's report of code quality, which merge requests show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from hookwright.analysis.folding import lines_told
from hookwright.analysis.reports.checked import Checked, relative
from hookwright.model.reaction import Severity

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor"}
_OTHERS = "info"


def code_quality(checked: Iterable[Checked], folder: str) -> list[dict[str, Any]]:
    """One object a finding; paths are relative to the folder, lines count from 1.

    A finding keeps its `fingerprint` while its file, rule and message stay the same, wherever it moves in the file.
    """
    found: list[dict[str, Any]] = []
    seen: Counter[tuple[str, str, str]] = Counter()
    for one in checked:
        path = relative(one.path, folder)
        for it in one.diagnostics:
            key = (path, it.rule.code, it.finding.message)
            print_of = sha256("\0".join((*key, str(seen[key]))).encode()).hexdigest()
            seen[key] += 1
            found.append(
                {
                    "description": lines_told(it, one.tree),
                    "check_name": it.rule.code,
                    "fingerprint": print_of,
                    "severity": _SEVERITIES.get(it.severity, _OTHERS),
                    "location": {"path": path, "lines": {"begin": one.tree.lines.position(it.span.start).line + 1}},
                }
            )
    return found
