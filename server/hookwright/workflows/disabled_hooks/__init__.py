"""Takes hooks out of their files and puts them back exactly as they were."""
