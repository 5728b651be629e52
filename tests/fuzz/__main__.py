"""`python -m tests.fuzz`: tries every target for its share of the minutes, and prints what does not hold."""

from __future__ import annotations

import argparse
import faulthandler
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import FlakyFailure
from tests.fuzz.targets import MOST_SECONDS, TARGETS, Target

_ROUND = 300


def main() -> int:
    """Runs the chosen targets; 1 where something does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="for all targets together (10)")
    parser.add_argument("--only", metavar="TARGET", action="append", choices=[it.name for it in TARGETS])
    parser.add_argument("--coverage", action="store_true", help="let atheris, which has to be installed, guide it")
    options = parser.parse_args()
    chosen = [it for it in TARGETS if not options.only or it.name in options.only]
    seconds = options.minutes * 60 / len(chosen)
    if options.coverage:
        from tests.fuzz.guided import guide

        guide(chosen, options.minutes * 60)
    return sum([_run(it, seconds) for it in chosen]) and 1


def _run(target: Target, seconds: float) -> int:
    """How many different failures the target has."""
    end, tried, failures = time.monotonic() + seconds, 0, dict[str, None]()

    @settings(
        max_examples=_ROUND,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
        report_multiple_bugs=False,
    )
    @given(target.inputs)
    def rounds(case: Any) -> None:
        nonlocal tried
        tried += 1
        # What hangs where no signal gets through ends the process, and says where.
        faulthandler.dump_traceback_later(MOST_SECONDS * 10, exit=True)
        target.try_one(case)

    while time.monotonic() < end:
        _try(rounds, failures)
    faulthandler.cancel_dump_traceback_later()
    sys.stdout.write(f"{target.name}: {tried} inputs in {seconds:.0f} s, {len(failures)} failures\n")
    sys.stdout.flush()
    return len(failures)


def _try(rounds: Callable[[], None], failures: dict[str, None]) -> None:
    try:
        rounds()
    except (Exception, FlakyFailure) as error:  # noqa: BLE001 - whatever it is, it is told, and the next is tried
        place = traceback.extract_tb(error.__traceback__)[-1]
        known = f"{place.filename}:{place.lineno}"
        if known not in failures:
            failures[known] = None
            sys.stdout.write("".join(traceback.format_exception(error)))


if __name__ == "__main__":
    sys.exit(main())
