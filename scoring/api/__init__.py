"""The second gold and the scores on it, for programs."""
