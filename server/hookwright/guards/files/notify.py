#!/usr/bin/env python3
"""Shows a notification of the system when the agent waits for you."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

TITLE = "Your agent waits for you"


def notify(text: str) -> None:
    """Shows a text with the program that the system has for it; without one, nothing happens."""
    if shutil.which("notify-send"):
        subprocess.run(["notify-send", "--", TITLE, text], check=False, timeout=5)
    elif shutil.which("osascript"):
        script = f"display notification {json.dumps(text)} with title {json.dumps(TITLE)}"
        subprocess.run(["osascript", "-e", script], check=False, timeout=5)


try:
    payload = json.load(sys.stdin)
    said = payload.get("message") if isinstance(payload, dict) else None
    notify(said if isinstance(said, str) else "It has stopped.")
except (ValueError, OSError, subprocess.SubprocessError) as wrong:
    print(f"no notification: {wrong}", file=sys.stderr)
sys.exit(0)
