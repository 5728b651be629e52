"""Whether hooks would start on this machine, and whether those that refuse things refuse what they cannot judge."""
