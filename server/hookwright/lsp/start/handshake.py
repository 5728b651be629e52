"""How a client that came through a socket shows that it may: by a token in its first message, which is `initialize`.

Until then nothing of it is read but that message, up to a size and for a time.  A web page can send bytes to a port of
this machine too: its request begins with a method, and no header but those of the protocol is taken.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import select
import socket
import time
from typing import Any

from hookwright.errors import UsageError
from hookwright.files import NotRegular, open_file
from hookwright.transport.frames import frame
from hookwright.transport.private_socket import Refused

_VARIABLE = "HOOKWRIGHT_LSP_TOKEN"
NOT_AUTHENTICATED = -32014

_OPTIONS, _TOKEN = "initializationOptions", "token"
_SECONDS = 10.0
_MOST_BYTES = 256 * 1024
_MOST_HEADER_BYTES = 512
_END = b"\r\n\r\n"
_HEADERS = re.compile(
    rb"(?i:(?:content-type: ?application/vscode-jsonrpc(?:; ?charset=utf-?8)?\r\n)?)"
    rb"(?i:content-length): ?(\d{1,7})"
    rb"(?i:(?:\r\ncontent-type: ?application/vscode-jsonrpc(?:; ?charset=utf-?8)?)?)"
)
# 256 bits.
_DIGITS = re.compile(r"[0-9a-fA-F]{64}")
_HOW = "set it to 64 hexadecimal digits, such as `openssl rand -hex 32` prints"
_LARGEST_FILE = 1024


def token_of(said: str | None, path: str | None) -> str:
    """The token out of a private file, or else what the environment `said`.

    Raises UsageError if there is none, it is too short, or others can read the file.
    """
    if path is not None:
        said = _private_text(path).strip()
        if not _DIGITS.fullmatch(said):
            raise UsageError(f"`{path}` does not hold a token", "write 64 hexadecimal digits to it, and nothing else")
    elif said is None:
        raise UsageError("`--tcp` needs a token, as every program on this machine can connect", _how_to_give())
    elif not _DIGITS.fullmatch(said):
        raise UsageError(f"`{_VARIABLE}` is not a token of 256 bits", _HOW)
    return said.lower()


def _how_to_give() -> str:
    return (
        f"put 64 hexadecimal digits into the variable `{_VARIABLE}`, or into a file that only you can read and"
        " name it with `--token-file`; or use standard input"
    )


def _private_text(path: str) -> str:
    try:
        with open_file(path, follow=False) as file:
            status = os.fstat(file.fileno())
            if status.st_uid != os.geteuid() or status.st_mode & 0o077:
                raise UsageError(f"Others can read or write `{path}`", "make it yours alone with `chmod 600`")
            return file.read(_LARGEST_FILE).decode("ascii", "replace")
    except NotRegular as error:
        raise UsageError(f"`{path}` is not a file", "name a file with `--token-file`") from error
    except OSError as error:
        raise UsageError(f"`{path}` cannot be read ({error.strerror})", "name a file with `--token-file`") from error


def admit(client: socket.socket, token: str) -> bytes:
    """The frame of the client's `initialize`, without its token; raises Refused."""
    body = _first_body(client)
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused("its first message is not JSON") from None
    options = _options(message)
    said = options.pop(_TOKEN, None)
    given = said.strip().lower() if isinstance(said, str) else ""
    if not hmac.compare_digest(given.encode("utf-8", "replace"), token.encode()):
        what = "the token is wrong" if said is not None else f"`{_OPTIONS}.{_TOKEN}` is missing"
        _answer(client, message.get("id"), f"Not connected: {what}")
        raise Refused(what)
    return frame(json.dumps(message).encode())


def _options(message: Any) -> dict[str, Any]:  # noqa: ANN401  whatever came
    found = message
    if not isinstance(message, dict) or message.get("method") != "initialize":
        raise Refused("its first message is not `initialize`")
    for key in ("params", _OPTIONS):
        found = found.get(key)
        if not isinstance(found, dict):
            return {}
    return found  # type: ignore[no-any-return]


def _first_body(client: socket.socket) -> bytes:
    deadline, data = time.monotonic() + _SECONDS, b""
    while (length := _frame_length(data)) is None or len(data) < length:
        if not select.select([client], [], [], max(0.0, deadline - time.monotonic()))[0]:
            raise Refused("its first message did not come in time")
        wanted = _MOST_HEADER_BYTES - len(data) if length is None else length - len(data)
        piece = client.recv(min(wanted, 65536))
        if not piece:
            raise Refused("it ended before its first message")
        data += piece
    return data.partition(_END)[2]


def _frame_length(data: bytes) -> int | None:
    """The length of the first frame, its header included; None until that is known.  Raises Refused."""
    if not b"content-".startswith(data[:8].lower()):
        raise Refused("it does not speak the language server protocol")
    header, ended, _ = data.partition(_END)
    if not ended:
        if len(data) >= _MOST_HEADER_BYTES:
            raise Refused("its header never ends")
        return None
    found = _HEADERS.fullmatch(header)
    if found is None:
        raise Refused("its header has more than one valid length and type of the message")
    if int(found[1]) > _MOST_BYTES:
        raise Refused(f"its first message is larger than {_MOST_BYTES} bytes")
    return len(header) + len(_END) + int(found[1])


def _answer(client: socket.socket, request_id: object, text: str) -> None:
    error = {"code": NOT_AUTHENTICATED, "message": text}
    body = json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}).encode()
    try:
        client.sendall(frame(body))
    except OSError:
        return
