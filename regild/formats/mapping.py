"""SemDis's name mapping: `proposed(lemma.pos)-->canonical`, comments after `#`."""

from __future__ import annotations

from typing import IO

from regild.formats.limits import check_lexelt, check_substitute, shown
from regild.formats.records import MappingRule
from regild.formats.text import MAX_BYTES, numbered_lines
from regild.problems import Findings, Reading


def read_mapping(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[MappingRule]:
    findings = Findings(name)
    rules: dict[tuple[str, str], MappingRule] = {}
    for line, text, _printable in numbered_lines(stream, findings, max_bytes=max_bytes):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        before, arrow, after = text.partition("-->")
        proposed, bracket, lexelt = before.strip().rpartition("(")
        if not (arrow and bracket and lexelt.endswith(")")):
            findings.problem(
                line, f"{shown(text)} is not a rule", "Write: proposed(lemma.pos)-->canonical"
            )
            continue
        rule = MappingRule(lexelt[:-1].strip(), proposed.strip(), after.strip(), line)
        kept = [
            check_lexelt(findings, line, rule.lexelt),
            check_substitute(findings, line, rule.proposed),
            check_substitute(findings, line, rule.canonical),
        ]
        if not all(kept):
            continue
        first = rules.setdefault((rule.lexelt, rule.proposed), rule)
        if first is not rule:
            what = f"the rule for {shown(rule.proposed)} of {rule.lexelt}"
            findings.repeated(line, what=what, first_line=first.line)
    return findings.reading(rules.values())
