"""What a page says to whoever reads or hears it."""

from html.parser import HTMLParser

NAMED = {"aria-label", "placeholder", "title"}


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._of_program = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._of_program += tag in {"script", "style"}
        self.found += [
            value or ""
            for name, value in attrs
            # What a script will say is written in a page beforehand.
            if name in NAMED or (name.startswith("data-") and " " in (value or ""))
        ]

    def handle_endtag(self, tag: str) -> None:
        self._of_program -= tag in {"script", "style"}

    def handle_data(self, data: str) -> None:
        if not self._of_program:
            self.found.append(data)


def texts_of(html: str) -> str:
    texts = _Texts()
    texts.feed(html)
    return " ".join(texts.found)
