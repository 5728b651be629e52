"""The hooks of one dialect as a file of another, with everything named that gets lost on the way.

`file` puts the new file together from `hooks` and `matchers`; `loss` is what each of them reports.
"""

from __future__ import annotations
