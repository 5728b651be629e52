"""Findings about places in scripts, and in the files that they import."""

from __future__ import annotations

import os.path

from hookwright.analysis.rule import Finding, Fix, Place
from hookwright.analysis.script_places import in_script
from hookwright.analysis.script_subject import ScriptUse
from hookwright.model.reaction import Severity
from hookwright.scripts.values import Spot


def finding_at(
    spot: Spot,
    message: str,
    fixes: tuple[Fix, ...] = (),
    severity: Severity | None = None,
    *,
    uses: tuple[ScriptUse, ...] = (),
    related: tuple[tuple[Place, str], ...] = (),
) -> Finding:
    """The finding at a spot; one in an imported file names that file."""
    where = f" (in `{os.path.basename(spot.file)}`, which this script uses)" if spot.file else ""
    return Finding(in_script(spot), f"{message}{where}", fixes, severity, related, uses=uses)
