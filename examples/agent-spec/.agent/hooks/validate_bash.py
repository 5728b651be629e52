#!/usr/bin/env python3
"""Refuses shell commands that nobody wants an agent to run; the refusal's reason goes to stderr."""

from __future__ import annotations

import json
import os
import re
import sys

REFUSED = {
    r"\brm\s+-\w*[rR]\w*\s+/(\s|$)": "it deletes the whole disk",
    r"\bsudo\b": "it asks for the administrator",
    r"\bchmod\s+777\b": "it lets everybody write",
}

command = json.loads(os.environ["INPUT"]).get("command", "")
for pattern, why in REFUSED.items():
    if re.search(pattern, command):
        sys.exit(f"`{command}` is refused: {why}")
