"""Runs hooks in the user's own installed agent, and holds what it does against what the engine says.

`agents` has one file for each agent that can be started so; `script` is what the scripted model says, and `model`
says it on loopback in the `protocols` of its makers.  `play` starts an agent and watches it (`watching`), inside of the
`cage`; `reaching` makes the script that leads to an event, and `reading` finds in a run what the agent did.  `wanted`
says what is to be proved, `run` is one run of the agent, and `prove` holds it against the engine.  `report` and `issue`
are for people.
"""

from __future__ import annotations
