"""What `jq` filters read and make."""
