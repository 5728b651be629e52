"""From files to hooks: where they are, what they hold, what is well-formed."""
