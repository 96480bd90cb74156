"""Campaigns of the tasks beside substitution, as large as they may look."""

import csv
import io

from campaigns.models import Campaign
from tests.categories.factories import open_categories

BRANCHES = {
    "Deals": ("Gas", "Power", "Pipelines", "Weather", "Settled"),
    "People": ("Hiring", "Travel", "Holidays", "Praise", "Complaints"),
    "Law": ("Contracts", "Lawsuits", "Regulators", "Permits"),
    "Offices": ("Moves", "Computers", "Telephones", "Security"),
    "Private": ("Family", "Friends", "Sport", "Jokes"),
}
LONG = "\n".join(f"Line {n} says what was decided about boat {n}." for n in range(60))
LETTERS = [
    (
        "1",
        "Lunch on Friday?\n\n-----Original Message-----\nFrom: Ann\nSee you on Thursday then.",
        "Re: Lunch",
        "ben@example.org",
    ),
    ("2", LONG, "Minutes of the harbour board", "cem@example.org"),
    ("3", "Ben wrote:\n> Who pays?\nWe do.", "", "dee@example.org"),
]


def tree() -> str:
    """Twenty-three leaves below five branches, one of which stands below another."""
    rows = [("category", "parent", "definition"), ("Work", "", "What is paid for.")]
    for branch, leaves in BRANCHES.items():
        rows.append(
            (branch, "" if branch == "Private" else "Work", f"All about {branch.lower()}.")
        )
        rows += [
            (leaf, branch, f"Whatever is mainly about {leaf.lower()}. Example: “{leaf} again.”")
            for leaf in leaves
        ]
    rows.append(("Other", "", ""))
    return _written(rows)


def letters(number: int = len(LETTERS)) -> str:
    return _written([("document", "text", "subject", "from"), *LETTERS[:number]])


def mail(**columns: object) -> Campaign:
    return open_categories(tree=tree(), documents=letters(), **columns)


def _written(rows: list[tuple[str, ...]]) -> str:
    sink = io.StringIO()
    csv.writer(sink).writerows(rows)
    return sink.getvalue()
