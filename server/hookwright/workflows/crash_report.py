"""What a user can attach when they report a fault of ours: a file in the state folder, without secrets."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from tempfile import NamedTemporaryFile

from hookwright import __version__
from hookwright.engine.journal.place import make_private, state_folder
from hookwright.host import Host
from hookwright.policies.redaction import redact
from hookwright.visible import visible

FOLDER = "crashes"
_MOST_KEPT = 20
_MOST_TEXT = 256 * 1024
# A fault that comes with every keystroke is reported once.
_written: dict[str, str] = {}


def write_crash_report(fault: BaseException, doing: str, host: Host, *, fault_id: str | None = None) -> str | None:
    """The path of the report, of an earlier one of this process if the fault is the same; None if none can be written.

    `doing` is what was asked for, without its arguments; `fault_id` is how the log calls the fault.
    """
    said = "".join(traceback.format_exception(fault))
    digest = sha256(said.encode(errors="replace")).hexdigest()
    if digest not in _written and len(_written) >= _MOST_KEPT:
        return None
    if digest not in _written:
        text = _report(said, doing, host.home, fault_id or digest[:8])
        try:
            _written[digest] = _write(os.path.join(state_folder(host), FOLDER), text, digest[:8])
        except OSError:
            return None
    return _written[digest]


def _report(said: str, doing: str, home: str, fault_id: str) -> str:
    head = (
        "This is a fault of hookwright; attach this file to a report at",
        "https://github.com/hookwright/hookwright/issues after you have looked through it.",
        "Secrets that hookwright knows by their form are left out.",
        "",
        f"hookwright  {__version__}",
        f"Python      {platform.python_version()} ({sys.implementation.name})",
        f"system      {platform.platform()}",
        f"while       {doing}",
        f"fault       {fault_id}",
        "",
    )
    body = redact(said[-_MOST_TEXT:])
    # The name of the user is in most paths.
    body = body.replace(home, "~") if len(home) > 1 else body
    return visible("\n".join(head) + "\n" + body)


def _write(folder: str, text: str, name: str) -> str:
    make_private(os.path.dirname(folder))
    os.makedirs(folder, mode=0o700, exist_ok=True)
    begin = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{name}-"
    with NamedTemporaryFile("w", prefix=begin, suffix=".txt", dir=folder, delete=False, encoding="utf-8") as file:
        file.write(text)
    for old in sorted(os.listdir(folder))[:-_MOST_KEPT]:
        with suppress(OSError):
            os.unlink(os.path.join(folder, old))
    return file.name
