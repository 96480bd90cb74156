"""Leave ratings out, and take them back: recorded, reversible, nothing deleted."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, ratings_changed
from core.refusals import Refused, kept
from pooling.models import Candidate
from pooling.selectors.seats import most_seats
from rating.models import Assignment, Exclusion
from rating.selectors.exclusions import restorable_sittings
from rating.selectors.findings import quality_findings
from rating.selectors.most import most_of
from rating.selectors.sittings import counting_in_part
from rating.services.ending import count_again
from rating.services.seats import free_seat, has_room
from rating.services.tallying import forget, subsets_of
from regild.problems import N_, Text
from regild.rating.quality import Finding, Rule


def exclude(
    subject: Annotator | Assignment,
    *,
    reason: str,
    by: User | None,
    rule: str = "",
    found: Sequence[Text] = (),
) -> Exclusion:
    """Leave out one sitting, or every sitting of an annotator. Their seats are free again.
    `found` says the reason of a rule in other languages.

    Raises Refused without a reason, when it was excluded before, or when the sitting does
    not count anyway.
    """
    if not reason.strip():
        raise Refused("reason_missing", N_("An exclusion needs a reason."))
    if isinstance(subject, Annotator):
        annotator, assignment = subject, None
        sittings = Assignment.objects.filter(annotator=annotator)
    else:
        annotator, assignment = subject.annotator, subject
        sittings = Assignment.objects.filter(id=assignment.id)
    with transaction.atomic():
        campaign = lock_campaign(annotator.campaign_id)
        earlier = Exclusion.objects.filter(annotator=annotator, assignment=assignment)
        # What a lead took back, no rule excludes again.
        if (earlier if rule else earlier.filter(undone_at__isnull=True)).exists():
            raise Refused("excluded_already", N_("This has already been excluded."))
        released = sittings.filter(
            state__in=[Assignment.State.OPEN, Assignment.State.COMPLETE]
        ).update(state=Assignment.State.RELEASED, seat=None, network="")
        if assignment is not None and not released:
            text = N_("This sitting expired or was released; its ratings do not count.")
            raise Refused("sitting_does_not_count", text)
        forget(subsets_of(sittings))
        ratings_changed(campaign.pk, forgotten=True)
        exclusion = Exclusion.objects.create(
            annotator=annotator,
            assignment=assignment,
            reason=reason,
            found=[kept(text) for text in found],
            excluded_by=by,
            rule=rule,
        )
        _record("exclude", exclusion, campaign=campaign, by=by, rule=rule)
        return exclusion


def undo_exclusion(exclusion: Exclusion, *, by: User | None) -> int:
    """Make the sittings that were complete count again; returns how many.

    What another exclusion covers stays out, as do the sittings of an annotator who withdrew.
    Raises Refused, and undoes nothing, when a sitting's seats were all given away.
    """
    with transaction.atomic():
        campaign = lock_campaign(exclusion.annotator.campaign_id)
        undone = Exclusion.objects.filter(id=exclusion.id, undone_at__isnull=True).update(
            undone_at=timezone.now(), undone_by=by
        )
        if not undone:
            text = N_("This exclusion has already been undone.")
            raise Refused("exclusion_undone_already", text)
        restored = _seat_again(exclusion, campaign)
        _record("undo exclusion of", exclusion, campaign=campaign, by=by, restored=restored)
        return restored


def apply_rules(campaign: Campaign) -> list[Exclusion]:
    """Exclude the complete sittings that the rules the lead switched on find fault with.

    Safe to run again. A sitting whose exclusion was undone is left alone for good: a lead has
    looked at it. All findings are made before anything is excluded, so that the order of the
    sittings does not matter.
    """
    switched_on = _known_rules(campaign)
    findings = quality_findings(campaign) if switched_on else {}
    reasons: dict[int, dict[Rule, list[Text]]] = {}
    for assignment_id, found in findings.items():
        for finding in found:
            if finding.rule in switched_on:
                by_rule = reasons.setdefault(assignment_id, {})
                by_rule.setdefault(finding.rule, []).append(_text_of(finding))
    sittings = Assignment.objects.filter(
        id__in=reasons, state=Assignment.State.COMPLETE, exclusions__isnull=True
    )
    return [
        exclusion
        for sitting in sittings.select_related("annotator").order_by("id")
        if (exclusion := _exclude_by_rules(sitting, reasons[sitting.id])) is not None
    ]


def _text_of(finding: Finding) -> Text:
    return finding.reason if isinstance(finding.reason, Text) else Text(finding.reason)


def _known_rules(campaign: Campaign) -> set[Rule]:
    rules = {rule.value for rule in Rule}
    for name in campaign.excluding_rules:
        if name not in rules:
            text = N_(
                "%(rule)s is not a valid Rule; the rules are %(rules)s",
                rule=repr(name),
                rules=tuple(rule.value for rule in Rule),
            )
            raise Refused("unknown_rule", text)
    return {Rule(name) for name in campaign.excluding_rules}


def _exclude_by_rules(
    sitting: Assignment, reasons: Mapping[Rule, list[Text]]
) -> Exclusion | None:
    """The first rule is the one recorded; the reason names all. None when a lead was faster."""
    found = [reason for rule in reasons.values() for reason in rule]
    first = next(iter(reasons))
    try:
        return exclude(sitting, reason="; ".join(found), by=None, rule=first, found=found)
    except Refused:
        return None


def _record(
    verb: str, exclusion: Exclusion, *, campaign: Campaign, by: User | None, **detail: object
) -> None:
    sitting = exclusion.assignment_id
    audit.record(
        campaign=campaign,
        by=by,
        action=f"{verb} {'annotator' if sitting is None else 'sitting'}",
        annotator=exclusion.annotator_id,
        sitting=sitting,
        reason=exclusion.reason,
        **({"found": exclusion.found} if exclusion.found else {}),
        **detail,
    )


def _seat_again(exclusion: Exclusion, campaign: Campaign) -> int:
    full = []
    restored = 0
    forget(subsets_of(restorable_sittings(exclusion)))
    for sitting in restorable_sittings(exclusion).select_related("subset"):
        seat = free_seat(sitting, campaign) if sitting.subset else None
        if seat is None and (sitting.subset or not has_room(sitting, campaign)):
            full.append(sitting)
            continue
        released = Assignment.objects.filter(id=sitting.id, state=Assignment.State.RELEASED)
        restored += released.update(state=Assignment.State.COMPLETE, seat=seat)
        _count_again(sitting, campaign)
    if full:
        raise Refused("seats_taken", _full(full, campaign))
    ratings_changed(campaign.pk, forgotten=True)
    return restored


def _count_again(sitting: Assignment, campaign: Campaign) -> None:
    """What it lacks may have been hidden, or shown, while it did not count."""
    partly = Assignment.objects.filter(counting_in_part(), id=sitting.id, subset__isnull=False)
    for restored in partly.select_related("annotator"):
        count_again(restored, campaign, now=timezone.now())


def _full(sittings: Sequence[Assignment], campaign: Campaign) -> Text:
    numbers = sorted(sitting.subset.number for sitting in sittings if sitting.subset)
    if not numbers:
        rated = Candidate.objects.filter(ratings__assignment__in=sittings)
        return N_(
            "Other ratings came meanwhile; these would exceed %(most)s a candidate.",
            most=min([campaign.max_ratings, *most_of(rated, campaign).values()]),
        )
    most = min(most_seats(campaign, one.subset.seats) for one in sittings if one.subset)
    return N_(
        "Every seat of subset %(numbers)s was given to somebody else meanwhile; their"
        " ratings would exceed %(most)s a candidate.",
        numbers=tuple(numbers),
        most=most,
    )
