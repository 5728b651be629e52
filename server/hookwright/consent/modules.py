"""What has to be agreed to before hook modules are loaded: all of the user's and the project's, as they are now."""

from __future__ import annotations

from hashlib import sha256

from hookwright.config.hook_modules import find_modules, modules_folder
from hookwright.consent.request import Confinement, ConsentRequest, content_of

_IMPORTED = ("whatever the modules import",)


def modules_request(root: str, home: str) -> ConsentRequest:
    """To load the modules of a project and of the user, with the helpers beside them.  Reads the files."""
    found = (it.path for folder in dict.fromkeys((home, root)) for it in find_modules(folder))
    contents = {path: content_of(path) for path in found}
    digest = sha256(b"hook modules")
    for part in (root.encode(errors="surrogatepass"), *(it for pair in contents.items() for it in _parts(*pair))):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return ConsentRequest(
        digest=digest.hexdigest(),
        confinement=Confinement.WORKSPACE,
        project=root,
        command=f"python -m hookwright.modules.host {modules_folder(root)}",
        condition="",
        cwd=root,
        variables={},
        added={},
        contents=contents,
        unread=(),
        deeper=_IMPORTED,
    )


def _parts(path: str, content: bytes) -> tuple[bytes, bytes]:
    return path.encode(errors="surrogatepass"), content
