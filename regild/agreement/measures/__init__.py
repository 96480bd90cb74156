"""The measures of agreement, each declared beside its formula."""
