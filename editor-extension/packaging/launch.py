"""Starts the hookwright that lies beside this file, without a word about it in the environment that hooks inherit."""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))

if __name__ == "__main__":
    from hookwright.__main__ import main

    main()
