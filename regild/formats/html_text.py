"""HTML as text: what a reader sees, with nothing loaded, run or linked."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_UNSEEN = frozenset(
    {"script", "style", "head", "template", "noscript", "svg", "math", "object"}
)
_BLOCKS = frozenset({
    "address", "article", "blockquote", "br", "dd", "div", "dl",
    "dt", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tr", "ul",
})  # fmt: skip
_BLANKS = re.compile(r"[ \t\r\f\v\u00a0]+")
_LINES = re.compile(r" ?\n[ \n]*\n ?")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag in _BLOCKS:
            self.said.append("\n")
        elif tag in ("td", "th"):
            self.said.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in _BLOCKS:
            self.said.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.said.append(data.replace("\n", " "))


def text_of_html(html: str) -> str:
    """Blocks on lines of their own; at most one line between them is empty."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    text = _BLANKS.sub(" ", "".join(reader.said))
    return _LINES.sub("\n\n", re.sub(r" ?\n ?", "\n", text)).strip()
