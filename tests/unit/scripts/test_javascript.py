"""What text cannot show of the front end of JavaScript: any text is read, in bounds, with the right places."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookwright.scripts import javascript
from hookwright.scripts.effects import Language, Print, Script, effects
from hookwright.scripts.javascript import syntax
from hookwright.scripts.source import MOST_BYTES, Source

_HOOK = """
import { deny } from './lib.js';
let input = '';
process.stdin.on('data', (c) => (input += c));
process.stdin.on('end', async () => {
  try {
    const { tool_input: { command = '' } = {}, ...rest } = JSON.parse(input);
    switch (command) { case 'rm': deny(`no ${command}`); break; default: await check(rest); }
    for (const [k, v] of Object.entries(rest)) { if (k?.length) continue; console.log(v ?? 'x', k || 'y'); }
  } catch (e) { console.error(e.message); process.exit(1); } finally { label: while (true) { break label; } }
});
class Guard extends Base { #x = 1; static y = 2; constructor(z) { super(z); this.z = z; } get a() { return this.#x; } }
enum Code { Ok, Block = 2 }
export default function check<T>(x: T): x is string { return typeof x === 'string' && (x as any)!.y; }
"""


def _printed(text: str) -> list[str]:
    """The code of each call that prints."""
    script = javascript.read(Source(text))
    return [text[it.spot.start : it.spot.end] for it in effects(script.body) if isinstance(it, Print)]


def test_places_count_code_points() -> None:
    text = "const é = '𝒳€'; console.log(é); /* 👩‍💻 */ console.error('é' + é);"

    assert _printed(text) == ["console.log(é)", "console.error('é' + é)"]


def test_an_unpaired_surrogate_is_one_code_point() -> None:
    assert _printed("const a = '\ud800'; console.log(a);") == ["console.log(a)"]


@pytest.mark.parametrize("list_", ["['x']", "process.argv", "['x', ...more]", "unknown"])
def test_an_index_below_0_is_read(list_: str) -> None:
    assert _printed(f"const a = {list_}; console.log(a[-5], a.at(-5));") == ["console.log(a[-5], a.at(-5))"]


def test_where_the_parser_is_not_installed_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_typescript", None)
    syntax._parser.cache_clear()
    try:
        assert javascript.read(Source("console.log(1)")) == Script(Language.JAVASCRIPT, (), whole=False)
    finally:
        syntax._parser.cache_clear()


def test_the_parser_is_imported_with_the_first_script() -> None:
    code = (
        "import sys; from hookwright.scripts import read, javascript; from hookwright.scripts.source import Source;"
        "assert 'tree_sitter' not in sys.modules; javascript.read(Source('1')); assert 'tree_sitter' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_text_that_is_too_long_is_not_read() -> None:
    assert not javascript.read(Source("//" + "x" * MOST_BYTES)).whole


@pytest.mark.parametrize(
    "text",
    [
        "(" * 200_000,
        "a(" * 100_000,
        "if (a) { b() } else " * 10_000,
        "a" + ".b" * 5000,
        "x = " + "1 + " * 5000 + "1",
        "if (a) " * 3000 + "b()",
        "function f() { " * 2000 + "}" * 2000,
        "".join(f"function f{it}() {{ f{it + 1}(); f{it + 1}(); }}" for it in range(60)) + "f0()",
        "let x = {};" + "x = { a: x, b: x };" * 60 + "console.log(JSON.stringify(x))",
        "const x = {}; x.x = x; console.log(JSON.stringify(x));",
        "let x = {};" + "x = { a: x, b: x, c: x, d: x };" * 60 + "console.log(JSON.stringify(x))",
        "for (const a of b) " * 300 + "x += a",
        "let s = 'a';" + "s = s + s + s;" * 40 + "console.log(s)",
        "let t = c ? 'a' : 'b';" + "t = c ? t + 'a' : t + 'b';" * 30 + "console.log(t)",
        "let x = 99999;" + "x = x * x; x = x + x;" * 60 + "process.exitCode = x; console.log(x)",
        "process.exit(1e999 - 1e999)",
        "console.log(-" + "9" * 5000 + ");",
        "try { " * 200 + "throw 1" + " } catch (e) { throw e }" * 200,
    ],
    ids=range(18),
)
@pytest.mark.sweep
def test_what_grows_is_bounded(text: str) -> None:
    read = javascript.read(Source(text))

    assert sum(1 for _ in effects(read.body)) < 20_000


def test_a_text_is_given_up_that_takes_too_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as few:
        few.setattr(syntax, "_STEPS_PER_BYTE", 0.001)
        assert syntax.parse(_HOOK * 100) is None

    assert syntax.parse(_HOOK * 100) is not None


@given(st.integers(0, len(_HOOK)), st.integers(0, 40))
@pytest.mark.sweep
def test_a_text_that_is_cut_is_read(at: int, length: int) -> None:
    assert javascript.read(Source(_HOOK[:at])).language is Language.JAVASCRIPT
    assert javascript.read(Source(_HOOK[:at] + _HOOK[at + length :])).language is Language.JAVASCRIPT


@given(st.lists(st.sampled_from(_HOOK.split(" ")), max_size=60).map(" ".join) | st.text())
@pytest.mark.sweep
def test_any_text_is_read(text: str) -> None:
    assert javascript.read(Source(text)).language is Language.JAVASCRIPT
