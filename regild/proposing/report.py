"""What a lead should look at before a first gold is frozen, as lists and as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from regild.proposing.making import MadeGold
from regild.proposing.quality import ProposalFinding
from regild.proposing.spellings import CloseSpellings
from regild.proposing.unclear import Unclear
from regild.results import Result
from regild.tables.printing import Table, as_text


@dataclass(frozen=True)
class StageReport(Result):
    """`findings` has every annotator, `multiwords` the phrase of each sentence that has one."""

    made: MadeGold
    close: Sequence[CloseSpellings]
    unclear: Sequence[Unclear]
    unclear_groups: Sequence[Unclear]
    findings: Mapping[str, Sequence[ProposalFinding]]
    multiwords: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        return {
            "merges": [one._asdict() | {"steps": list(one.steps)} for one in self.made.merges],
            "close": [one._asdict() for one in self.close],
            "unclear": [one._asdict() for one in self.unclear],
            "unclear_groups": [one._asdict() for one in self.unclear_groups],
            "left_out": [one._asdict() for one in self.made.left_out],
            "few": list(self.made.few),
            "multiwords": dict(self.multiwords),
            "findings": {
                name: [one._asdict() for one in found] for name, found in self.findings.items()
            },
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row a flag, which are what people have to answer for."""
        return [
            {"annotator": name, **finding._asdict()}
            for name, found in self.findings.items()
            for finding in found
        ]

    def tables(self) -> list[Table]:
        return [
            Table(
                "merges",
                ("sentence", "raw", "text", "steps", "annotators"),
                [(*one[:3], " ".join(one.steps), one.annotators) for one in self.made.merges],
            ),
            Table(
                "close_spellings", CloseSpellings._fields, [tuple(one) for one in self.close]
            ),
            *(
                Table(
                    name,
                    ("sentence" if name == "unclear" else "group", *Unclear._fields[1:]),
                    [tuple(one) for one in rows],
                )
                for name, rows in (
                    ("unclear", self.unclear),
                    ("unclear_groups", self.unclear_groups),
                )
            ),
            Table(
                "left_out",
                ("sentence", "raw", "reason", "annotators"),
                [tuple(one) for one in self.made.left_out],
            ),
            Table("few_answers", ("sentence",), [(one,) for one in self.made.few]),
            Table("multiwords", ("sentence", "multiword"), [*self.multiwords.items()]),
            Table(
                "flags",
                ("annotator", "rule", "reason", "value", "threshold"),
                [
                    (name, str(one.rule), one.reason, one.value, one.threshold)
                    for name, found in self.findings.items()
                    for one in found
                ],
            ),
        ]

    def to_table(self) -> str:
        return "\n\n".join(
            "\n".join(
                [f"{table.name}: {len(table.rows)}", *(as_text(table) if table.rows else ())]
            )
            for table in self.tables()
        )
