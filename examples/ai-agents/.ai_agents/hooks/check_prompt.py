"""Keeps prompts with passwords in them from the agent, and tells it today's date otherwise."""

from __future__ import annotations

import datetime
import json
import re
import sys

prompt = json.load(sys.stdin).get("prompt", "")
if re.search(r"(?i)\b(password|secret|token)\s*[:=]", prompt):
    answer = {"decision": "block", "reason": "The prompt seems to hold a password; leave it out"}
else:
    answer = {"additionalContext": f"Today is {datetime.datetime.now().astimezone():%Y-%m-%d}."}
print(json.dumps(answer))
