from __future__ import annotations

import pytest

from hookwright.matching.globs import path_matches


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("/a/*.json", "/a/b.json"),
        ("/a/**/b.json", "/a/b.json"),
        ("/a/**/b.json", "/a/x/y/b.json"),
        ("**/.env*", ".env.local"),
        ("**/.env*", "a/.env"),
        ("/a/**", "/a/b/c"),
        ("?.json", "x.json"),
        ("[ab].json", "b.json"),
        ("[!ab].json", "c.json"),
        ("*.{json,jsonc}", "x.jsonc"),
        ("{a,b*}/c", "bee/c"),
        ("a+(b).json", "a+(b).json"),
        ("[z-a]", "[z-a]"),
        ("a[", "a["),
        ("a{", "a{"),
    ],
)
def test_matches(glob: str, path: str) -> None:
    assert path_matches(glob, path)


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("/a/*.json", "/a/b/c.json"),
        ("*.json", "a.jsonc"),
        ("**/b.json", "a/ab.json"),
        ("?", "/"),
        ("[!a]", "/"),
        ("a.json", "axjson"),
        ("*.json", "a.json\n"),
        ("", "a"),
    ],
)
def test_does_not_match(glob: str, path: str) -> None:
    assert not path_matches(glob, path)
