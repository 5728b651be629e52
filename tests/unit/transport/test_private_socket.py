"""A socket that a killed server has left is replaced; nothing else that lies there is."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from hookwright.errors import UsageError
from hookwright.transport import private_socket
from hookwright.transport.private_socket import Refused, listening, require_user


@pytest.fixture
def path() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder) / "s"


def test_a_socket_without_a_listener_is_replaced(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as killed:
        killed.bind(str(path))
    assert path.exists()
    with listening(str(path)) as listener, socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        listener.accept()[0].close()
    assert not path.exists()


def _refused(path: Path) -> None:
    with pytest.raises(UsageError, match="Cannot listen"), listening(str(path)):
        pass


def test_what_is_in_use_or_no_socket_stays(path: Path) -> None:
    with listening(str(path)):
        _refused(path)
    path.write_text("a file")
    _refused(path)
    assert path.read_text() == "a file"


def test_what_has_taken_its_place_stays_at_the_end(path: Path) -> None:
    for put in (lambda: path.write_text("a file"), lambda: path.symlink_to("elsewhere"), path.mkdir):
        with listening(str(path)):
            path.unlink()
            put()
        assert os.path.lexists(path)
        path.rmdir() if path.is_dir() else path.unlink()


def test_the_socket_of_another_server_stays_at_the_end(path: Path) -> None:
    with listening(str(path)):
        path.rename(path.with_name("first"))
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(str(path))
            path.with_name("first").unlink()
            inode = path.stat().st_ino
    assert path.stat().st_ino == inode


def test_the_folder_and_the_process_of_another_user_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(str(path)), socket.socket(socket.AF_UNIX) as peer:
        peer.connect(str(path))
        require_user(peer)
        monkeypatch.setattr(private_socket, "_user_of", lambda _: None)
        with pytest.raises(Refused):
            require_user(peer)
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    with pytest.raises(UsageError, match="Others can enter"), listening(str(path)):
        pass
