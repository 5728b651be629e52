"""The page about what hooks did: whole in itself, told in words too, and nothing in it is obeyed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.unit.sessions.homes import Home, failed, settings

from hookwright.reports.seen_data import seen_data
from hookwright.reports.seen_page import seen_page

_NOW = datetime(2026, 12, 1, tzinfo=UTC)
_EMPTY = {"meta", "br", "rect", "line", "circle"}
_EVIL = "<script>alert(1)</script>\x1b]0;x\x07"


class _Elements(HTMLParser):
    """Every element with its attributes; raises where one is not closed, or closes another."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in _EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for it, attributes in self.found if it == tag]


@pytest.fixture
def page(tmp_path: Path) -> str:
    project = (tmp_path / "shop").resolve()
    commands = ["guard.sh", f"echo '{_EVIL}'", "true"]
    settings(project, {"PreToolUse": [("Bash", it) for it in commands]})
    home = Home(tmp_path / "home", project)
    days = ["2026-11-01", "2026-11-03", "2026-11-03"]
    lines = [failed(number, "guard.sh", str(project), at=f"{it}T10:00:00Z") for number, it in enumerate(days)]
    lines.append(failed(7, f"echo '{_EVIL}'", str(project), stderr=f"Failed with non-blocking status code: {_EVIL}"))
    lines.append(failed(8, "sh old.sh", str(project)))
    home.write("claude-code", lines)
    return seen_page(seen_data(str(project), home.host, agent="claude-code"), lambda it: it, now=_NOW)


def test_it_loads_nothing_and_has_no_scripts(page: str) -> None:
    elements = _Elements(page)
    assert not {"script", "link", "img", "iframe", "object", "a"} & {it for it, _ in elements.found}
    assert not re.search(r"https?:|url\(|@import|\son\w+=", page)
    (policy,) = [it for it in elements.all("meta") if it.get("http-equiv") == "Content-Security-Policy"]
    assert policy["content"] == "default-src 'none'; style-src 'unsafe-inline'"


def test_nothing_that_hooks_print_is_obeyed(page: str) -> None:
    assert "<script>" not in page
    assert "\x1b" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;␛]0;x␇" in page


def test_every_plot_is_told_in_words_and_its_numbers_are_in_tables(page: str) -> None:
    elements = _Elements(page)
    plots = elements.all("svg")
    ids = {it.get("id") for _, it in elements.found}
    assert len(plots) == 3
    for it in plots:
        assert it["role"] == "img"
        assert set((it["aria-labelledby"] or "").split()) <= ids
    assert "guard.sh:" not in page
    assert re.search(r"<desc[^>]*>…?[^<]*settings.json:7 PreToolUse: 3 failed; ", page)
    assert "2026-11-03: 2, 2 failed, 0 refused" in page
    assert (
        '<tr><th scope="row">2026-11-03</th><td class="n">2</td><td class="n">2</td><td class="n">0</td></tr>' in page
    )
    assert {it.get("scope") for it in elements.all("th")} == {"row", "col"}
    assert len(elements.all("caption")) == 2


def test_the_worst_is_said_first_and_what_cannot_be_known_last(page: str) -> None:
    worst = page.index("failed in 3 of 3 recorded runs since 1 November: /bin/sh: 1: jq: not found")
    assert worst < page.index("<svg") < page.index("<table>") < page.index("What cannot be known")
    assert "<h1>What the hooks of shop did</h1>" in page
    assert "never" not in page


def test_it_is_light_and_dark(page: str) -> None:
    assert "color-scheme: light dark" in page
    light, dark = (
        dict(re.findall(r"(--\w+): (#\w+)", it)) for it in page.partition("@media (prefers-color-scheme: dark)")[::2]
    )
    assert set(light) == {*dark}
    assert all(
        _contrast(colors["--page"], colors[it]) >= 4.5 for colors in (light, dark) for it in ("--text", "--quiet")
    )
    parts = ("--failed", "--timedOut", "--refused", "--cancelled", "--ok")
    assert all(_contrast(colors["--page"], colors[it]) >= 3 for colors in (light, dark) for it in parts)


def _contrast(one: str, other: str) -> float:
    """The ratio of two colors' brightness as WCAG has it."""
    darker, lighter = sorted(map(_brightness, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _brightness(color: str) -> float:
    digits = color[1:] if len(color) == 7 else "".join(2 * it for it in color[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (it / 12.92 if it <= 0.03928 else ((it + 0.055) / 1.055) ** 2.4 for it in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_page_about_nothing_says_so(tmp_path: Path) -> None:
    home = Home(tmp_path / "home", tmp_path)
    page = seen_page(seen_data(str(tmp_path), home.host), lambda it: it)
    assert "No agent has recorded anything of these hooks." in page
    _Elements(page)
