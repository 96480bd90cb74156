"""What other thresholds would flag is what the checks find by them."""

import random

import pytest
from django.core.management import CommandError, call_command

from campaigns.selectors.thresholds import would_flag
from rating.models import AnnotatorCheck, Assignment, SittingCheck
from rating.selectors.findings import quality_findings
from rating.services.exclusions import exclude
from rating.services.flagging import flag_annotators, flag_newcomers
from rating.services.simulating import simulate_campaign
from rating.services.withdrawing import withdraw_annotator
from regild.rating.quality import Rule, Thresholds
from regild.rating.simulation import AnnotatorKind
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, sit

pytestmark = pytest.mark.django_db

SHARES = dict.fromkeys(AnnotatorKind, 1.0)
# Which thresholds each rule looks at; of some rules there are two.
OF_RULE = {
    Rule.STRAIGHT_LINING: ("same_share", "longest_run"),
    Rule.TOO_FAST: ("median_ms", "fast_share"),
    Rule.ANCHORS_FAILED: ("anchor_share",),
    Rule.INCONSISTENT: ("repeat_difference",),
    Rule.FOILS_FAILED: ("foil_share",),
    Rule.LOW_CORRELATION: ("correlation",),
}
NEVER = {
    "same_share": 2,
    "longest_run": 10_000,
    "median_ms": 0,
    "fast_ms": 0,
    "anchor_share": 2,
    "repeat_difference": 10,
    "foil_share": 2,
    "correlation": -1,
}


@pytest.fixture
def campaign():
    campaign = make_campaign(
        subsets=2,
        repeat_share=0.4,
        foil_share=0.4,
        min_ratings=9,
        max_ratings=20,
        flag_min_ratings=4,
        flag_min_checks=2,
    )
    simulate_campaign(campaign=campaign, annotators=20, seed=5, shares=SHARES)
    flag_annotators(campaign)
    return campaign


def flagged_by_the_checks(campaign, thresholds, rules=frozenset(Rule)):
    for name, value in thresholds.items():
        setattr(campaign, f"flag_{name}", value)
    found = quality_findings(campaign)
    campaign.refresh_from_db()
    complete = set(Assignment.objects.filter(state="complete").values_list("id", flat=True))
    return sum(
        id in complete and any(finding.rule in rules for finding in findings)
        for id, findings in found.items()
    )


def drawn(rng):
    return {
        "same_share": rng.choice([0.4, 0.5, 0.9]),
        "longest_run": rng.choice([3, 4, 6]),
        "median_ms": rng.choice([500, 800, 2000]),
        "fast_ms": rng.choice([400, 613, 1000]),
        "fast_share": rng.choice([0.07, 0.3, 0.5, 1]),
        "anchor_share": rng.choice([0.2, 0.5]),
        "repeat_difference": rng.choice([0.5, 1.0]),
        "foil_share": rng.choice([0.2, 0.5]),
        "correlation": rng.choice([-0.2, 0.2, 0.7]),
        "min_ratings": rng.choice([1, 4, 12]),
        "min_checks": rng.choice([1, 2, 3]),
    }


def test_any_thresholds_would_flag_what_the_checks_find_by_them(campaign):
    rng = random.Random(4)
    told = set()
    for _draw in range(9):
        thresholds = drawn(rng)
        found = would_flag(campaign, thresholds)
        assert found.flagged == flagged_by_the_checks(campaign, thresholds)
        for rule, names in OF_RULE.items():
            for name in names:
                others = {one: NEVER[one] for one in NEVER if one != name}
                if name == "fast_share":
                    del others["fast_ms"]
                alone = thresholds | others
                expected = flagged_by_the_checks(campaign, alone, {rule})
                assert found.by_threshold[name] == expected, (name, thresholds)
                told.add((name, expected))
    # Or it says little: each found some here, and others there.
    assert all(len({n for one, n in told if one == name}) > 1 for name, _n in told)


def test_it_says_how_many_have_too_little_to_be_flagged(campaign):
    found = would_flag(campaign, {"min_ratings": 10_000, "min_checks": 10_000})
    assert found.sittings == Assignment.objects.filter(state="complete").count() > 20
    assert found.by_threshold["min_ratings"] == found.sittings
    assert found.by_threshold["min_checks"] == found.sittings
    assert found.flagged == 0
    assert would_flag(campaign, {"min_ratings": 1}).by_threshold["min_ratings"] == 0


def test_a_share_between_two_percents_is_not_counted_wrongly(campaign):
    found = would_flag(campaign, {"fast_share": 0.333})
    assert found.flagged is found.by_threshold["fast_ms"] is None
    assert found.by_threshold["fast_share"] is None
    assert found.by_threshold["median_ms"] == would_flag(campaign).by_threshold["median_ms"]


def test_counting_is_two_statements(campaign, django_assert_num_queries):
    with django_assert_num_queries(2):
        would_flag(campaign)


def test_what_was_left_out_is_still_among_them_and_who_withdrew_is_not(campaign):
    before = would_flag(campaign).sittings
    first, second, *_others = campaign.annotators.filter(
        assignments__state="complete"
    ).distinct()
    exclude(first, reason="in a hurry", by=None)
    own = second.assignments.filter(state="complete").count()
    withdraw_annotator(annotator_id=second.pk)
    assert would_flag(campaign).sittings == before - own
    assert not AnnotatorCheck.objects.filter(annotator=second).exists()
    flag_annotators(campaign)
    assert would_flag(campaign).sittings == before - own
    assert not SittingCheck.objects.filter(assignment__annotator=second).exists()


def test_new_sittings_are_told_until_they_are_checked():
    campaign = make_campaign(subsets=2, flag_min_ratings=4)
    sit(join(campaign))
    found = would_flag(campaign)
    assert (found.sittings, found.unchecked, found.checked_at) == (0, 1, None)
    flag_newcomers()
    found = would_flag(campaign)
    assert (found.sittings, found.unchecked) == (1, 0)
    assert found.checked_at is not None


def test_the_names_are_those_of_the_thresholds(campaign):
    assert set(would_flag(campaign).by_threshold) == set(Thresholds._fields)


def test_page_program_and_command_tell_the_same(campaign):
    lead = make_lead("lead", campaign, "viewer")
    page, program = signed_in(lead), program_of(lead)
    shown = page.get("/campaigns/boats/settings/quality/").context["flags"]
    told = program.get("/api/v1/campaigns/boats/flags/").json()
    printed = facts_of("thresholds", "boats")
    assert shown == would_flag(campaign)
    assert told["by_threshold"] == printed["by_threshold"] == shown.by_threshold
    assert told["flagged"] == printed["flagged"] == shown.flagged
    # Another threshold, typed and asked for.
    form = page.get("/campaigns/boats/settings/quality/").context["form"]
    typed = form.initial | {"flag_median_ms": "3000", "flag_correlation": "nonsense"}
    address = "/campaigns/boats/settings/quality/preview/"
    whole = page.post(address, typed)
    part = page.post(address, typed, headers={"HX-Request": "true"})
    expected = would_flag(campaign, {"median_ms": 3000})
    assert whole.context["flags"] == part.context["flags"] == expected
    assert expected.flagged > shown.flagged
    assert 'value="3000"' in whole.content.decode()
    assert "<html" not in part.content.decode()
    said = " ".join(part.content.decode().split())
    n = expected.by_threshold["median_ms"]
    flags = f"Flags <strong>{n}</strong> of {expected.sittings} sittings"
    assert f'id="effect-median_ms" hx-swap-oob="true"> {flags}' in said
    told = program.get("/api/v1/campaigns/boats/flags/?median_ms=3000").json()
    printed = facts_of("thresholds", "boats", "--set", "median_ms=3000")
    assert told["by_threshold"] == printed["by_threshold"] == expected.by_threshold
    assert told["thresholds"]["median_ms"] == 3000
    campaign.refresh_from_db()
    assert campaign.flag_median_ms == 800  # nothing was stored


def test_a_threshold_that_makes_no_sense_is_refused(campaign):
    program = program_of(make_lead("lead", campaign, "viewer"))
    answer = program.get("/api/v1/campaigns/boats/flags/?same_share=0&longest_run=x")
    assert answer.status_code == 400
    assert {one["field"] for one in answer.json()["errors"]} == {"same_share", "longest_run"}
    with pytest.raises(CommandError, match="longest_run: Ensure"):
        call_command("thresholds", "boats", "--set", "longest_run=1")
    with pytest.raises(CommandError, match="there are same_share, longest_run"):
        call_command("thresholds", "boats", "--set", "speed=1")
    with pytest.raises(CommandError, match="NAME=VALUE"):
        call_command("thresholds", "boats", "--set", "longest_run")
    lines, _err = printed_by("thresholds", "boats", "--set", "fast_share=0.333")
    assert "not counted: fast_share is no whole per cent of" in lines


def test_before_anybody_worked_the_page_says_so():
    campaign = make_campaign(subsets=2)
    page = signed_in(make_lead("lead", campaign, "viewer"))
    said = page.get("/campaigns/boats/settings/quality/").content.decode()
    assert "No sitting is complete yet" in said
    assert "Flags <strong>" not in said
