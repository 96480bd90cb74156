"""Measure the agreement of a campaign and keep what was found as a report."""

from collections.abc import Iterator, Mapping
from math import isfinite

from django.utils import timezone

from agreement.models import AGREEMENT, AgreementReport
from agreement.selectors.contents import read_contents, read_policy
from campaigns.models import Campaign, Job
from campaigns.selectors.task import task_of
from campaigns.services.jobs import Progress, ask, unobserved
from core.refusals import Refused
from core.snapshot import snapshot
from regild.agreement import report
from regild.agreement.first_gold import first_gold_measures, without_each
from regild.agreement.intervals import REPLICATES
from regild.agreement.measure_tables import hardest_first
from regild.agreement.origins import verdict_rule
from regild.agreement.scale import Scale
from regild.agreement.second_gold import compare_golds
from regild.agreement.sittings import annotator_facts
from regild.formats.limits import shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES
from regild.problems import N_, BadFile, BadFiles, Findings, Source

STEPS = 6

HARDEST = 12

_FREQUENCIES = Columns(known=("word", "frequency"), needed=("word", "frequency"))


def request_report(campaign: Campaign) -> Job:
    """A job for a new report of the ratings as they are now."""
    return ask(AGREEMENT, campaign=campaign)


def measure_agreement(
    *,
    campaign: Campaign,
    job: Job | None = None,
    frequencies: Mapping[str, float] | None = None,
    progress: Progress = unobserved,
) -> AgreementReport:
    """A new report. Safe to run again for one job: what it reported before stands.

    The campaign's one seed makes the intervals, so that the same ratings give the same
    report. Raises Refused when the scale's weights cannot order its values.
    """
    progress(0, STEPS)
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        policy = read_policy(campaign)
        try:
            scale = Scale(tuple(option["weight"] for option in policy["scale"]))
        except ValueError as error:
            text = N_("The scale cannot be measured on: %(reason)s.", reason=error.args[0])
            raise Refused("scale_not_measurable", text) from error
        contents = read_contents(
            campaign, values=[option["value"] for option in policy["scale"]]
        )
    seed, task = campaign.seed, task_of(campaign)
    rated, sentences = contents.rated, contents.sentences
    progress(1, STEPS)
    measures = report.overall(rated, scale, n_sentences=len(sentences), seed=seed)
    progress(2, STEPS)
    groups = report.breakdowns(
        rated, scale, sentences=sentences, groupings=task.groupings, seed=seed
    )
    progress(3, STEPS)
    kappas, by_annotator, pairs = annotator_facts(contents.sittings, scale)
    progress(4, STEPS)
    comparison = compare_golds(
        rated,
        scale,
        sentences=sentences,
        group_name=task.group_filter,
        min_ratings=campaign.min_ratings,
        frequencies=frequencies,
    )
    progress(5, STEPS)
    asked = campaign.gold_annotators
    first_gold = report.facts(first_gold_measures(contents.gold, annotators=asked))
    without = without_each(contents.gold, annotators=asked)
    columns = {
        "campaign": campaign,
        "made_at": timezone.now(),
        **contents.inputs._asdict(),
        "n_candidates": len(rated.text),
        "n_annotators": len(contents.sittings.annotators),
        "policy": policy,
        "seed": seed,
        "rounds": REPLICATES,
        "measures": measures | kappas | first_gold,
        **groups._asdict(),
        "hardest": list(hardest_first(groups.by_sentence).items())[:HARDEST],
        "by_annotator": by_annotator,
        "pairs": pairs,
        "distributions": report.distributions(rated, verdict_rule(campaign.verdict_rule)),
        "first_gold_without": {name: report.facts(found) for name, found in without.items()},
        "coverage": {
            "in_play": contents.in_play,
            "days": report.covered_by_day(contents.covered),
        },
        "comparison": comparison,
    }
    progress(STEPS, STEPS)
    if job is None:
        return AgreementReport.objects.create(**columns)
    return AgreementReport.objects.get_or_create(job=job, defaults=columns)[0]


def read_frequencies(source: Source) -> dict[str, float]:
    """Word → frequency, from a table. Raises BadFiles."""
    findings = Findings(source.name)

    def entries() -> Iterator[tuple[str, float]]:
        first_lines: dict[str, int] = {}
        for line, cells in read_rows(
            source.stream, findings, _FREQUENCIES, max_bytes=MAX_BYTES
        ):
            word = cells["word"].strip()
            first_line = first_lines.setdefault(word, line)
            if first_line != line:
                message = N_(
                    "the word %(word)s is already on line %(first_line)s",
                    word=shown(word),
                    first_line=first_line,
                )
                findings.repeated(line, message)
            if (frequency := _number(cells["frequency"])) is None:
                message = N_("%(text)s is not a frequency", text=shown(cells["frequency"]))
                findings.problem(line, message, N_("Write a number such as 12.5"))
            else:
                yield word, frequency

    try:
        return dict(findings.reading(entries()).records)
    except BadFile as bad:
        raise BadFiles([bad]) from bad


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
