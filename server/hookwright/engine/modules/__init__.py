"""Python hook modules: what is asked of them, and the host processes that they run in."""
