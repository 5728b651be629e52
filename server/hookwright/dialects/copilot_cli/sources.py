"""What shows the facts about GitHub Copilot's command line."""

from __future__ import annotations

from hookwright.model.evidence import Basis, Evidence

MEASURED = Evidence(Basis.MEASURED, "1.0.102", "2026-11-21")
DOCUMENTED = Evidence(
    Basis.DOCUMENTED, "1.0.102", "2026-11-20", "https://docs.github.com/en/copilot/reference/hooks-reference"
)
