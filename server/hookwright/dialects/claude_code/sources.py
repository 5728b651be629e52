"""Where what is known of Claude Code is from, for what was not measured."""

from __future__ import annotations

from hookwright.model.evidence import Basis, Evidence

DOCUMENTED = Evidence(
    Basis.DOCUMENTED,
    "2.1.329",
    "2026-11-19",
    "https://code.claude.com/docs/en/hooks and the types of @anthropic-ai/claude-agent-sdk 0.3.329",
)
