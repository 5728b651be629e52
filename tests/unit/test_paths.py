"""File paths of POSIX systems and of Windows, and their URIs."""

from __future__ import annotations

import ntpath
import posixpath
from types import ModuleType

import pytest

from hookwright.paths import absolute, below, from_root, is_in, named_by, path_of, relative, uri_of


@pytest.mark.parametrize(
    ("uri", "flavor", "expected"),
    [
        ("file:///c%3A/Users/x/a%20b.json", ntpath, "C:\\Users\\x\\a b.json"),
        ("file:///C:/Users/x/../y", ntpath, "C:\\Users\\y"),
        ("file://server/share/x.json", ntpath, "\\\\server\\share\\x.json"),
        ("file:///home/me/a%20b.json", posixpath, "/home/me/a b.json"),
        ("file:///c%3A/x", posixpath, "/c:/x"),
        ("untitled:Untitled-1", ntpath, None),
        ("file://[", posixpath, None),
    ],
)
def test_a_uri_names_a_path(uri: str, flavor: ModuleType, expected: str | None) -> None:
    assert path_of(uri, flavor) == expected


@pytest.mark.parametrize(
    ("path", "flavor", "uri"),
    [
        ("C:\\Users\\x\\a b.json", ntpath, "file:///c%3A/Users/x/a%20b.json"),
        ("\\\\server\\share\\x.json", ntpath, "file://server/share/x.json"),
        ("/home/me/ä b.json", posixpath, "file:///home/me/%C3%A4%20b.json"),
    ],
)
def test_a_path_has_the_uri_that_names_it(path: str, flavor: ModuleType, uri: str) -> None:
    assert uri_of(path, flavor) == uri
    assert path_of(uri, flavor) == path


@pytest.mark.parametrize(
    ("path", "folder", "flavor", "expected"),
    [
        ("c:\\Users\\X\\a\\b.json", "C:\\Users\\x", ntpath, "a/b.json"),
        ("C:\\a", "C:\\", ntpath, "a"),
        ("C:\\Users\\xy", "C:\\Users\\x", ntpath, None),
        ("D:\\a", "C:\\", ntpath, None),
        ("/home/me/a", "/home/ME", posixpath, None),
        ("/home/me/a", "/home/me", posixpath, "a"),
        ("/a", "/", posixpath, "a"),
        ("/a", "/a", posixpath, None),
        ("/a", "", posixpath, None),
    ],
)
def test_a_path_is_below_a_folder(path: str, folder: str, flavor: ModuleType, expected: str | None) -> None:
    assert below(path, folder, flavor) == expected


def test_a_folder_is_in_itself() -> None:
    assert is_in("/a", "/a")
    assert is_in("c:\\A", "C:\\a", ntpath)


def test_the_way_to_another_drive_is_the_whole_path() -> None:
    assert relative("D:\\x\\y", "C:\\x", ntpath) == "D:/x/y"
    assert relative("C:\\y", "C:\\x", ntpath) == "../y"


@pytest.mark.parametrize(
    ("word", "flavor", "expected"),
    [
        (".claude/hooks/x.sh", ntpath, "C:\\project\\.claude\\hooks\\x.sh"),
        ("C:/Users/x/y.sh", ntpath, "C:\\Users\\x\\y.sh"),
        ("C:\\Users\\x\\y.sh", ntpath, "C:\\Users\\x\\y.sh"),
        ("/c/Users/x/y.sh", ntpath, "C:\\Users\\x\\y.sh"),
        ("/usr/bin/env", ntpath, None),
        ("https://example.com/x", ntpath, None),
        ("C:/Users/x/y.sh", posixpath, None),
        ("a\\b.sh", posixpath, None),
        ("../x.sh", posixpath, "/x.sh"),
        ("/usr/bin/env", posixpath, "/usr/bin/env"),
    ],
)
def test_a_word_of_a_command_names_a_path(word: str, flavor: ModuleType, expected: str | None) -> None:
    assert named_by(word, "C:\\project" if flavor is ntpath else "/project", flavor) == expected


def test_a_relative_word_names_nothing_from_an_unknown_folder() -> None:
    assert named_by("x.sh", None) is None
    assert named_by("C:/x.sh", None, ntpath) == "C:\\x.sh"


def test_from_the_root_on_a_drive_is_a_folder() -> None:
    assert from_root("C:\\Users\\x", ntpath) == "c/Users/x"
    assert from_root("/home/me", posixpath) == "home/me"


def test_a_drive_is_in_upper_case() -> None:
    assert absolute("c:\\Users\\x\\..\\y", ntpath) == "C:\\Users\\y"
    assert absolute("/home/me/../you", posixpath) == "/home/you"
