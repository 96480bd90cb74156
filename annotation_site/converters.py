"""What may stand in an address."""


class RowIdConverter:
    """A row's id: no more digits than a database's integer holds."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)
