"""Measure the agreement of a campaign and keep what was found as a report."""

from pathlib import PurePath

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from agreement.models import AGREEMENT, MAX_NAME, AgreementReport, WordList
from agreement.selectors.contents import read_contents, read_policy
from campaigns.models import Campaign, Job
from campaigns.selectors.task import task_of
from campaigns.services.audit import record
from campaigns.services.jobs import Progress, ask, unobserved
from campaigns.services.locking import basis_changed, lock_campaign
from core.refusals import Refused
from core.snapshot import snapshot
from rating.services.ledger import keep_ledger
from regild.agreement import report
from regild.agreement.first_gold import first_gold_measures, without_each
from regild.agreement.intervals import REPLICATES
from regild.agreement.measure_tables import hardest_first
from regild.agreement.origins import verdict_rule
from regild.agreement.scale import Scale
from regild.agreement.second_gold import compare_golds
from regild.agreement.sittings import annotator_facts
from regild.formats.word_list import read_word_list
from regild.problems import N_, BadFile, BadFiles, Source

STEPS = 6

HARDEST = 12
# Of the reports that nobody asked for.
KEPT = 20


def request_report(campaign: Campaign, *, by_itself: bool = False) -> Job:
    """A job for a new report of the ratings as they are now. One that waits is shared, whoever
    asked for it."""
    drawn = {"by_itself": True} if by_itself else None
    return ask(AGREEMENT, campaign=campaign, drawn=drawn)


def measure_agreement(
    *,
    campaign: Campaign,
    job: Job | None = None,
    by_itself: bool = False,
    progress: Progress = unobserved,
) -> AgreementReport:
    """A new report. Safe to run again for one job: what it reported before stands. Of reports
    that nobody asked for, the older ones go.

    The campaign's one seed makes the intervals, so that the same ratings give the same
    report. Raises Refused when the scale's weights cannot order its values.
    """
    progress(0, STEPS)
    began_at = timezone.now()
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
        frequencies=contents.frequencies,
        first_gold=contents.gold,
    )
    progress(5, STEPS)
    asked = campaign.gold_annotators
    first_gold = report.facts(first_gold_measures(contents.gold, annotators=asked))
    without = without_each(contents.gold, annotators=asked)
    columns = {
        "campaign": campaign,
        "began_at": began_at,
        "made_at": timezone.now(),
        "by_itself": by_itself,
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
    keep_ledger(
        campaign,
        contents.inputs.ledger,
        version=contents.inputs.ratings_version,
        counted_at=began_at,
    )
    if job is None:
        return AgreementReport.objects.create(**columns)
    made, _new = AgreementReport.objects.get_or_create(job=job, defaults=columns)
    if by_itself:
        _forget_older(campaign)
    return made


def _forget_older(campaign: Campaign) -> None:
    """While many rate there are hundreds a day. Of those nobody asked for stay the newest, and
    the last of each day (UTC)."""
    made = campaign.agreement_reports.filter(by_itself=True).order_by("-id")
    rows = list(made.values_list("id", "made_at"))
    last_of_day = {at.date(): id for id, at in reversed(rows)}
    older = {id for id, _at in rows[KEPT:]}
    AgreementReport.objects.filter(id__in=older - set(last_of_day.values())).delete()


@transaction.atomic
def store_word_list(*, campaign: Campaign, words: Source, by: User | None = None) -> WordList:
    """Every report from now on has it, until another replaces it. Raises BadFiles."""
    try:
        reading = read_word_list(words.stream, name=words.name)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    frequencies = dict(reading.records)
    lock_campaign(campaign.pk)
    stored, _new = WordList.objects.update_or_create(
        campaign=campaign,
        defaults={
            # A command names the file by its path: where it lay is nobody's business.
            "name": PurePath(words.name).name[:MAX_NAME],
            "stored_at": timezone.now(),
            "n_words": len(frequencies),
            "frequencies": frequencies,
        },
    )
    basis_changed(campaign.pk)
    record(campaign=campaign, by=by, action="store word list", words=len(frequencies))
    return stored


@transaction.atomic
def remove_word_list(*, campaign: Campaign, by: User) -> None:
    """Reports that were made with it keep what they found. Nothing where there is none."""
    lock_campaign(campaign.pk)
    removed, _rows = WordList.objects.filter(campaign=campaign).delete()
    if removed:
        basis_changed(campaign.pk)
        record(campaign=campaign, by=by, action="remove word list")
