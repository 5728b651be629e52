"""Tests of `hookwright.analysis.scripts.interpreters`."""

from __future__ import annotations

import pytest

from hookwright.analysis.scripts.interpreters import ScriptWord, Way, script_word


@pytest.mark.parametrize(
    ("command", "script"),
    [
        ("./x", "./x"),
        ("hooks/x.sh --all", "hooks/x.sh"),
        ("/opt/hooks/x", "/opt/hooks/x"),
        ("env -u A B=1 ./x", "./x"),
        ("sudo -u sam nohup ./x", "./x"),
        ("timeout -k 5 --signal=KILL 10 ./x", "./x"),
        ("exec -a name ./x", "./x"),
        ("sudo -nu sam ./x", "./x"),
        ("sudo --user sam ./x", "./x"),
        ("env - ./x", "./x"),
        ("timeout -- 5 ./x", "./x"),
    ],
)
def test_run_by_itself(command: str, script: str) -> None:
    words = command.split()
    assert script_word(words) == ScriptWord(words.index(script), Way.DIRECT)


@pytest.mark.parametrize(
    "command",
    [
        "python3 x.py", "python3.12 -u -W ignore x.py a.py", "/usr/bin/python x.py", ".venv/bin/python x.py",
        "bash x.sh", "sh -eu x.sh", "bash -o pipefail x.sh", "bash -- x.sh",
        "node --import ./r.mjs x.js", "node --no-warnings x.js", "tsx x.ts", "ts-node -P t.json x.ts",
        "bun x.ts", "bun run --silent x.ts", "deno run -A x.ts", "ruby -w x.rb", "perl x.pl", "php x.php",
        "uv run x.py", "uv run --no-project --python 3.12 x.py", "uv run -q --script x.py",
        "uv run --with rich python -u x.py", "poetry run python x.py", "env -i python3 x.py",
        "uv run --script x.unknown", "npx tsx x.ts", "npx --yes tsx@4.1 x.ts", "npx -p typescript -- ts-node x.ts",
        "bunx tsx x.ts", "pnpm exec tsx x.ts", "pnpm tsx x.ts", "yarn dlx tsx x.ts", "npm exec -- tsx x.ts",
    ],
)  # fmt: skip
def test_through_an_interpreter(command: str) -> None:
    words = command.split()
    found = next(it for it in words if it.startswith("x."))
    assert (it := script_word(words)) is not None
    assert (it.index, it.way) == (words.index(found), Way.INTERPRETER)


@pytest.mark.parametrize(
    "command", ["python3 -m pkg.mod a", "python3.12 -um pkg.mod", "uv run -m pkg.mod", "uv run python -W x -m pkg.mod"]
)
def test_modules(command: str) -> None:
    words = command.split()
    assert script_word(words) == ScriptWord(words.index("pkg.mod"), Way.MODULE, "python")


@pytest.mark.parametrize(
    "command",
    [
        "x.sh", "echo ./x.sh", "python3 -c pass x.py", "python3 -mmod x.py", "python3 - x.py", "python3 --version",
        "bash -c ls x.sh", "bash -lc ls ./x.sh", "bash -s x.sh", "bash x", "node -e 1 x.js", "node --eval 1 x.js",
        "node x",         "perl -ne print x.pl", "ruby -e 1 x.rb", "php artisan x", "bun run build", "deno test x.ts",
        "uv run --directory sub x.py", "uv tool run -m mod", "npx @scope/tool x.ts", "npx prettier x.ts",
        "npm run x.ts", "pnpm test x.ts", "npx -c 'tsx x.ts'", "npm tsx x.ts", "python3 -m ./x.py", "python3 -c -m x",
        "uv run pytest x.py", "uv pip install x.py",
        "command -v ./x", "env -S ./x", "env -iS ./x", "env --chd sub ./x",
        "/usr/bin/x", "/opt/tools/bin/x", "node_modules/.bin/x", ".venv/bin/x", "",
    ],
)  # fmt: skip
def test_no_script(command: str) -> None:
    assert script_word(command.split()) is None


@pytest.mark.parametrize("words", [[None], ["bash", None, "x.sh"], ["env", None, "./x"]])
def test_words_that_nobody_knows(words: list[str | None]) -> None:
    assert script_word(words) is None
