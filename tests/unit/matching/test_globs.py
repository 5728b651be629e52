from __future__ import annotations

import pytest

from hookwright.matching.globs import glob_fault, path_matches


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
        ("src/**", "src/.a/b"),
        ("**", "a/b"),
        ("a/{b,c/{d,e}}/f", "a/c/e/f"),
        ("{**/a,b}/c", "x/y/a/c"),
        ("{1..3}.py", "2.py"),
        ("[^ab].json", "c.json"),
        (r"\*.py", "*.py"),
        (r"\{a,b}", "{a,b}"),
        ("[[^]x", "[x"),
        ("a[", "a["),
        ("a{", "a{"),
        ("src/{a,b", "src/{a,b"),
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
        ("src/**", "src"),
        ("[^ab].json", "a.json"),
        ("[z-a]", "[z-a]"),
        (r"\*.py", "a.py"),
        ("*.{ts,tsx}", "a.js"),
    ],
)
def test_does_not_match(glob: str, path: str) -> None:
    assert not path_matches(glob, path)


@pytest.mark.timeout(100)
@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("**/a/" * 9 + "b", "a/" * 200),
        ("*a" * 30 + "b", "a" * 3000),
        ("{a,b}" * 20, "a"),
        ("{1..99999999}", "a"),
        ("{" * 5000, "a"),
    ],
)
def test_a4_no_glob_takes_long(glob: str, path: str) -> None:
    assert not path_matches(glob, path)


@pytest.mark.parametrize("glob", ["{a,b}" * 20, "{a," * 3000 + "}" * 3000])
def test_braces_that_stand_for_too_much_match_nothing_and_say_so(glob: str) -> None:
    assert not path_matches(glob, "a")
    assert "braces" in str(glob_fault(glob))


def test_a_glob_that_can_match_has_no_fault() -> None:
    assert glob_fault("**/*.{ts,tsx}") is None
