"""Has the process of tests/warm.py that forks run hookwright, with the streams, folder and environment of this one."""

from __future__ import annotations

# Nothing that takes time to import: this is what a warm start costs.
import _socket
import os
import struct
import sys


def main(name: str, arguments: list[str]) -> int:
    """Waits for the end of what runs; its exit code."""
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.connect(f"\0{name}")
    variables = [b"%s=%s" % it for it in os.environb.items()]
    words = [os.fsencode(it) for it in arguments]
    request = b"\0".join([os.getcwdb(), b"%d" % len(words), *words, *variables])
    request = struct.pack("I", len(request)) + request
    streams = struct.pack("3i", 0, 1, 2)
    sent = connection.sendmsg([request], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
    # A short command may have ended by now, and then even sending nothing would fail.
    if sent < len(request):
        connection.sendall(request[sent:])
    # The other end of a pipe ends when all who have it do.
    for stream in (0, 1, 2):
        os.close(stream)
    ended = connection.recv(16)
    code = int(ended) if ended else 1
    if code < 0:
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    os._exit(main(sys.argv[1], sys.argv[2:]))
