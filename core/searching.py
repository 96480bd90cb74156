"""What people look for in a list."""

# SQLite takes no pattern of more than 50,000 bytes, and nothing that can be found is so long.
LONGEST_SOUGHT = 1000


def may_be_found(text: str) -> bool:
    return len(text) <= LONGEST_SOUGHT
