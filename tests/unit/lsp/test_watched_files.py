"""What is followed for an open document, and what is left to the client."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from lsprotocol import types
from pygls.lsp.server import LanguageServer

from hookwright.host import Host
from hookwright.lsp.documents import Document
from hookwright.lsp.file_watcher import watched_files as watched
from hookwright.lsp.file_watcher.watched_files import WatchedFiles, hook_file_globs
from hookwright.lsp.kinds import open_document
from hookwright.lsp.options import ClientAbilities, Options, SessionSettings
from hookwright.lsp.stamps import Inspected


class _Asked:
    """A server that keeps what it asks its client."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def client_register_capability(self, params: types.RegistrationParams) -> None:
        self.asked += [it.method for it in params.registrations]


@pytest.fixture
def client() -> _Asked:
    return _Asked()


@pytest.fixture
def followed(client: _Asked) -> Iterator[WatchedFiles]:
    it = WatchedFiles(cast("LanguageServer", client), lambda: None)
    yield it
    it.watcher.close()


def _document(path: Path, options: Options) -> Document:
    return open_document(path.as_uri(), 1, '{"hooks": {}}', options)


def _files(it: WatchedFiles, document: Document) -> set[str]:
    return set(it.watcher._followed.get(document.uri, {}))


@pytest.mark.parametrize("watches", [False, True])
def test_the_client_watches_its_folders_and_the_server_the_rest(
    tmp_path: Path, home: Path, client: _Asked, followed: WatchedFiles, watches: bool
) -> None:
    options = Options(host=Host({}, str(home)), folders=(str(tmp_path),), client=ClientAbilities(watches_files=watches))
    document = _document(tmp_path / ".claude/settings.json", options)

    followed.follow(document, {"/opt/guard.sh": None}, options)

    inside = {str(tmp_path / ".claude/settings.json"), str(tmp_path / ".claude/settings.local.json")}
    outside = {str(home / ".claude/settings.json"), "/opt/guard.sh"}
    assert _files(followed, document) == (outside if watches else outside | inside)
    assert client.asked == ["workspace/didChangeWatchedFiles"] * watches


def test_the_client_is_asked_once(tmp_path: Path, home: Path, client: _Asked, followed: WatchedFiles) -> None:
    options = Options(host=Host({}, str(home)), folders=(str(tmp_path),), client=ClientAbilities(watches_files=True))
    for name in ("settings.json", "settings.local.json"):
        followed.follow(_document(tmp_path / ".claude" / name, options), {}, options)

    assert len(client.asked) == 1


def test_what_is_no_hook_file_is_not_followed(
    tmp_path: Path, home: Path, client: _Asked, followed: WatchedFiles
) -> None:
    options = Options(host=Host({}, str(home)), client=ClientAbilities(watches_files=True))
    document = open_document((tmp_path / "package.json").as_uri(), 1, "{}", options)

    followed.follow(document, {}, options)

    assert _files(followed, document) == set()
    assert client.asked == []


def test_a_closed_document_follows_nothing(tmp_path: Path, home: Path, followed: WatchedFiles) -> None:
    options = Options(host=Host({}, str(home)))
    document = _document(tmp_path / ".claude/settings.json", options)
    followed.follow(document, {}, options)
    assert _files(followed, document)

    followed.forget(document.uri)

    assert _files(followed, document) == set()
    assert followed._beside == {}


def test_the_users_globs_are_watched_too_where_they_are_of_the_workspace() -> None:
    dialects = {"templates/*.json": "claude-code", "**/h.json": "ai-agents", "~/x.json": "x", "/y.json": "x"}
    globs = hook_file_globs(Options(settings=SessionSettings(dialects=dialects)))

    assert globs[-2:] == ("**/templates/*.json", "**/h.json")
    assert len(globs) == len(set(globs))
    assert all(it.startswith("**/") for it in globs)
    assert watched.hook_file_globs(Options()) == globs[:-2]


@pytest.mark.parametrize("watches", [False, True])
def test_of_the_tree_the_client_watches_hook_files_in_its_folders(
    tmp_path: Path, home: Path, client: _Asked, followed: WatchedFiles, watches: bool
) -> None:
    options = Options(host=Host({}, str(home)), folders=(str(tmp_path),), client=ClientAbilities(watches_files=watches))
    inside, outside = str(tmp_path / ".claude/settings.json"), str(home / ".claude/settings.json")
    looked = Inspected({inside: None, outside: None}, {str(tmp_path / "guard.sh"): None})

    followed.follow_tree(looked, options, lambda: None)

    (files,) = followed.watcher._followed.values()
    assert set(files) == {outside, str(tmp_path / "guard.sh"), *(() if watches else (inside,))}
    assert client.asked == ["workspace/didChangeWatchedFiles"] * watches
