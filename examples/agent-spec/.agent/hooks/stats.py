#!/usr/bin/env python3
"""Counts what happens in a session, one line a moment, in `.agent/statistics.jsonl`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

moment = {
    "at": os.environ["TIMESTAMP"],
    "session": os.environ["SESSION_ID"],
    "what": sys.argv[1],
    "tool": sys.argv[2] if len(sys.argv) > 2 else None,
}
with Path(".agent", "statistics.jsonl").open("a", encoding="utf-8") as file:
    file.write(json.dumps(moment) + "\n")
