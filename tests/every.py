"""One test for many cases of a kind: a test for each would take longer than what it tries."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from _pytest.mark.structures import ParameterSet

_NAMED = 20
Test = Callable[..., None]


def every(names: str | Sequence[str], cases: Iterable[object]) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but in one test, which tries every case and then says which of them failed.

    The cases share the test's fixtures.  Where there are none, ValueError ends the collection.
    """
    keys = (names,) if isinstance(names, str) else tuple(names)
    given = [_named(it, keys) for it in cases]
    if not given:
        raise ValueError(f"there is nothing to try for {', '.join(keys)}")

    def decorate(test: Test) -> Test:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def tries(**fixtures: Any) -> None:
            failed: dict[str, Exception] = {}
            for name, values in given:
                try:
                    test(**values, **fixtures)
                except Exception as error:  # noqa: BLE001  the others are tried, too
                    error.add_note(f"in the case {name}")
                    failed[name] = error
            if failed:
                named = ", ".join([*failed][:_NAMED])
                raise ExceptionGroup(f"{len(failed)} of {len(given)} cases: {named}", [*failed.values()])

        rest = [it for it in signature.parameters.values() if it.name not in keys]
        vars(tries)["__signature__"] = signature.replace(parameters=rest)
        return tries

    return decorate


def _named(case: object, keys: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """The name of a case, and what it gives to each parameter."""
    found = ParameterSet.extract_from(case, force_tuple=len(keys) == 1)
    name = found.id if isinstance(found.id, str) else "-".join(map(str, found.values))
    return name, dict(zip(keys, found.values, strict=True))
