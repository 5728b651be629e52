"""The `fix TITLE` probe: the text of the file after the first fix of that title."""

from __future__ import annotations

from tests.probes.case import Case, edited


def fixed(case: Case, title: str) -> str:
    """The whole text after the fix, or the titles that there are."""
    titles: list[str] = []
    for _, file in case.hook_files():
        for diagnostic in case.diagnostics(file):
            for fix in diagnostic.finding.fixes:
                if fix.title == title:
                    return edited(file, fix.edits)
                titles.append(fix.title)
    return f"no such fix; there are: {', '.join(titles) or 'none'}"
