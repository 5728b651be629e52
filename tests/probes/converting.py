"""The probe of converted files: the new text, and what is lost; no hook is run."""

from __future__ import annotations

from tests.probes.case import Case

from hookwright.analysis.disk import RealDisk
from hookwright.converting.convert import check_on, convert
from hookwright.dialects import by_id


def converted(case: Case, dialect: str) -> str:
    """`converted DIALECT`: the first hook file for that agent, and a line for each loss."""
    _, file = case.hook_files()[0]
    disk = RealDisk(str(case.home))
    found = convert(file, by_id(dialect), check_on(disk), disk=disk)
    lines = [f"{it.pointer or '/'}: {'error: ' * it.error}{it.message}" for it in found.losses]
    return "\n".join((f"{found.path}:", found.text.rstrip("\n"), "", *(lines or ["nothing is lost"])))
