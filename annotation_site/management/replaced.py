"""What an archive could not say as it was stored, in the words of its commands."""

from collections.abc import Iterator, Mapping


def told(replaced: Mapping[str, int]) -> Iterator[str]:
    """A line for each column, where there is any."""
    for column, rows in sorted(replaced.items()):
        yield (
            f"{column}: {rows} with NUL or half of a surrogate pair, which not every database"
            " takes; U+FFFD stands there instead."
        )
