"""A guard that speaks of changes only, and refuses reads as well, does so by mistake."""

from __future__ import annotations

from tests.every import every

from hookwright.attacking.forms.dangers import Danger, Seed
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.aims import OWN_PATTERNS
from hookwright.attacking.own.reads import by_mistake, with_reads, without_mistakes
from hookwright.attacking.texts.reading import speaks_of_reading

_READ = ("Read", "{project}/CLAUDE.md")


@every(
    ("said", "is_mistake"),
    [
        ("CLAUDE.md cannot be auto-modified. This file is human-owned.", True),
        ("Do not edit generated files", True),
        ("This file is read-only: change the template", True),
        ("Do not read or edit .env", False),
        ("Access denied: do not change it", False),
        ("It holds secrets, so do not overwrite it", False),
        ("not allowed", False),
        ("", False),
    ],
)
def test_only_what_a_guard_says_tells_whether_it_means_reads(said: str, is_mistake: bool) -> None:
    write = ("Write", _READ[1])
    assert by_mistake({_READ: said, write: said}) == ({_READ} if is_mistake else set())
    assert without_mistakes({_READ: said, write: said}).keys() == ({write} if is_mistake else {_READ, write})


def test_to_read_such_a_file_is_harmless() -> None:
    seeds = tuple(Seed(name=it, command=f"echo x > {it}", why="It writes the file.") for it in ("CLAUDE.md", "a.lock"))
    danger = Danger(does="writes", seeds=seeds)
    aims = [Aim(it, danger, seeds, is_named=False) for it in (OWN_PATTERNS, "protected")]
    own, other = with_reads(aims, {_READ})
    assert [(it.does, it.path, it.seed) for it in own.danger.harmless] == [(*_READ, "CLAUDE.md")]
    assert other == aims[1]


@every(
    ("text", "speaks"),
    [
        (r"{ name: 'read .clasprc.json secrets', re: /\.clasprc\.json/i }", True),
        (r"{ name: 'reads the event' }, { re: /\.clasprc\.json/i }", False),
        (r"{ name: 'read or edit .clasprc.json', re: /\.clasprc\.json/i }", False),
        ("# Nobody reads secrets\nif '.npmrc' in command:", False),
    ],
)
def test_a_line_that_names_a_file_tells_whether_only_reading_it_is_meant(text: str, *, speaks: bool) -> None:
    assert speaks_of_reading(".clasprc.json", [text]) is speaks
