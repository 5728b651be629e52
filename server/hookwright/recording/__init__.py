"""Records what agents give to their hooks: a hook of ours hands each payload over, and a process behind it keeps it.

`recorder` is what the agent runs, and `keeping` what goes on behind it.  `places` says which file the hooks go into,
`recording_hooks` writes them, `switch` adds them to the file and takes them out, and `records` remembers what that
changed.
"""
