"""Languages and days are chosen instead of written, without a script too."""

from datetime import timedelta

import pytest
from django import forms
from django.utils import timezone, translation

from campaigns.models import ApiToken, Campaign
from core.forms.fields import LastDayField, end_of
from core.forms.languages import LanguageField, named_languages
from tests.factories import make_campaign
from tests.people import make_lead, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

TODAY = timezone.now().date


class LanguageForm(forms.Form):
    language = LanguageField()


@pytest.mark.parametrize(
    ("said", "tag"),
    [
        ("French (fr)", "fr"),
        ("fr", "fr"),
        ("french", "fr"),
        ("Français", "fr"),
        ("  Deutsch ", "de"),
        ("British English (en-gb)", "en-gb"),
        ("en-GB", "en-GB"),
        # What the list does not have.
        ("sr-Cyrl-RS", "sr-Cyrl-RS"),
        ("oc", "oc"),
    ],
)
def test_a_language_is_known_by_its_name_or_its_tag(said, tag):
    form = LanguageForm({"language": said})
    assert form.is_valid()
    assert form.cleaned_data["language"] == tag


def test_the_list_speaks_the_readers_language_and_so_does_what_was_chosen():
    with translation.override("fr"):
        page = str(LanguageForm(initial={"language": "de"})["language"])
        assert dict(named_languages())["de"] == "Allemand"
        assert LanguageForm({"language": "allemand"}).is_valid()
    assert 'value="Allemand (de)"' in page
    assert 'list="id_language_list"' in page
    assert '<datalist id="id_language_list">' in page
    assert '<option value="Anglais (en)">' in page
    names = [name.casefold() for _tag, name in named_languages()]
    assert names == sorted(names)
    assert len(names) > 80


def test_a_campaign_is_made_and_changed_by_the_name_of_its_language():
    campaign = make_campaign(subsets=None)
    lead = make_lead("lead", campaign, "manager")
    browser = signed_in(lead)
    page = browser.get("/campaigns/new/?task=substitution").content.decode()
    assert '<datalist id="id_language_list">' in page
    address = "/campaigns/boats/settings/general/"
    assert 'value="English (en)"' in browser.get(address).content.decode()
    said = {"title": "Boats", "language": "Nederlands", "retention_days": "365"}
    assert browser.post(address, said).status_code == 302
    assert Campaign.objects.get().language == "nl"
    wrong = browser.post(address, {**said, "language": "no such language!"})
    assert "Write the language as a tag" in wrong.content.decode()
    too_long = browser.post(address, {**said, "language": "de-1234567-1234567"})
    assert "12" in str(too_long.context["form"].errors["language"])


def test_a_last_day_ends_at_its_end_and_is_not_over():
    field = LastDayField(longest=timedelta(days=10), required=False)
    assert field.clean("") is None
    assert field.clean(TODAY().isoformat()) == end_of(TODAY())
    assert field.clean(TODAY() + timedelta(days=10)) == end_of(TODAY() + timedelta(days=10))
    for days, told in ((-1, "This date is in the past."), (11, "no later than")):
        with pytest.raises(forms.ValidationError, match=told):
            field.clean(TODAY() + timedelta(days=days))


def test_days_come_from_a_calendar_that_says_its_time_zone():
    campaign = make_campaign()
    browser = signed_in(make_lead("lead", campaign, "owner"))
    link = browser.get("/campaigns/boats/submissions/").content.decode()
    token = browser.get("/account/tokens/").content.decode()
    for page in (link, token):
        assert 'type="date"' in page
        assert f'min="{TODAY().isoformat()}"' in page
        assert "UTC" in page
    assert f'max="{(TODAY() + timedelta(days=366)).isoformat()}"' in link
    # One way to write a day, whatever the language, or a browser would show none.
    late = (TODAY() + timedelta(days=3)).isoformat()
    said = {"name": "x", "scope": "viewer", "last_day": late}
    browser.cookies["django_language"] = "fr"
    browser.post("/account/tokens/", said)
    assert ApiToken.objects.get().expires_at.date().isoformat() == late
    again = browser.post("/account/tokens/", {**said, "name": ""}).content.decode()
    assert f'value="{late}"' in again
