"""A listener is nobody else's: what a web page, another user or another program sends to it gets no server."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.workspace import AI_AGENTS, Workspace

from hookwright.errors import UsageError
from hookwright.lsp.start.handshake import admit, token_of
from hookwright.lsp.start.sockets import serve_tcp, serve_unix
from hookwright.transport.private_socket import Refused

PATIENCE = 150.0
TOKEN = "0123456789abcdef" * 4
VARIABLE = "HOOKWRIGHT_LSP_TOKEN"

Start = Callable[..., "Listener"]


class Listener:
    """A server that listens, and what it says of it."""

    def __init__(self, arguments: list[str], environment: dict[str, str], folder: Path) -> None:
        command = [sys.executable, "-m", "hookwright", "lsp", *arguments]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, cwd=folder)
        assert self.process.stderr
        self.first_line = self.process.stderr.readline().decode()

    def connect(self) -> socket.socket:
        host, _, port = self.first_line.split()[-1].rpartition(":")
        return socket.create_connection((host, int(port)), timeout=PATIENCE)

    def said(self) -> str:
        """The next line that it says."""
        assert self.process.stderr
        return self.process.stderr.readline().decode()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stderr
        self.process.stderr.close()


@pytest.fixture
def start(workspace: Workspace) -> Iterator[Start]:
    """Starts a server with these arguments and variables."""
    started: list[Listener] = []

    def begin(*arguments: str, **variables: str) -> Listener:
        listener = Listener([*arguments], {**os.environ, **variables}, workspace.project)
        started.append(listener)
        return listener

    yield begin
    for it in started:
        it.end()


def initialize(workspace: Workspace, token: object = None, **options: Any) -> dict[str, Any]:
    said = {} if token is None else {"token": token}
    options = {"trusted": True, "userHome": str(workspace.home), **said, **options}
    folder = {"uri": workspace.project.as_uri(), "name": "project"}
    params: dict[str, Any] = {
        "processId": None,
        "rootUri": folder["uri"],
        "workspaceFolders": [folder],
        "capabilities": {},
    }
    params["initializationOptions"] = options
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


def frame(message: Any) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def everything(connection: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    found = b""
    try:
        while piece := connection.recv(65536):
            found += piece
    except ConnectionResetError:
        pass
    return found


def answer_of(connection: socket.socket) -> dict[str, Any]:
    """The next message."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(1)
    body = b""
    while len(body) < int(data.split(b":")[1]):
        body += connection.recv(int(data.split(b":")[1]) - len(body))
    found: dict[str, Any] = json.loads(body)
    return found


def dispatching(workspace: Workspace) -> bytes:
    """What an attacker wants to be served: a hook is run."""
    params = {"event": "PreToolUse", "payload": {"tool_name": "Write"}}
    return frame({"jsonrpc": "2.0", "id": 2, "method": "hookwright/dispatch", "params": params})


def test_a_web_page_is_sent_away(start: Start, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "touch ran")
    listener = start("--tcp", "127.0.0.1:0", **{VARIABLE: TOKEN})
    hello = frame(initialize(workspace)).partition(b"\r\n\r\n")[2]
    page = (
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nReferer: http://evil.example/?content-length:%d\r\n"
        b"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n%b"
    )

    with listener.connect() as connection:
        connection.sendall(page % (len(hello), len(hello), hello) + dispatching(workspace))
        assert everything(connection) == b""

    assert "does not speak the language server protocol" in listener.said()
    assert not (workspace.project / "ran").exists()


def test_without_the_token_nothing_is_served(start: Start, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "touch ran")
    listener = start("--tcp", "127.0.0.1:0", **{VARIABLE: TOKEN})
    wrong: list[Any] = [None, "", TOKEN[:-1], "f" * 64, 7, [TOKEN], TOKEN + "0", "é" * 64]

    for token in wrong:
        with listener.connect() as connection:
            connection.sendall(frame(initialize(workspace, token)) + dispatching(workspace))
            assert b"result" not in everything(connection)
        with listener.connect() as connection:
            connection.sendall(frame(initialize(workspace, token)))
            answer = everything(connection)
        assert answer.count(b"Content-Length") == 1
        assert b'"code": -32014' in answer
        assert TOKEN.encode() not in answer
    assert not (workspace.project / "ran").exists()

    # It still waits for the one who knows.
    with listener.connect() as connection:
        connection.sendall(frame(initialize(workspace, TOKEN)))
        assert "capabilities" in answer_of(connection)["result"]


def test_tokens_are_compared_in_constant_time_and_by_nothing_else(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def compare(given: bytes, wanted: bytes) -> bool:
        compared.append((given, wanted))
        return given != wanted

    monkeypatch.setattr("hmac.compare_digest", compare)
    for token, admitted in ((TOKEN, False), ("f" * 64, True), ("short", True)):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            theirs.sendall(frame(initialize(workspace, token)))
            if admitted:
                assert TOKEN.encode() not in admit(ours, TOKEN)
            else:
                with pytest.raises(Refused, match="the token is wrong"):
                    admit(ours, TOKEN)
    assert compared == [(it.encode(), TOKEN.encode()) for it in (TOKEN, "f" * 64, "short")]


def test_who_says_nothing_keeps_nobody_waiting(start: Start, workspace: Workspace) -> None:
    listener = start("--tcp", "127.0.0.1:0", **{VARIABLE: TOKEN})

    with contextlib.ExitStack() as silent:
        for _ in range(20):
            silent.enter_context(listener.connect()).sendall(b"Content-Length: 9")
        # Their time is 10 s each.
        with listener.connect() as connection:
            connection.settimeout(8)
            connection.sendall(frame(initialize(workspace, TOKEN)))
            assert "capabilities" in answer_of(connection)["result"]


_FOREIGN = [
    (b"GET / HTTP/1.1\r\n\r\n", "does not speak"),
    (b"Host: x\r\nContent-Length: 2\r\n\r\n{}", "does not speak"),
    (b"Content-Length: 2\r\nHost: x\r\n\r\n{}", "more than one"),
    (b"Content-Length: 2\r\nContent-Length: 300\r\n\r\n{}", "more than one"),
    (b"Content-Length: 2\r\nOrigin: http://evil.example\r\n\r\n{}", "more than one"),
    (b"Content-Length: 99999999999999999999\r\n\r\n{}", "more than one"),
    (b"Content-Length: 9999999\r\n\r\n{", "larger than"),
    (b"Content-Length: -2\r\n\r\n{}", "more than one"),
    (b"Content-Length: 2\r\n" + b"Content-Length: 2\r\n" * 100, "never ends"),
    (b"Content-Length: 2\r\n\r\n[]", "not `initialize`"),
    (b"Content-Length: 4\r\n\r\nnull", "not `initialize`"),
    (b"Content-Length: 9\r\n\r\n\xff\xfe\x00{[{[{[", "not JSON"),
    (b"Content-Length: 40000\r\n\r\n" + b"[" * 40000, "not JSON"),
]


def test_what_is_not_the_protocol_is_sent_away(start: Start) -> None:
    listener = start("--tcp", "127.0.0.1:0", **{VARIABLE: TOKEN})

    for sent, why in _FOREIGN:
        with listener.connect() as connection:
            connection.sendall(sent)
            assert everything(connection) == b"", sent[:80]
        assert why in listener.said(), sent[:80]

    assert listener.process.poll() is None


def test_who_has_the_token_is_served_and_no_hook_inherits_it(start: Start, workspace: Workspace) -> None:
    workspace.hooks(AI_AGENTS, "env > seen")
    listener = start("--tcp", "localhost:0", **{VARIABLE: TOKEN})

    with listener.connect() as connection:
        hello = frame(initialize(workspace, TOKEN.upper()))
        connection.sendall(
            hello.replace(b"\r\n\r\n", b"\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n")
        )
        assert "capabilities" in answer_of(connection)["result"]
        connection.sendall(dispatching(workspace))
        while answer_of(connection).get("id") != 2:
            continue
        seen = (workspace.project / "seen").read_text()
        assert "PATH=" in seen
        assert TOKEN not in seen
        connection.sendall(frame({"jsonrpc": "2.0", "id": 3, "method": "shutdown"}))
        while answer_of(connection).get("id") != 3:
            continue
        connection.sendall(frame({"jsonrpc": "2.0", "method": "exit"}))
        assert everything(connection) == b""

    assert listener.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "example.org:0"])
def test_only_this_machine_can_connect(address: str) -> None:
    with pytest.raises(UsageError, match=r"listen on 127\.0\.0\.1"):
        serve_tcp(address, TOKEN, _never)


@pytest.mark.parametrize("token", ["", "secret", "0" * 63, "g" * 64])
def test_a_token_that_can_be_guessed_is_none(token: str) -> None:
    with pytest.raises(UsageError, match="64 hexadecimal digits"):
        token_of(token, None)


def test_without_a_token_there_is_no_port(start: Start) -> None:
    listener = start("--tcp", "127.0.0.1:0")

    assert f"`{VARIABLE}`" in listener.first_line
    assert listener.process.wait(PATIENCE) == 2


def test_the_token_may_be_in_a_private_file(start: Start, workspace: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(TOKEN + "\n")
    file.chmod(0o600)

    listener = start("--tcp", "127.0.0.1:0", "--token-file", str(file))

    with listener.connect() as connection:
        connection.sendall(frame(initialize(workspace, TOKEN)))
        assert "capabilities" in answer_of(connection)["result"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_file_that_others_can_reach_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "token"
    file.write_text(TOKEN)
    file.chmod(mode)

    with pytest.raises(UsageError, match="chmod 600"):
        token_of(None, str(file))


@pytest.mark.parametrize("kind", ["fifo", "link", "folder", "missing", "words"])
def test_what_is_no_private_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    file, other = tmp_path / "token", tmp_path / "other"
    other.write_text(TOKEN)
    other.chmod(0o600)
    make: dict[str, Callable[[], object]] = {
        "fifo": lambda: os.mkfifo(file, 0o600),
        "link": lambda: file.symlink_to(other),
        "folder": file.mkdir,
        "missing": lambda: None,
        "words": lambda: file.write_text("my secret"),
    }
    make[kind]()
    if kind == "words":
        file.chmod(0o600)

    with pytest.raises(UsageError, match=f"`{file}`"):
        token_of(None, str(file))


def test_an_http_request_on_standard_input_ends_the_session(workspace: Workspace) -> None:
    hello = frame(initialize(workspace)).partition(b"\r\n\r\n")[2]
    page = b"POST / HTTP/1.1\r\nReferer: http://evil.example/?content-length:%d\r\n\r\n%b" % (len(hello), hello)

    ended = subprocess.run(
        [sys.executable, "-m", "hookwright", "lsp"],
        input=page + dispatching(workspace),
        capture_output=True,
        cwd=workspace.project,
        check=False,
        timeout=PATIENCE,
    )

    assert ended.returncode == 1
    assert b"capabilities" not in ended.stdout
    assert b"HTTP request" in ended.stdout


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    # The system takes some hundred bytes for the path of a socket; the temporary folder may be deeper.
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_socket_in_a_private_folder_serves_its_user(start: Start, workspace: Workspace, private: Path) -> None:
    path = os.path.relpath(private / "socket", workspace.project)
    listener = start("--listen", path)
    assert path in listener.first_line
    assert stat.S_IMODE((private / "socket").stat().st_mode) == 0o600

    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect("private/socket")
        connection.sendall(frame(initialize(workspace)))
        assert "capabilities" in answer_of(connection)["result"]
        assert not (private / "socket").exists()


def test_the_socket_of_a_killed_server_is_replaced(start: Start, workspace: Workspace, private: Path) -> None:
    path = os.path.relpath(private / "socket", workspace.project)
    start("--listen", path).end()
    assert (private / "socket").exists()

    assert path in start("--listen", path).first_line

    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect("private/socket")
        connection.sendall(frame(initialize(workspace)))
        assert "capabilities" in answer_of(connection)["result"]


@pytest.mark.parametrize("mode", [0o755, 0o710, 0o1777])
def test_a_socket_in_a_folder_of_many_is_refused(private: Path, mode: int) -> None:
    private.chmod(mode)

    with pytest.raises(UsageError, match="Others can enter"):
        serve_unix("private/socket", _never)

    assert not (private / "socket").exists()


def test_a_socket_takes_nothing_elses_place(private: Path) -> None:
    (private / "socket").write_text("precious")

    with pytest.raises(UsageError, match="Cannot listen"):
        serve_unix("private/socket", _never)

    assert (private / "socket").read_text() == "precious"


def _never(*_: object, **__: object) -> int:
    raise AssertionError("there is no client")


_CONNECT = """
import os, socket, sys
os.chdir(os.path.dirname(sys.argv[1]))
os.setgroups([]); os.setgid(65534); os.setuid(65534)
s = socket.socket(socket.AF_UNIX); s.connect("socket")
try: s.sendall(sys.stdin.buffer.read()); print(s.recv(1))
except (BrokenPipeError, ConnectionResetError): print(b"")
"""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can act as another user")
def test_another_user_who_gets_to_the_socket_is_sent_away(start: Start, workspace: Workspace, private: Path) -> None:
    listener = start("--listen", os.path.relpath(private / "socket", workspace.project))
    # It was private when the server looked.
    private.chmod(0o711)
    (private / "socket").chmod(0o666)
    command = [sys.executable, "-c", _CONNECT, str(private / "socket")]
    done = subprocess.run(command, input=frame(initialize(workspace)), capture_output=True, check=False)
    if b"PermissionError" in done.stderr:
        pytest.skip("the temporary folder is not open to others")
    assert done.stdout == b"b''\n", done.stderr
    assert "another user's process" in listener.said()

    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect("private/socket")
        connection.sendall(frame(initialize(workspace)))
        assert "capabilities" in answer_of(connection)["result"]


_LISTEN = """
import os, socket, sys
s = socket.socket(socket.AF_UNIX)
os.chdir(os.path.dirname(sys.argv[1]))
os.setegid(65534); os.seteuid(65534)
s.bind("socket"); s.listen(); print("ready", flush=True); c, _ = s.accept(); print(c.recv(1), flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can act as another user")
def test_another_users_socket_is_not_connected_to(start: Start, private: Path, tmp_path: Path) -> None:
    private.chmod(0o777)
    command = [sys.executable, "-c", _LISTEN, str(private / "socket")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as other:
        assert other.stdout
        if other.stdout.readline() != b"ready\n":
            pytest.skip("the temporary folder is not open to others")
        listener = start("--pipe", str(private / "socket"))
        assert "another user's process" in listener.first_line
        assert listener.process.wait(PATIENCE) == 2
        assert other.stdout.readline() == b"b''\n"
