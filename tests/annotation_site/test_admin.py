import pytest
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.urls import reverse

from annotators.models import Draw
from annotators.services.joining import join_campaign
from campaigns.models import ApiToken, Member, Trial
from tests.factories import make_campaign
from tests.people import make_lead, token_for

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def ours():
    return [model for model in site._registry if not model.__module__.startswith("django.")]


def test_an_operator_opens_every_list_and_changes_only_memberships(client):
    join_campaign(campaign=make_campaign(), consent=True, native_speaker=True)
    client.force_login(User.objects.create_superuser("operator"))
    assert {Draw, Trial} < set(ours())
    for model in ours():
        address = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert client.get(reverse(f"{address}_changelist")).status_code == 200
        may_add = client.get(reverse(f"{address}_add")).status_code == 200
        assert may_add == (model is Member)


def test_no_page_shows_the_hash_of_a_token(client):
    joined = join_campaign(campaign=make_campaign(), consent=True, native_speaker=True)
    client.force_login(User.objects.create_superuser("operator"))
    token_for(make_lead("olga"))
    for address, row in (
        ("admin:annotators_annotator_change", joined.annotator),
        ("admin:campaigns_apitoken_change", ApiToken.objects.get()),
    ):
        page = client.get(reverse(address, args=[row.pk]))
        assert page.status_code == 200
        assert row.token_hash not in page.content.decode()
