"""What the guides say: their links, their headings' anchors, and the code they show."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.processes import ROOT

GUIDES = [
    *(ROOT / name for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_IN_HTML = re.compile(r"""\b(?:src|href)=["']([^"']+)["']""")


class Code(NamedTuple):
    """`text` between backticks, or one command of a block, its continued lines joined."""

    guide: str
    text: str


class Link(NamedTuple):
    guide: Path
    target: str


def named(guide: Path) -> str:
    return str(guide.relative_to(ROOT))


@cache
def tokens(guide: Path) -> list[Token]:
    """Blocks and, flattened into them, what stands in their lines."""
    return [
        token
        for block in _MARKDOWN.parse(guide.read_text("utf-8"))
        for token in [block, *(block.children or [])]
    ]


def links(guide: Path) -> Iterator[Link]:
    for token in tokens(guide):
        if token.type in {"html_inline", "html_block"}:
            yield from (Link(guide, target) for target in _IN_HTML.findall(token.content))
        for attribute in ("href", "src"):
            if target := token.attrs.get(attribute):
                yield Link(guide, str(target))


def anchors(guide: Path) -> set[str]:
    """Of every heading, as GitHub makes them."""
    found: dict[str, int] = {}
    names = set()
    blocks = _MARKDOWN.parse(guide.read_text("utf-8"))
    for opening, heading in pairwise(blocks):
        if opening.type == "heading_open":
            text = "".join(part.content for part in heading.children or [])
            name = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            again = found[name] = found.get(name, -1) + 1
            names.add(f"{name}-{again}" if again else name)
    return names


def blocks(guide: Path) -> list[str]:
    return [token.content for token in tokens(guide) if token.type == "fence"]


def codes() -> list[Code]:
    """Everything that all guides show as code."""
    return [
        Code(named(guide), text)
        for guide in GUIDES
        for token in tokens(guide)
        if token.type in {"code_inline", "fence"}
        for text in _commands(token)
    ]


def _commands(token: Token) -> list[str]:
    # A usage runs on in lines that are indented; a shell's command, after a backslash.
    text = re.sub(r"(\\)?\n[ \t]+", " ", token.content)
    return [line.strip() for line in text.splitlines() if line.strip()]
