"""A lead's Markdown as HTML that is safe on an annotator's page.

What reads and cleans it is loaded when the first text is: most processes never show one.
"""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_TAGS = {
    *("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote"),
    *("strong", "em", "code", "pre", "a"),
}
_LOWEST_HEADING = 6


def render_markdown(text: str, *, below: int = 1) -> str:
    """Headings stand below those of the page, which has so many levels above them. Images are
    left out: the page must stay small, and fetching them would tell others who reads it."""
    import nh3

    reader = _reader()
    tokens = reader.parse(text)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = _lowered(token, below)
    html = reader.renderer.render(tokens, reader.options, {})
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
    )


@cache
def _reader() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False})


def _lowered(heading: "Token", below: int) -> str:
    return f"h{min(int(heading.tag[1]) + below, _LOWEST_HEADING)}"
