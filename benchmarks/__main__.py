"""`python -m benchmarks`: measures what the budgets name and prints one table; it never fails for being slow."""

from __future__ import annotations

import argparse
import compileall
import os
import platform
from pathlib import Path

import hookwright
from benchmarks import cold, editing, engine, firing, growth, large, library, memory, modules, round_trip, serve, shell
from benchmarks.table import print_head, print_part

_PARTS = {
    "cold": cold,
    "editing": editing,
    "large": large,
    "growth": growth,
    "memory": memory,
    "engine": engine,
    "round-trip": round_trip,
    "shell": shell,
    "firing": firing,
    "library": library,
    "modules": modules,
    "serve": serve,
}


def main() -> None:
    """Measures the chosen parts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, less than a minute")
    parser.add_argument("--only", metavar="PART", choices=_PARTS, action="append", help=f"one of {', '.join(_PARTS)}")
    options = parser.parse_args()
    # As after an installation: with PYTHONDONTWRITEBYTECODE every start would compile what has changed.
    compileall.compile_dir(Path(hookwright.__file__).parent, quiet=1)
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"{machine}; load {os.getloadavg()[0]:.1f} at the start. Read ratios, not times.\n")
    print_head()
    for name in options.only or _PARTS:
        print_part(_PARTS[name].TITLE, _PARTS[name].measure(quick=options.quick))


if __name__ == "__main__":
    main()
