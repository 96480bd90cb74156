import html

import pytest

from campaigns.models import AuditEntry, Campaign
from campaigns.pages.settings import SECTIONS
from campaigns.selectors.rules import EXCLUDING_RULES
from regild.rating.quality import Rule
from tests.factories import make_campaign
from tests.people import make_lead, signed_in
from tests.rating.sitting import join, rate, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

EXAMPLE = {
    "left": "She ",
    "target": "shut",
    "right": " the door.",
    "substitute": "close",
    "value": 3,
    "why": "The meaning is the same.",
}
PRACTICE = {
    "left": "",
    "target": "Ducks",
    "right": " sleep here.",
    "substitute": "Birds",
    "low": 2,
    "high": 3,
    "why": "A nuance.",
}
QUESTION = {"key": "age", "label": "Your age", "choices": ["18–39", "40 or more"]}


@pytest.fixture
def campaign():
    return make_campaign(examples=[EXAMPLE], practice=[PRACTICE], questions=[QUESTION])


@pytest.fixture
def browser(campaign):
    return signed_in(make_lead("manager", campaign, "manager"))


def url(section):
    return f"/campaigns/boats/settings/{section}/"


def as_sent(page) -> dict[str, str]:
    """What a browser sends of the page's form when nothing in it is touched."""
    form = page.context["form"]
    rows = [form.management_form, *form] if hasattr(form, "management_form") else [form]
    sent = {}
    for row in rows:
        for field in row:
            value = field.value()
            if isinstance(value, list):
                sent[field.html_name] = value
            elif value is not None and value is not False:
                sent[field.html_name] = "on" if value is True else str(value)
    # Line ends as browsers send them.
    return {
        name: value.replace("\n", "\r\n") if isinstance(value, str) else value
        for name, value in sent.items()
    }


def save(browser, section, **changes):
    return browser.post(url(section), as_sent(browser.get(url(section))) | changes)


def test_what_annotators_are_told_is_switched_and_a_trial_of_it_begins(campaign, browser):
    assert save(browser, "encouragements", first_word="trial").url == url("encouragements")
    assert Campaign.objects.get().first_word == "trial"
    [trial] = campaign.trials.all()
    assert (trial.encouragement, trial.ended_at) == ("first_word", None)
    entry = AuditEntry.objects.order_by("-id").first()
    assert (entry.action, entry.actor_name) == ("switch encouragement", "manager")
    assert save(browser, "encouragements", first_word="maybe").status_code == 200
    assert campaign.trials.count() == 1


@pytest.mark.parametrize("section", SECTIONS)
def test_saving_what_is_shown_changes_nothing_even_after_ratings(campaign, browser, section):
    Campaign.objects.update(
        welcome="Hello\n\nyou",
        mapping=[["glad.a", "cheery", "cheerful"], ["glad.a", "jolly", "merry"]],
        excluded_targets=["calm.a", "room.n"],
        excluding_rules=["too_fast"],
        contact="boats@example.org",
    )
    rate(take(join(campaign)), lambda candidate: 2)
    before = Campaign.objects.values().get()
    entries = AuditEntry.objects.count()
    assert save(browser, section).url == url(section)
    assert Campaign.objects.values().get() == before
    assert AuditEntry.objects.count() == entries


@pytest.mark.parametrize(
    ("section", "changes", "columns"),
    [
        ("general", {"title": "Ships"}, {"title": "Ships"}),
        ("general", {"language": "en-GB"}, {"language": "en-GB"}),
        ("general", {"retention_days": "0"}, {"retention_days": 0}),
        ("general", {"organiser": "Port"}, {"organiser": "Port"}),
        ("pool", {"multiwords": "drop"}, {"multiwords": "drop"}),
        ("pool", {"excluded_targets": "room.n"}, {"excluded_targets": ["room.n"]}),
        (
            "pool",
            {"mapping": "# ours\r\ncheery(glad.a)-->cheerful\r\n"},
            {"mapping": [["glad.a", "cheery", "cheerful"]]},
        ),
        ("rating", {"min_ratings": "2"}, {"min_ratings": 2}),
        ("measures", {"gold_annotators": "7"}, {"gold_annotators": 7}),
        ("measures", {"verdict_rule": "plurality"}, {"verdict_rule": "plurality"}),
        ("measures", {"penalty": "0.5"}, {"penalty": 0.5}),
        ("rating", {"practice_required": "on"}, {"practice_required": True}),
        ("texts", {"instructions": "## So\r\n\r\n- do"}, {"instructions": "## So\n\n- do"}),
        (
            "recruiting",
            {"completion_url": "https://example.org/done?cc={code}"},
            {"completion_url": "https://example.org/done?cc={code}"},
        ),
        (
            "quality",
            {"excluding_rules": ["too_fast", "foils_failed"], "flag_fast_ms": "300"},
            {"excluding_rules": ["too_fast", "foils_failed"], "flag_fast_ms": 300},
        ),
        (
            "examples",
            {
                "form-1-sentence": "A [boat] came.",
                "form-1-substitute": "ship",
                "form-1-value": "1",
                "form-1-why": "Larger.",
            },
            {
                "examples": [
                    EXAMPLE,
                    {
                        "left": "A ",
                        "target": "boat",
                        "right": " came.",
                        "substitute": "ship",
                        "value": 1,
                        "why": "Larger.",
                    },
                ]
            },
        ),
        ("examples", {"form-0-DELETE": "on"}, {"examples": []}),
        (
            "practice",
            {"form-0-low": "3"},
            {"practice": [{**PRACTICE, "low": 3}]},
        ),
        (
            "questions",
            {"form-1-label": "Age", "form-1-choices": "young\r\n\r\nold"},
            {
                "questions": [
                    QUESTION,
                    {"key": "age-2", "label": "Age", "choices": ["young", "old"]},
                ]
            },
        ),
        (
            "questions",
            {"form-0-label": "How old are you?"},
            {"questions": [{**QUESTION, "label": "How old are you?"}]},
        ),
    ],
)
def test_a_section_stores_what_was_changed(browser, section, changes, columns):
    assert save(browser, section, **changes).url == url(section)
    assert Campaign.objects.values(*columns).get() == columns
    assert AuditEntry.objects.first().detail == {"changed": sorted(columns)}


@pytest.mark.parametrize(
    ("section", "changes", "said"),
    [
        ("general", {"language": "my own"}, "Write the language as a tag"),
        ("general", {"title": ""}, "required"),
        ("general", {"retention_days": "-1"}, "greater than or equal to 0"),
        # More than the column holds, and than anybody could mean.
        ("general", {"retention_days": "40000"}, "less than or equal to 3650"),
        ("pool", {"excluded_targets": "compris.a"}, "No sentence has the target compris.a."),
        ("pool", {"mapping": "cheery -> glad"}, "line 1"),
        ("pool", {"pool_depth": "0"}, "greater than or equal to 1"),
        ("rating", {"min_ratings": "8"}, "The maximum cannot be less than the ratings wanted."),
        ("rating", {"foil_share": "0.6"}, "less than or equal to 0.5"),
        ("quality", {"flag_same_share": "0"}, "greater than or equal to 0.01"),
        ("quality", {"excluding_rules": ["incomplete"]}, "not one of the available choices"),
        ("examples", {"form-0-sentence": "She shut the door."}, "in brackets"),
        ("examples", {"form-0-sentence": "She [shut] the [door]."}, "in brackets"),
        ("practice", {"form-0-high": "1"}, "below the lowest accepted value"),
        ("scale", {"form-1-label": "Perfect"}, "the same label"),
        (
            "scale",
            {f"form-{row}-DELETE": "on" for row in range(3)},
            "at least two labels",
        ),
    ],
)
def test_what_cannot_be_is_said_beside_it_and_nothing_is_stored(
    browser, section, changes, said
):
    before = Campaign.objects.values().get()
    page = save(browser, section, **changes)
    assert page.status_code == 200
    assert said in html.unescape(page.content.decode())
    assert Campaign.objects.values().get() == before


def test_the_buttons_of_the_scale_are_written_in_their_order(campaign, browser):
    save(
        browser,
        "scale",
        **{
            "form-0-DELETE": "on",
            "form-1-label": "No",
            "form-4-label": "Ah",
            "form-4-weight": "9",
        },
    )
    assert list(campaign.scale.values_list("value", "label", "weight")) == [
        (0, "No", 1.0),
        (1, "Fits, with a nuance", 2.0),
        (2, "Perfect", 3.0),
        (3, "Ah", 9.0),
    ]


@pytest.mark.parametrize(
    ("section", "changes"),
    [
        ("general", {"language": "fr", "title": "Ships"}),
        ("pool", {"multiwords": "drop"}),
        ("scale", {"form-0-label": "No"}),
    ],
)
def test_once_rated_what_ratings_settle_is_refused_with_their_number(
    campaign, browser, section, changes
):
    rate(take(join(campaign)), lambda candidate: 2)
    before = Campaign.objects.values().get(), list(campaign.scale.values())
    page = save(browser, section, **changes)
    assert "the ratings of 1 annotator would be lost" in page.content.decode()
    assert "There are ratings, so" in page.content.decode()
    assert (Campaign.objects.values().get(), list(campaign.scale.values())) == before


def test_a_viewer_sees_the_settings_and_cannot_save_them(campaign):
    viewer = signed_in(make_lead("viewer", campaign, "viewer"))
    page = viewer.get(url("general"))
    assert "<button>Save</button>" not in page.content.decode()
    assert viewer.post(url("general"), as_sent(page)).status_code == 404


def test_there_is_no_other_section(browser):
    assert browser.get(url("colours")).status_code == 404


def test_every_rule_but_incomplete_can_exclude():
    # A sitting that is not complete is left out anyhow.
    assert [name for name, _label in EXCLUDING_RULES] == [
        rule.value for rule in Rule if rule != Rule.INCOMPLETE
    ]
