"""The hook of the experiments: notes how it was called, then does as its arguments say.

It is a program of its own, so that the agent's hooks need nothing but Python.  hook.sh does the same in replays.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

_TERMINATED = 143


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    for name in ("--log", "--id"):
        parser.add_argument(name, required=True)
    parser.add_argument("--out", default="")
    parser.add_argument("--err", default="")
    parser.add_argument("--exit", type=int, default=0)
    parser.add_argument("--sleep", type=float, default=0)
    parser.add_argument("--signal", type=int)
    parser.add_argument("--orphan", help="leaves a child behind for so many seconds that holds the pipes open")
    parser.add_argument("--early", default="", help="printed before the sleep")
    parser.add_argument("--env-file", help="a line for the file that CLAUDE_ENV_FILE names")
    parser.add_argument("--once-file", type=Path, help="does what else is said only while this file is missing")
    parser.add_argument("rest", nargs="*")
    return parser.parse_args()


def _payload() -> object:
    raw = sys.stdin.read()
    try:
        return json.loads(raw)
    except ValueError:
        return {"(raw)": raw}


def main() -> int:
    """Does as the arguments say, and ends with the code that they name."""
    given = _arguments()
    note = {"id": given.id, "what": "start", "at": time.time(), "payload": _payload()}
    with Path(given.log).open("a", encoding="utf-8") as log:
        log.write(json.dumps(note) + "\n")
    if given.once_file is not None:
        if given.once_file.exists():
            return 0
        given.once_file.touch()
    signal.signal(signal.SIGTERM, lambda *_: os._exit(_TERMINATED))
    if given.env_file and "CLAUDE_ENV_FILE" in os.environ:
        with Path(os.environ["CLAUDE_ENV_FILE"]).open("a", encoding="utf-8") as file:
            file.write(given.env_file + "\n")
    if given.early:
        sys.stdout.write(given.early + "\n")
        sys.stdout.flush()
    if given.orphan:
        subprocess.Popen(["sleep", given.orphan], stdin=subprocess.DEVNULL)
    time.sleep(given.sleep)
    sys.stdout.write(given.out)
    sys.stderr.write(given.err)
    sys.stdout.flush()
    sys.stderr.flush()
    if given.signal is not None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), given.signal)
    exit_code: int = given.exit
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
