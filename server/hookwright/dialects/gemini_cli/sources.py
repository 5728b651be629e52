"""What shows the facts about Gemini CLI."""

from __future__ import annotations

from hookwright.model.evidence import Basis, Evidence

MEASURED = Evidence(Basis.MEASURED, "0.61.0", "2026-11-21")
DOCUMENTED = Evidence(Basis.DOCUMENTED, "0.61.0", "2026-11-20", "https://geminicli.com/docs/hooks/reference/")
