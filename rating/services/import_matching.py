"""Which rating of the campaign each line of a file is, or what is wrong with it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from rating.services.matching import PoolIndex, ScaleIndex
from regild.formats.limits import shown
from regild.formats.long import repeated_rating
from regild.formats.records import RatingRecord
from regild.problems import N_, BadFile, FileProblem, Findings, refuse_together


class ImportedRating(NamedTuple):
    annotator: str
    candidate: int
    value: int
    line: int


class MatchedFile(NamedTuple):
    """`state` is what the matching rests on: were it different now, it would come out so."""

    state: tuple[Any, ...]
    ratings: tuple[ImportedRating, ...]
    notices: tuple[FileProblem, ...]


def state_of(campaign: Campaign) -> tuple[Any, ...]:
    """What the matching rests on."""
    scale = campaign.scale.order_by("position").values_list("value", "label")
    return (campaign.sources_version, campaign.pool_version, *scale)


def match_file(
    records: Iterable[RatingRecord],
    campaign: Campaign,
    *,
    name: str,
    bad: BadFile | None = None,
) -> MatchedFile:
    """Raises BadFile with all that is wrong, with what reading the file found (`bad`) too. What
    the campaign does not have is told first and once: rows of one id that is wrong look like
    repetitions, or like ratings of what was never pooled."""
    strangers, findings = Findings(name), Findings(name)
    task = task_of(campaign)
    pool = PoolIndex(campaign)
    scale = ScaleIndex(campaign)
    told: set[str] = set()
    unknown: set[tuple[str, str | None]] = set()
    first_lines: dict[tuple[str, int], int] = {}

    def matched() -> Iterator[ImportedRating]:
        for record in records:
            annotator, sentence, substitute, text, line = record
            candidate = pool.find(sentence=sentence, substitute=substitute)
            if not pool.has_sentence(sentence):
                if (sentence, None) not in unknown:
                    strangers.problem(*task.unknown_item(sentence, line))
                unknown.add((sentence, None))
            elif candidate is None:
                if (sentence, substitute) not in unknown:
                    strangers.problem(*task.unknown_candidate(sentence, substitute, line))
                unknown.add((sentence, substitute))
            value = scale.find(text)
            if value is None:
                message = N_("%(text)s is not on the scale", text=shown(text))
                remedy = N_(
                    "Use a value or a label of the scale: %(values)s", values=scale.known()
                )
                findings.problem(line, message, remedy)
            if scale.is_in_doubt(text) and text not in told:
                told.add(text)
                message = N_(
                    "%(text)s is one option's code and another's label", text=shown(text)
                )
                findings.notice(line, message, N_("It was read as the code"))
            if candidate is None or value is None:
                continue
            first_line = first_lines.setdefault((annotator, candidate), line)
            if first_line != line:
                # Two spellings in the file, one candidate in the pool.
                findings.repeated(line, repeated_rating(record, first_line))
            yield ImportedRating(annotator, candidate, value, line)

    ratings = tuple(matched())
    refuse_together(strangers.refusal(), bad, findings.refusal())
    found = findings.reading(ratings)
    return MatchedFile(state_of(campaign), found.records, found.notices)
