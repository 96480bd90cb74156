"""The files that a table of a paper can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from regild.tables.paper_latex import paper_latex
from regild.tables.printed import PrintedTable, as_csv, as_json, as_markdown

# By the suffix of the file: its content type, and how it is written.
FORMS: Mapping[str, tuple[str, Callable[[PrintedTable], str]]] = {
    "csv": ("text/csv", as_csv),
    "tex": ("application/x-tex", paper_latex),
    "md": ("text/markdown", as_markdown),
    "json": ("application/json", as_json),
}
