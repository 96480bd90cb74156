"""Ratings are stored, asked for and refused by the codes of their campaign's scale."""

import re

import pytest

from campaigns.models import Campaign
from pooling.models import Candidate
from rating.models import Assignment, Rating
from rating.selectors.effects import effects_of
from rating.selectors.findings import quality_findings
from rating.services.importing import import_ratings
from rating.services.simulating import simulate_campaign
from regild.problems import BadFiles
from regild.rating.quality import Rule
from regild.rating.simulation import AnnotatorKind
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of
from tests.rating.sitting import join, sit
from tests.rating.volunteer import Volunteer, candidates, rating
from tests.scales import FIVE, coded_campaign, recode

pytestmark = pytest.mark.django_db

HEADER = "annotator,sentence,substitute,value\n"
# As good as 0 to 3, named otherwise: from 1 up, the best first, with gaps.
NAMES_OF_FOUR = [(1, 2, 3, 4), (4, 3, 2, 1), (0, 30, 7, 12)]


def bring_in(campaign, *rows):
    return import_ratings(campaign=campaign, ratings=source(HEADER + "\n".join(rows), "r.csv"))


def stored():
    return list(Rating.objects.order_by("id").values_list("value", flat=True))


# ---- From a file ----------------------------------------------------------------------------


@pytest.mark.parametrize("labels", [(), "12345", "54321"])
def test_a_file_of_1_to_5_is_stored_as_1_to_5_whatever_the_labels(labels):
    campaign = make_campaign()
    recode(campaign, FIVE, labels)
    bring_in(
        campaign, *(f"{name},1,happy,{code}" for name, code in zip("ABCDE", FIVE, strict=True))
    )
    assert stored() == [1, 2, 3, 4, 5]


def test_a_label_is_read_as_its_options_code():
    bring_in(coded_campaign((5, 4, 3)), "A,1,happy,option 0", "B,1,happy,Option 2")
    assert stored() == [5, 3]


def test_what_is_no_code_is_refused_with_its_line_and_all_the_codes():
    campaign = coded_campaign()
    with pytest.raises(BadFiles) as caught:
        bring_in(campaign, "A,1,happy,5", "B,1,happy,0", "C,1,happy,6")
    problems = caught.value.files[0].problems
    assert [(problem.line, problem.message) for problem in problems] == [
        (3, "'0' is not on the scale"),
        (4, "'6' is not on the scale"),
    ]
    assert problems[0].remedy.endswith("1, 2, 3, 4, 5")
    assert not Rating.objects.exists()


def test_a_number_that_is_one_options_code_and_anothers_label_is_told_once():
    campaign = make_campaign()
    recode(campaign, range(5), "12345")
    report = bring_in(campaign, "A,1,happy,2", "B,1,happy,2", "C,1,happy,5")
    assert stored() == [2, 2, 4]
    (notice,) = report.notices
    assert notice.problem.line == 2
    assert notice.problem.message == "'2' is one option's code and another's label"


# ---- From an annotator ----------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_api_shows_the_codes_and_takes_them_one_by_one_and_in_batches():
    coded_campaign()
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    assert [option["value"] for option in sitting["scale"]] == [1, 2, 3, 4, 5]
    ids = candidates(sitting)
    assert volunteer.rate(sitting["id"], rating(ids[0], 5)).status_code == 200
    assert volunteer.rate(sitting["id"], rating(ids[1], None)).status_code == 200
    rest = [rating(id, code) for id, code in zip(ids[2:], FIVE * 9, strict=False)]
    assert volunteer.rate(sitting["id"], *rest).status_code == 200
    assert stored() == [5, None, *(entry["value"] for entry in rest)]
    assert volunteer.complete(sitting["id"]).status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("value", [0, 6, 32767])
@pytest.mark.parametrize("more", [0, 1])
def test_the_api_refuses_what_is_no_code_and_says_the_codes(value, more):
    coded_campaign()
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second = candidates(sitting)[:2]
    answer = volunteer.rate(sitting["id"], rating(first, value), *[rating(second, 5)] * more)
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert (error["index"], error["field"], error["code"]) == (0, "value", "value_not_on_scale")
    assert error["message"] == f"{value} is not on the scale: the scale has 1, 2, 3, 4, 5"
    assert not Rating.objects.exists()


def test_a_scale_whose_codes_are_its_places_is_told_by_its_ends():
    make_campaign()
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    answer = volunteer.rate(sitting["id"], rating(candidates(sitting)[0], 4))
    assert answer.json()["errors"][0]["message"] == "4 is not on the scale from 0 to 3"


def page_of(client):
    client.post("/rate/boats/", {"consent": "on", "native_speaker": "on"})
    client.post("/rate/boats/take/")
    return client.get("/rate/boats/sitting/").content.decode()


def buttons(html):
    """(code, key) of the buttons for the first candidate."""
    name = re.search(r'name="(candidate-\d+)"', html)[1]
    found = re.findall(rf'name="{name}"\s+value="(\d+)"(?: data-key="(\d)")?', html)
    return [(code, key or code) for code, key in found]


@pytest.mark.parametrize(
    ("codes", "keys", "told"),
    [
        ((0, 1, 2, 3), "0123", ("0", "3")),
        (FIVE, "12345", ("1", "5")),
        ((5, 3, 1), "531", ("5", "1")),
        ((10, 20, 30), "012", ("0", "2")),
        ((1, 0, 10), "012", ("0", "2")),
    ],
)
def test_a_key_is_the_codes_digit_where_all_are_digits_else_the_place(
    client, codes, keys, told
):
    coded_campaign(codes)
    html = page_of(client)
    assert buttons(html) == list(zip(map(str, codes), keys, strict=True))
    assert "<kbd>{}</kbd>–<kbd>{}</kbd>".format(*told) in html


def test_the_page_without_a_script_stores_the_codes(client):
    coded_campaign()
    html = page_of(client)
    sitting = Assignment.objects.get()
    names = re.findall(r'name="(candidate-\d+)"\s+value="5"', html)
    block = f"/rate/boats/sitting/{sitting.pk}/block/"
    assert client.post(block, {names[0]: "0"}).status_code == 400
    assert client.post(block, dict.fromkeys(names, "5")).status_code == 302
    assert set(stored()) == {5}


def test_practice_goes_by_the_order_of_the_buttons(client):
    item = {"left": "", "target": "a", "right": "", "substitute": "b", "why": "c"}
    coded_campaign((5, 3, 4, 1), practice=[item | {"low": 3, "high": 1}])
    client.post("/rate/boats/", {"consent": "on", "native_speaker": "on"})
    shown = {
        code: client.get(f"/rate/boats/practice/1/?value={code}").context
        for code in (5, 3, 4, 1, 0)
    }
    assert {code: context["fitting"] for code, context in shown.items()} == {
        **{5: False, 3: True, 4: True, 1: True},
        0: False,
    }
    assert shown[0]["value"] is None


# ---- What is computed goes by place ---------------------------------------------------------


def careless(codes):
    """A careful annotator, one who rejects the gold and accepts the foils, and one who gives
    the third button to everything."""
    campaign = make_campaign(
        subsets=1,
        **{"foil_share": 0.2, "repeat_share": 0.2, "min_ratings": 2},
        **{"flag_min_ratings": 4, "flag_min_checks": 1},
    )
    recode(campaign, codes)

    def good(candidate):
        return 0 if candidate.role == "foil" else 3 if candidate.votes else candidate.id % 3

    def contrary(candidate):
        return 3 - good(candidate)

    for place in (good, contrary, lambda candidate: 2):
        sit(join(campaign), lambda candidate, place=place: codes[place(candidate)])
    return campaign


def flaws(campaign):
    found = quality_findings(campaign)
    numbers = {id: number for number, id in enumerate(sorted(found))}
    return {
        (numbers[id], finding.rule, finding.value): finding.reason
        for id, findings in found.items()
        for finding in findings
    }


@pytest.mark.parametrize("codes", NAMES_OF_FOUR)
def test_sittings_are_flagged_by_place_and_in_words_by_code(codes):
    plain = flaws(careless((0, 1, 2, 3)))
    Campaign.objects.update(slug="earlier")
    coded = flaws(careless(codes))
    assert coded.keys() == plain.keys()
    assert {Rule.ANCHORS_FAILED, Rule.FOILS_FAILED, Rule.LOW_CORRELATION} <= {
        rule for _number, rule, _value in coded
    }
    reasons = set(coded.values())
    assert any(reason.endswith(f"votes rated {codes[0]}") for reason in reasons)
    assert any(reason.endswith(f"wrong rated above {codes[0]}") for reason in reasons)
    assert any(reason.endswith(f"were given {codes[2]}") for reason in reasons)


@pytest.mark.parametrize("codes", NAMES_OF_FOUR)
def test_an_exclusion_has_the_same_effect_under_other_codes(codes):
    def effect(campaign):
        last = Assignment.objects.filter(annotator__campaign=campaign).latest("id")
        return effects_of(campaign, Assignment.objects.filter(id=last.id), way="out")

    plain = effect(careless((0, 1, 2, 3)))
    Campaign.objects.update(slug="earlier")
    coded = effect(careless(codes))
    assert coded == plain
    assert coded.whole.before != coded.whole.after


# ---- Synthetic annotators -------------------------------------------------------------------


def simulated(slug, codes, truth=None):
    campaign = coded_campaign(codes, slug=slug, foil_share=0.2)
    simulate_campaign(
        campaign=campaign,
        annotators=6,
        seed=4,
        truth=truth and source("sentence,substitute,value\n" + truth, "truth.csv"),
    )
    rows = Rating.objects.filter(annotator__campaign=campaign).order_by("id")
    return list(rows.values_list("candidate__item__key", "candidate__text", "value"))


@pytest.mark.parametrize("codes", NAMES_OF_FOUR)
def test_synthetic_annotators_choose_the_same_buttons_whatever_their_codes(codes):
    plain = simulated("plain", (0, 1, 2, 3))
    coded = simulated("coded", codes)
    assert coded == [(key, text, codes[place]) for key, text, place in plain]
    assert {place for _key, _text, place in plain} == {0, 1, 2, 3}


def test_the_truth_is_told_in_codes_and_may_lie_between_two():
    plain = simulated("plain", (0, 1, 2, 3), "1,happy,2.5\n1,sorry,0\n3,space,3\n")
    coded = simulated("coded", (8, 6, 4, 2), "1,happy,3\n1,sorry,8\n3,space,2\n")
    assert coded == [(key, text, (8, 6, 4, 2)[place]) for key, text, place in plain]


def test_a_truth_beyond_the_codes_is_refused():
    with pytest.raises(BadFiles) as caught:
        simulated("coded", FIVE, "1,happy,0.5\n1,sorry,1\n1,pleased,5.5\n")
    problems = caught.value.files[0].problems
    assert [problem.line for problem in problems] == [2, 4]
    assert problems[0].remedy == "Give a number from 1 to 5"


def test_careful_annotators_give_foils_the_lowest_button():
    campaign = coded_campaign((5, 4, 3, 2, 1), subsets=1, foil_share=0.3)
    simulate_campaign(
        campaign=campaign, annotators=7, seed=2, shares={AnnotatorKind.CAREFUL: 1}
    )
    foils = Candidate.objects.filter(role=Candidate.Role.FOIL)
    given = list(Rating.objects.filter(candidate__in=foils).values_list("value", flat=True))
    assert sum(given) / len(given) > 4.5


# ---- What an annotator and a lead read again ------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_an_annotators_own_answers_are_told_by_code():
    coded_campaign()
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first = candidates(sitting)[0]
    volunteer.rate(sitting["id"], rating(first, 5))
    again = volunteer.take().json()
    shown = {c["id"]: c["value"] for s in again["sentences"] for c in s["candidates"]}
    assert shown[first] == 5


def test_the_settings_tell_the_codes_in_the_order_of_the_buttons():
    campaign = coded_campaign((9, 5, 7))
    told = program_of(make_lead("lia", campaign, "owner")).get("/api/v1/campaigns/boats/")
    assert [option["value"] for option in told.json()["scale"]] == [9, 5, 7]
