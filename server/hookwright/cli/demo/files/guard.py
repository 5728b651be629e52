#!/usr/bin/env python3
"""Refuses to read the environment file, and lets everything else through."""

from __future__ import annotations

import json
import sys

try:
    command = json.load(sys.stdin)["tool_input"]["command"]
except (ValueError, KeyError, TypeError):
    sys.exit(2)
if ".env" in command:
    print("Blocked: the .env file holds secrets", file=sys.stderr)
    sys.exit(1)
