"""Whether git's index names a file, as far as its bytes tell without reading every entry."""

from __future__ import annotations

_SIGNATURE = b"DIRC"
_READ = (2, 3)
_LENGTH = 0x0FFF
_EXTENDED = 0x4000
# Extensions with which entries are elsewhere, or stand for folders.
_ELSEWHERE = (b"link\0\0", b"sdir\0\0")


def names(index: bytes, path: str) -> bool | None:
    """Whether the index has an entry for a path from the root on; None if only git can tell."""
    if index[:4] != _SIGNATURE or int.from_bytes(index[4:8], "big") not in _READ:
        return None
    name = path.encode("utf-8", "surrogateescape")
    at = index.find(name + b"\0")
    while at >= 0:
        if _is_entry(index, at, min(len(name), _LENGTH)):
            return True
        at = index.find(name + b"\0", at + 1)
    return None if any(it in index for it in _ELSEWHERE) else False


def _is_entry(index: bytes, at: int, length: int) -> bool:
    """Whether a name begins there: its length is in the flags before it, which may have two more bytes behind them."""
    for size in (2, 4):
        flags = int.from_bytes(index[at - size : at - size + 2], "big")
        if flags & _LENGTH == length and bool(flags & _EXTENDED) == (size == 4):
            return True
    return False
