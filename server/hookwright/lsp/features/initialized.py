"""`initialized`: what is found out for the client once it had time to open its documents."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from hookwright.lsp.services import Services

_REST_SECONDS = 1.0


async def initialized(services: Services, _: types.InitializedParams) -> None:
    """Tells a client that opens documents as it is told which scripts hooks run: it may show one already."""
    if services.session.options.client.opens_as_told:
        await asyncio.sleep(_REST_SECONDS)
        await services.script_registration.tell()
