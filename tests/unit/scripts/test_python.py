"""What a page of examples cannot show of the Python front end: places, broken text, imports, limits."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.markers import parse
from tests.probes.script import described
from tests.test_spec import SPEC

from hookwright.scripts.effects import Exit, Language, Print, ReadKey, Script, effects
from hookwright.scripts.endings import endings
from hookwright.scripts.read import read_script
from hookwright.scripts.source import MOST_BYTES, Source
from hookwright.scripts.values import Json, Record

PAGES = sorted((SPEC / "scripts" / "python").glob("*.md"))
TEXTS = [
    block.text for page in PAGES for section in parse(page.read_text(encoding="utf-8")) for block in section.inputs
]
# What people and their editors leave in a text.
PIECES = [
    "(",
    ")",
    "]",
    "'",
    '"""',
    "\n",
    "\r",
    "\0",
    "\f",
    "\t",
    ":",
    "é",
    "\U0001f600",
    "\ud800",
    "\ufeff",
    "if ",
    "0" * 9,
]


def _read(text: str, **files: str) -> Script:
    return read_script(Language.PYTHON, Source(text, "hook.py", lambda name: files.get(name.removesuffix(".py"))))


def _pieces(text: str, script: Script, kind: type[ReadKey | Exit]) -> list[str]:
    """The pieces of the text that effects of a kind are at."""
    return [text[it.spot.start : it.spot.end] for it in effects(script.body) if isinstance(it, kind)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("before", ["", "\ufeff", "# é 😀 \u2028 \x0b\n", "'''\n\x0cé\n'''\n"])
def test_places_are_code_points(before: str, end: str) -> None:
    text = (before + 'import json, sys\nx = "é😀", json.load(sys.stdin)["tool_name"]; sys.exit("ü")\n').replace(
        "\n", end
    )
    script = _read(text)
    assert not script.fault
    assert _pieces(text, script, ReadKey) == ["tool_name"]
    assert _pieces(text, script, Exit) == ['sys.exit("ü")']


def test_a_key_that_is_passed_on_is_where_it_is_written() -> None:
    text = "import json, sys\ndef get(d, k): return d[k]\nget(json.load(sys.stdin), 'tool_nam')\n"
    assert [text[it.spot.start : it.spot.end] for it in effects(_read(text).body) if isinstance(it, ReadKey)] == [
        "tool_nam"
    ]


def test_members_of_output_are_where_their_keys_are() -> None:
    text = "import json\nout = {'a': 1}\nout['b'] = 2\nout.update(c=3)\nprint(json.dumps(out))\n"
    (printed,) = [it for it in effects(_read(text).body) if isinstance(it, Print)]
    assert isinstance(printed.value, Json)
    assert isinstance(printed.value.value, Record)
    assert [text[it.spot.start : it.spot.end] for it in printed.value.value.members] == ["a", "b", "c"]


def test_places_in_an_imported_file_name_it() -> None:
    script = _read("import other\nother.stop()\n", other="import sys\ndef stop(): sys.exit(2)\n")
    assert [it.spot.file for it in effects(script.body) if isinstance(it, Exit)] == ["other.py"]
    assert script.files == ("other.py",)


def test_only_the_line_with_a_mistake_is_left_out() -> None:
    script = _read("import json, sys\ndata = json.load(sys.stdin)\nname = data.\nprint(data['prompt'])\n")
    assert script.fault == "invalid syntax (line 3)"
    assert not script.whole
    assert [it.path for it in effects(script.body) if isinstance(it, ReadKey)] == [("prompt",)]


def test_what_stands_before_a_mistake_is_read() -> None:
    script = _read("import json, sys\ndata = json.load(sys.stdin)\ndata['prompt']\nif (\n  x\nelse:\n")
    assert script.fault
    assert [it.path for it in effects(script.body) if isinstance(it, ReadKey)] == [("prompt",)]


def test_a_text_that_is_too_long_is_not_read() -> None:
    assert _read("print(1)\n" + "#" * MOST_BYTES) == Script(Language.PYTHON, (), whole=False)


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n  print(x)\n  return f(x)\nf(1)\n",
        "".join(f"def f{it}():\n  f{(it + 1) % 40}(); f{(it + 2) % 40}()\n" for it in range(40)) + "f0()\n",
        "def f0():\n  print(1)\n"
        + "".join(f"def f{it}():\n  f{it - 1}(); f{it - 1}()\n" for it in range(1, 30))
        + "f29()\n",
        "x = " + "(" * 90 + "1" + ")" * 90 + "\n" + "x = " + "not " * 3000 + "x\n",
        "x = " + " + ".join(["'a'"] * 2000) + "\n",
        "".join(" " * it + f"if x{it}:\n" for it in range(95)) + " " * 95 + "print(1)\n",
    ],
    ids=["itself", "each other", "doubling", "deep", "long", "nested"],
)
def test_what_is_too_much_is_not_whole(text: str) -> None:
    script = _read(text)
    assert not script.whole or sum(1 for _ in effects(script.body)) < 200


@pytest.mark.parametrize(
    "step",
    ["a = a + a", "a = [a, a]", "a = {'x': a, 'y': a}", "a = '%s%s' % (a, a)", "a = f'{a}{a}'", "a = ','.join([a, a])"],
)
@pytest.mark.parametrize("start", ["a = ['x']", "a = 'x'", "a = {'k': 'x'}"])
def test_values_stay_small(start: str, step: str) -> None:
    script = _read(f"{start}\n" + f"{step}\n" * 40 + "print(a)\n")
    assert len("\n".join(described(script))) < 200_000


@st.composite
def _mistaken(draw: st.DrawFn) -> str:
    """A script of the pages, cut off or with pieces in it that do not belong there."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        until = min(len(text), at + draw(st.integers(0, 12)))
        text = text[:at] + draw(st.sampled_from(["", *PIECES])) + text[until:]
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


@settings(max_examples=150, deadline=None)
@given(st.one_of(_mistaken(), st.text(max_size=200)))
@example("import sys\nsys.exit(\ud800)")
def test_any_text_is_read(text: str) -> None:
    script = _read(text, other=text, hook_utils=text)
    endings(script)
    for it in effects(script.body):
        spot = getattr(it, "spot", None)
        assert spot is None or 0 <= spot.start <= spot.end <= len(text)
