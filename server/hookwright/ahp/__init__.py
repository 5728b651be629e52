"""A backend of the Agent Hooks Protocol: an agent that speaks it asks the user's hooks about its tools.

The protocol is a working draft; this is its version 0.1, as of `0.1.0-draft.1`, over standard input and output, with
the profiles Tool Interception and Lifecycle Observation (https://agenthooksprotocol.com).
"""

from __future__ import annotations
