"""A session of OpenCode: `python opencode_session.py PROGRAM IDLE PROMPT…` starts its server and sends the prompts.

It waits until the session has been idle that often after the first prompt, and prints each answer.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from typing import Any


class Server:
    """OpenCode's own, on a port of the loopback."""

    def __init__(self, program: str) -> None:
        options = ["serve", "--hostname", "127.0.0.1", "--port", "0", "--print-logs", "--log-level", "WARN"]
        self._process = subprocess.Popen([program, *options], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = next(it for it in self._process.stdout if "listening on" in it)
        self._port = int(line.rstrip().rpartition(":")[2].strip("/"))

    def ask(self, method: str, path: str, body: Any = None) -> HTTPResponse:
        """The answer, to be read."""
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
        connection.request(
            method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"}
        )
        return connection.getresponse()

    def events(self) -> Iterator[dict[str, Any]]:
        """What happens from now on."""
        answer = self.ask("GET", "/event")
        for line in answer:
            if line.startswith(b"data:"):
                yield json.loads(line[5:])

    def close(self) -> None:
        """Ends it as a terminal does."""
        self._process.terminate()
        self._process.communicate()


def main(program: str, idle: str, *prompts: str) -> None:
    """One session, which is compacted and deleted at its end."""
    with closing(Server(program)) as server:
        session = json.load(server.ask("POST", "/session", {}))["id"]
        events = server.events()
        next(events)
        for number, prompt in enumerate(prompts):
            answer = server.ask("POST", f"/session/{session}/message", {"parts": [{"type": "text", "text": prompt}]})
            sys.stdout.write(f"{answer.status} {answer.read().decode()}\n")
            left = int(idle) if number == 0 else 0
            while left:
                left -= next(events)["type"] == "session.idle"
        server.ask("POST", f"/session/{session}/summarize", {"providerID": "scripted", "modelID": "scripted"}).read()
        server.ask("DELETE", f"/session/{session}").read()
        # Ends the plugins.
        server.ask("POST", "/instance/dispose").read()


if __name__ == "__main__":
    main(*sys.argv[1:])
