"""What follows for an annotator from the checks of their sitting."""

from rating.models import Assignment
from rating.selectors.findings import quality_findings
from regild.rating.quality import ATTENTION_RULES


def failed_checks(assignment: Assignment) -> bool:
    """Whether this sitting failed a check of attention.

    The others are for a lead's eyes: an annotator is not sent away for disagreeing.
    """
    return any(
        finding.rule in ATTENTION_RULES
        for finding in quality_findings(assignment).get(assignment.id, [])
    )
