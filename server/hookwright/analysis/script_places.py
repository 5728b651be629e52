"""The places of findings about scripts: in the script, and in the file of a hook that runs it."""

from __future__ import annotations

from hookwright.analysis.rule import Place
from hookwright.analysis.script_subject import ScriptUse
from hookwright.scripts.values import Spot
from hookwright.text import Span


def in_script(spot: Spot) -> Place:
    """The place of a spot, in the script or in a file that it imports."""
    return Place((), span=Span(spot.start, spot.end), imported=spot.file)


def in_hook_file(use: ScriptUse) -> Place:
    """Where the hook names the script."""
    return Place(use.route, piece=use.piece, file=use.file)
