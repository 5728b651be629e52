"""The targets with inputs that coverage leads to, by atheris, which is no dependency, as not every Python has it."""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from hypothesis import HealthCheck, given, settings
from tests.fuzz.targets import Target


def guide(targets: Sequence[Target], seconds: float) -> None:
    """Tries the targets until the time is over, and ends the process; it fails with the first that does not hold."""
    atheris = importlib.import_module("atheris")

    for function in _functions():
        atheris.instrument_func(function)
    tries = [_one_input(it) for it in targets]

    def try_bytes(data: bytes) -> None:
        if data:
            tries[data[0] % len(tries)](data[1:])

    kept = tempfile.mkdtemp(prefix="hookwright-fuzz-")
    flags = [f"-max_total_time={seconds:.0f}", f"-artifact_prefix={kept}/", "-max_len=8192", "-rss_limit_mb=4096"]
    atheris.Setup([sys.argv[0], *flags], try_bytes)
    atheris.Fuzz()


def _functions() -> list[FunctionType]:
    """Those of hookwright that are loaded."""
    modules = [module for name, module in sys.modules.items() if name.startswith("hookwright.")]
    found = [it for module in modules for it in vars(module).values() if isinstance(it, FunctionType)]
    return [it for it in dict.fromkeys(found) if it.__module__.startswith("hookwright.")]


def _one_input(target: Target) -> Callable[[bytes], Any]:
    @settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(target.inputs)
    def tried(case: Any) -> None:
        try:
            target.try_one(case)
        except BaseException:
            sys.stderr.write(f"{target.name}: {case!r}\n")
            raise

    one_input: Callable[[bytes], Any] = vars(tried)["hypothesis"].fuzz_one_input
    return one_input
