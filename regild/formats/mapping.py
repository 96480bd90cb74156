"""SemDis's name mapping: `proposed(lemma.pos)-->canonical`, comments after `#`."""

from __future__ import annotations

from typing import IO

from regild.formats.limits import check_lexelt, check_substitute, shown
from regild.formats.records import MappingRule
from regild.formats.text import MAX_BYTES, numbered_lines
from regild.problems import N_, Findings, Reading


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
            message = N_("%(text)s is not a rule", text=shown(text))
            findings.problem(line, message, N_("Write: proposed(lemma.pos)-->canonical"))
            continue
        rule = MappingRule(lexelt[:-1].strip(), proposed.strip(), after.strip(), line)
        kept = [
            check_lexelt(findings, line, rule.group),
            check_substitute(findings, line, rule.proposed),
            check_substitute(findings, line, rule.canonical),
        ]
        if not all(kept):
            continue
        first = rules.setdefault((rule.group, rule.proposed), rule)
        if first is not rule:
            message = N_(
                "the rule for %(proposed)s of %(lexelt)s is already on line %(first_line)s",
                proposed=shown(rule.proposed),
                lexelt=rule.group,
                first_line=first.line,
            )
            findings.repeated(line, message)
    return findings.reading(rules.values())
