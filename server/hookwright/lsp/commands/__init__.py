"""What `workspace/executeCommand` runs: one file a command, its handler of the same name, imported when first needed.

A handler is called as `handler(session, argument)` with the one object that lenses and actions carry, and gives the
result of the method of the same name, or a coroutine that does.  A plain client is shown a report beside that.
"""
