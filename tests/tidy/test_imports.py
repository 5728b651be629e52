"""No module imports another that imports it, not even for types or when a function runs."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp


def test_imports_make_no_circle() -> None:
    graph = grimp.build_graph("hookwright", cache_dir=None)
    imports = {it: graph.find_modules_directly_imported_by(it) for it in graph.modules}
    # A circle is an error that names its modules.
    assert len(list(TopologicalSorter(imports).static_order())) >= len(imports)
