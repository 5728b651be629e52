"""Addresses that lead nowhere are explained."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import NoReturn

import pytest

from hookwright.errors import UnreadableInput, UsageError
from hookwright.lsp.start.sockets import serve_pipe, serve_tcp


def never(in_fd: int, out_fd: int, *, first: bytes = b"") -> NoReturn:
    raise AssertionError("there is no client")


@pytest.mark.parametrize("address", ["", "2087", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:70000"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(UsageError, match=f"`{address}`"):
        serve_tcp(address, "0" * 64, never)


def test_an_address_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(UsageError, match="Cannot listen"):
            serve_tcp(address, "0" * 64, never)


def test_a_pipe_on_which_nobody_listens(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="Cannot connect"):
        serve_pipe(str(tmp_path / "socket"), never)
