"""A lead gives the buttons of a scale their codes, until somebody rates."""

import html

import pytest

from campaigns.models import AuditEntry, ScaleOption
from campaigns.services.settings import Option, set_scale
from campaigns.services.settling import RatingsExist
from tests.campaigns.test_settings_page import as_sent, save
from tests.people import program_of
from tests.rating.sitting import join, rate, take
from tests.scales import FIVE, recode

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PAGE = "/campaigns/boats/settings/scale/"
BOATS = "/api/v1/campaigns/boats/"


@pytest.fixture
def patch(lead):
    program = program_of(lead)

    def send(*options):
        return program.patch(BOATS, {"scale": options}, content_type="application/json")

    return send


def option(label, value=None, weight=1.0):
    return {"label": label, "weight": weight} | ({} if value is None else {"value": value})


def scale():
    columns = ("position", "value", "label")
    return list(ScaleOption.objects.order_by("position").values_list(*columns))


# ---- From a program -------------------------------------------------------------------------


@pytest.mark.postgresql
def test_a_code_is_what_is_given_and_else_the_place(patch):
    answer = patch(option("no", 7), option("perhaps"), option("yes", 5))
    assert answer.status_code == 200, answer.content
    assert scale() == [(0, 7, "no"), (1, 1, "perhaps"), (2, 5, "yes")]
    assert [one["value"] for one in answer.json()["scale"]] == [7, 1, 5]


def test_what_was_answered_can_be_sent_back(patch):
    told = patch(*(option(f"option {code}", code) for code in FIVE)).json()["scale"]
    entries = AuditEntry.objects.count()
    assert patch(*told).json()["scale"] == told
    assert AuditEntry.objects.count() == entries


@pytest.mark.parametrize(
    ("codes", "field"),
    [
        ((1, 1), "scale"),
        # The first has its place for a code, as the second says it has.
        ((None, 0), "scale"),
        ((0, -1), "scale[1].value"),
        ((0, 32768), "scale[1].value"),
        ((0, "x"), "scale[1].value"),
        ((0, 1.5), "scale[1].value"),
    ],
)
def test_a_code_is_a_whole_number_no_other_button_has(patch, codes, field):
    before = scale()
    answer = patch(*(option(f"option {n}", code) for n, code in enumerate(codes)))
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert scale() == before


def test_examples_name_the_codes(campaign, lead):
    sample = {"left": "", "target": "a", "right": "", "substitute": "b", "why": "c"}
    program = program_of(lead)

    def send(**changes):
        return program.patch(BOATS, changes, content_type="application/json")

    coded = [option(f"option {code}", code) for code in (5, 4, 3)]
    assert send(scale=coded, examples=[sample | {"value": 5}]).status_code == 200
    assert send(examples=[sample | {"value": 0}]).status_code == 400
    # 5 is lower than 3 on this scale.
    assert send(practice=[sample | {"low": 5, "high": 3}]).status_code == 200
    assert send(practice=[sample | {"low": 3, "high": 5}]).status_code == 400


# ---- Once somebody has rated ----------------------------------------------------------------


def test_ratings_settle_the_codes_and_leave_the_weights(campaign, lead, patch):
    recode(campaign, FIVE)
    rate(take(join(campaign)), lambda candidate: 5)
    before = scale()
    coded = [option(label, value) for _place, value, label in before]
    assert patch(*[one | {"weight": 2.0} for one in coded]).status_code == 200
    for changed in (
        [one | {"value": one["value"] - 1} for one in coded],
        [{"label": one["label"], "weight": 1.0} for one in coded],
        list(reversed(coded)),
    ):
        assert patch(*changed).status_code == 409
    with pytest.raises(RatingsExist):
        set_scale(
            campaign=campaign,
            options=[Option(label, 1.0, value + 1) for _place, value, label in before],
            by=lead,
        )
    assert scale() == before


# ---- On the page ----------------------------------------------------------------------------


def test_codes_are_written_beside_the_labels(browser):
    codes = {f"form-{place}-value": str(place + 1) for place in range(4)}
    assert save(browser, "scale", **codes).url == PAGE
    assert [value for _place, value, _label in scale()] == [1, 2, 3, 4]
    assert as_sent(browser.get(PAGE)).items() >= codes.items()


def test_codes_nobody_chose_are_not_shown_and_follow_the_buttons(browser):
    assert "form-0-value" not in as_sent(browser.get(PAGE))
    save(browser, "scale", **{"form-0-DELETE": "on"})
    assert [value for _place, value, _label in scale()] == [0, 1, 2]


def test_codes_somebody_chose_stay_with_their_buttons(campaign, browser):
    recode(campaign, FIVE)
    save(browser, "scale", **{"form-0-DELETE": "on"})
    assert scale() == [(place, place + 2, f"option {place + 1}") for place in range(4)]


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        ({"form-0-value": "3"}, "Two buttons have the same code."),
        ({"form-0-value": "-1"}, "greater than or equal to 0"),
        ({"form-0-value": "40000"}, "less than or equal to 32767"),
    ],
)
def test_a_wrong_code_is_said_beside_it(browser, codes, said):
    before = scale()
    page = save(browser, "scale", **codes)
    assert page.status_code == 200
    assert said in html.unescape(page.content.decode())
    assert scale() == before


def test_the_preview_shows_the_codes_as_they_are_written(browser):
    sent = as_sent(browser.get(PAGE)) | {f"form-{n}-value": str(n + 1) for n in range(4)}
    shown = browser.post("/campaigns/boats/annotators-see/", sent).content.decode()
    assert "<strong>4</strong>" in shown
    assert "<strong>0</strong>" not in shown


# ---- In the log -----------------------------------------------------------------------------


def test_the_log_tells_codes_only_where_somebody_chose_them(browser, patch):
    patch(option("no"), option("yes"))
    assert AuditEntry.objects.latest("id").detail == {"options": [["no", 1.0], ["yes", 1.0]]}
    patch(option("no", 1), option("yes", 2))
    entry = AuditEntry.objects.latest("id")
    assert entry.detail == {"options": [["no", 1.0], ["yes", 1.0]], "codes": [1, 2]}
    assert "codes: 1, 2" in browser.get("/campaigns/boats/audit/").content.decode()
