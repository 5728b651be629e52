"""What rules know of the contract between a hook's event and the script that the hook runs."""
