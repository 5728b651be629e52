"""`python -m benchmarks`: measures what the budgets name and prints one table; it never fails for being slow."""

from __future__ import annotations

import argparse
import compileall
import os
import platform
from pathlib import Path

import hookwright
from benchmarks import (
    cold,
    editing,
    engine,
    firing,
    growth,
    large,
    library,
    memory,
    modules,
    round_trip,
    scripts,
    serve,
    shell,
)
from benchmarks.measure import Effort
from benchmarks.table import print_head, print_part

PARTS = {
    "cold": cold,
    "editing": editing,
    "large": large,
    "growth": growth,
    "memory": memory,
    "engine": engine,
    "round-trip": round_trip,
    "shell": shell,
    "scripts": scripts,
    "firing": firing,
    "library": library,
    "modules": modules,
    "serve": serve,
}


def main() -> None:
    """Measures the chosen parts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, about a minute")
    parser.add_argument("--smoke", action="store_true", help="everything once, to see that it runs; installs nothing")
    parser.add_argument("--only", metavar="PART", choices=PARTS, action="append", help=f"one of {', '.join(PARTS)}")
    options = parser.parse_args()
    # As after an installation: with PYTHONDONTWRITEBYTECODE every start would compile what has changed.
    compileall.compile_dir(Path(hookwright.__file__).parent, quiet=1)
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"{machine}; load {os.getloadavg()[0]:.1f} at the start. Read ratios, not times.\n")
    effort = Effort.SMOKE if options.smoke else Effort.QUICK if options.quick else Effort.WHOLE
    print_head()
    for name in options.only or PARTS:
        print_part(PARTS[name].TITLE, PARTS[name].measure(effort), judged=effort is not Effort.SMOKE)


if __name__ == "__main__":
    main()
