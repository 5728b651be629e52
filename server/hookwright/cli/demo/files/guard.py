#!/usr/bin/env python3
"""Refuses to read the environment file, and lets everything else through."""

from __future__ import annotations

import json
import sys

event = json.load(sys.stdin)
command = event["tool_input"].get("command", "")
if ".env" in command:
    decision, reason = "deny", "The .env file holds secrets"
else:
    decision, reason = "allow", f"`{command}` touches no secrets"
print(
    json.dumps(
        {
            "hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "permissionDecision": decision,
                "permissionDecisionReason": reason,
            }
        }
    )
)
