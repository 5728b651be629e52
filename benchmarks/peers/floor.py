"""The least that a server in Python can be: it answers every request with nothing, and knows no library."""

from __future__ import annotations

import json
import sys


def main() -> None:
    """Serves until `exit`."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while header := source.readline():
        length = int(header.split(b":")[1])
        source.readline()
        message = json.loads(source.read(length))
        if message["method"] == "exit":
            return
        if "id" in message:
            body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {"capabilities": {}}}).encode()
            sink.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            sink.flush()


main()
