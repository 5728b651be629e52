"""The English of pages, messages, docstrings and comments: no phrase of english/phrases.toml, and short sentences.

CONTRIBUTING.md names the guide.  Spelling is not tried here: `make static` runs typos.
"""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from tests.every import every
from tests.prose import Text, all_texts, in_markdown, in_python, in_typescript

_DATA = Path(__file__).with_name("english")
_WORDS = 30


class Phrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"places": "in"}):
    """One entry of the list, as its head explains."""

    find: str
    say: str
    bad: str
    good: str
    places: tuple[str, ...] = ("page", "message", "docstring", "comment")

    def pattern(self) -> re.Pattern[str]:
        """Compiled, without regard to case."""
        return re.compile(self.find, re.IGNORECASE)


PHRASES = msgspec.convert(tomllib.loads((_DATA / "phrases.toml").read_text(encoding="utf-8"))["phrases"], list[Phrase])


@pytest.mark.sweep
def test_no_phrase_of_the_list_is_used() -> None:
    assert {it.kind for it in texts()} == {"page", "message", "docstring", "comment"}
    assert found_in(texts()) == []


@every("phrase", PHRASES)
def test_each_phrase_is_found_and_nothing_beside_it(phrase: Phrase) -> None:
    assert phrase.pattern().search(phrase.bad)
    assert not phrase.pattern().search(phrase.good)


@pytest.mark.sweep
def test_sentences_of_pages_are_short() -> None:
    assert [f"{it.path}:{it.line}: {len(said.split())} words: {said}" for it, said in long_sentences()] == []


def test_code_is_no_prose_and_everything_else_is() -> None:
    page = "# Title\n\nOne `code`\ntwo [three](x.md).\n\n```sh\nall the same\n```\n\n| a b | c d |\n|---|---|\n- item\n"
    assert [(it.line, it.words) for it in in_markdown("x.md", page)] == [
        (1, "Title"),
        (3, "One `…` two three."),
        (10, "a b"),
        (10, "c d"),
        (12, "- item"),
    ]
    module = '"""A page."""\n# One\n# comment.\nx = f"a word {y} more", "key"\n'
    assert {(it.kind, it.line, it.words) for it in in_python("x.py", module)} == {
        ("docstring", 1, "A page."),
        ("comment", 2, "One comment."),
        ("message", 4, "a word `…` more"),
    }
    script = '/** A thing. */\nconst x = t("No file was found");\n'
    assert [(it.kind, it.line, it.words.removesuffix(" */")) for it in in_typescript("x.ts", script)] == [
        ("comment", 1, "A thing."),
        ("message", 2, "No file was found"),
    ]


@functools.cache
def texts() -> list[Text]:
    """Every text, which takes some seconds to read."""
    return [*all_texts()]


def found_in(among: list[Text]) -> list[str]:
    """Each phrase of the list in the texts, as a line that says where it is and what to write."""
    # The requirements are kept word for word.
    changed = [it for it in among if it.path != "docs/requirements.md"]
    return [
        f"{it.path}:{it.line}: `{hit[0]}` in a {it.kind}; write {phrase.say}"
        for phrase, pattern in ((it, it.pattern()) for it in PHRASES)
        for it in changed
        if it.kind in phrase.places and (hit := pattern.search(it.words))
    ]


def long_sentences() -> list[tuple[Text, str]]:
    """The sentences of pages that are longer than a reader holds."""
    pages = (it for it in texts() if it.kind == "page")
    return [(it, said) for it in pages for said in it.sentences() if len(said.split()) > _WORDS]
