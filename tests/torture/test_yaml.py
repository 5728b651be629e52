"""Hook tests in YAML that grow, nest or go in circles are refused before anything is built of them."""

from __future__ import annotations

import time

import pytest

from hookwright.testing.read import read_tests

_BOMB = "".join(f"a{it}: &a{it} [{', '.join([f'*a{it - 1}'] * 9) if it else 'x'}]\n" for it in range(30))

_ATTACKS = {
    "aliases of aliases": (_BOMB + "tests: [{event: Stop, payload: {a: *a29}, expect: {blocked: true}}]", "values"),
    "merged objects": (
        "a: &a {x: 1}\n" + "".join(f"b{it}: &b{it} {{<<: [*a]}}\n" for it in range(3_000)) + "tests: []",
        "aliases",
    ),
    "itself": ("tests: &a [{event: Stop, payload: *a}]", "contains it"),
    "lists in lists": ("[" * 3_000 + "]" * 3_000, "levels deep"),
    "objects in objects": ("\n".join(" " * it + "a:" for it in range(900)), "levels deep"),
    "keys of keys": ("? " * 1_000, "levels deep"),
    "many values": ("tests: [" + "1," * 100_000 + "1]", "values"),
    "a lot": ("tests: '" + "x" * (2 << 20) + "'", "MB of YAML"),
    "a large number": (f"tests: {'9' * 5_000}", "not YAML"),
    "a large number of another base": (
        f"tests:\n  - {{event: Stop, expect: {{fires: 0x{'f' * 5_000}}}}}",
        "more digits than can be read",
    ),
    "a number that nobody asked for": ("tests: 1e999999999", ""),
}


@pytest.mark.timeout(200)
@pytest.mark.parametrize("name", _ATTACKS)
def test_yaml_that_is_too_much_is_refused(name: str) -> None:
    text, said = _ATTACKS[name]
    began = time.process_time()

    problems = read_tests("a.hooktest.yaml", text).problems

    assert time.process_time() - began < 10
    assert said in " ".join(it.message for it in problems)
    assert problems


def test_aliases_as_people_write_them_are_read() -> None:
    tests = "tests:\n" + "".join(
        f"  - {{event: Stop, payload: {'&p {x: 1}' if it == 0 else '*p'}, expect: {{blocked: true}}}}\n"
        for it in range(50)
    )
    found = read_tests("a.hooktest.yaml", tests)

    assert found.problems == ()
    assert len(found.cases) == 50
