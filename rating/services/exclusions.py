"""Leave ratings out, and take them back: recorded, reversible, nothing deleted."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Campaign
from campaigns.services import audit
from campaigns.services.jobs import JobRefused
from campaigns.services.locking import lock_campaign, ratings_changed
from rating.models import Annotator, Assignment, Exclusion
from rating.selectors import restorable_sittings
from rating.services.checks import quality_findings
from rating.services.seats import free_seat, has_room
from regild.rating.quality import Rule


def exclude(
    subject: Annotator | Assignment, *, reason: str, by: User | None, rule: str = ""
) -> Exclusion:
    """Leave out one sitting, or every sitting of an annotator. Their seats are free again.

    Raises JobRefused without a reason, when it was excluded before, or when the sitting does
    not count anyway.
    """
    if not reason.strip():
        raise JobRefused(_("An exclusion needs a reason."))
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
            raise JobRefused(_("This is excluded already."))
        released = sittings.filter(
            state__in=[Assignment.State.OPEN, Assignment.State.COMPLETE]
        ).update(state=Assignment.State.RELEASED, seat=None)
        if assignment is not None and not released:
            raise JobRefused(
                _("This sitting expired or was released; its ratings do not count.")
            )
        ratings_changed(campaign.pk)
        exclusion = Exclusion.objects.create(
            annotator=annotator, assignment=assignment, reason=reason, excluded_by=by, rule=rule
        )
        _record("exclude", exclusion, campaign=campaign, by=by, rule=rule)
        return exclusion


def undo_exclusion(exclusion: Exclusion, *, by: User | None) -> int:
    """Make the sittings that were complete count again; returns how many.

    What another exclusion covers stays out, as do the sittings of an annotator who withdrew.
    Raises JobRefused, and undoes nothing, when a sitting's seats were all given away.
    """
    with transaction.atomic():
        campaign = lock_campaign(exclusion.annotator.campaign_id)
        undone = Exclusion.objects.filter(id=exclusion.id, undone_at__isnull=True).update(
            undone_at=timezone.now(), undone_by=by
        )
        if not undone:
            raise JobRefused(_("This exclusion was undone already."))
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
    reasons: dict[int, dict[Rule, list[str]]] = {}
    for assignment_id, found in findings.items():
        for finding in found:
            if finding.rule in switched_on:
                by_rule = reasons.setdefault(assignment_id, {})
                by_rule.setdefault(finding.rule, []).append(finding.reason)
    sittings = Assignment.objects.filter(
        id__in=reasons, state=Assignment.State.COMPLETE, exclusions__isnull=True
    )
    return [
        exclusion
        for sitting in sittings.select_related("annotator").order_by("id")
        if (exclusion := _exclude_by_rules(sitting, reasons[sitting.id])) is not None
    ]


def _known_rules(campaign: Campaign) -> set[Rule]:
    try:
        return {Rule(name) for name in campaign.excluding_rules}
    except ValueError as unknown:
        raise JobRefused(f"{unknown}; the rules are {', '.join(Rule)}") from unknown


def _exclude_by_rules(
    sitting: Assignment, reasons: Mapping[Rule, list[str]]
) -> Exclusion | None:
    """The first rule is the one recorded; the reason names all. None when a lead was faster."""
    told = "; ".join(reason for rule in reasons.values() for reason in rule)
    try:
        return exclude(sitting, reason=told, by=None, rule=next(iter(reasons)))
    except JobRefused:
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
        **detail,
    )


def _seat_again(exclusion: Exclusion, campaign: Campaign) -> int:
    full = []
    restored = 0
    for sitting in restorable_sittings(exclusion).select_related("subset"):
        seat = free_seat(sitting, campaign) if sitting.subset else None
        if seat is None and (sitting.subset or not has_room(sitting, campaign)):
            full.append(sitting)
            continue
        restored += Assignment.objects.filter(
            id=sitting.id, state=Assignment.State.RELEASED
        ).update(state=Assignment.State.COMPLETE, seat=seat)
    if full:
        raise JobRefused(_full(full, campaign))
    ratings_changed(campaign.pk)
    return restored


def _full(sittings: Sequence[Assignment], campaign: Campaign) -> str:
    numbers = sorted(sitting.subset.number for sitting in sittings if sitting.subset)
    if not numbers:
        return _("Other ratings came meanwhile; these would exceed %(most)s a candidate.") % {
            "most": campaign.max_ratings
        }
    return _(
        "Every seat of subset %(numbers)s was given to somebody else meanwhile; their"
        " ratings would exceed %(most)s a candidate."
    ) % {"numbers": ", ".join(map(str, numbers)), "most": campaign.max_ratings}
