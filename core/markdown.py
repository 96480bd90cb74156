"""A lead's Markdown as HTML that is safe on an annotator's page."""

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

_TAGS = {
    *("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote"),
    *("strong", "em", "code", "pre", "a"),
}
_LOWEST_HEADING = 6
_reader = MarkdownIt("commonmark", {"html": False})


def render_markdown(text: str) -> str:
    """Headings go down one level, for the page has its own first. Images are left out: the
    page must stay small, and fetching them would tell others who reads it."""
    tokens = _reader.parse(text)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = _lowered(token)
    html = _reader.renderer.render(tokens, _reader.options, {})
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
    )


def _lowered(heading: Token) -> str:
    return f"h{min(int(heading.tag[1]) + 1, _LOWEST_HEADING)}"
