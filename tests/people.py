"""Leads and their memberships, for tests about who may do what."""

from django.contrib.auth.models import User
from django.test import Client

from campaigns.models import Campaign, Member
from campaigns.services.api_tokens import make_api_token

PASSWORD = "a long way to the sea"


def make_lead(name: str, campaign: Campaign | None = None, role: str = "viewer") -> User:
    lead = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    if campaign:
        Member.objects.create(campaign=campaign, user=lead, role=role)
    return lead


def token_for(
    lead: User, *, scope: str = Member.Role.OWNER, campaign: Campaign | None = None
) -> str:
    """What a program of theirs says after `Authorization: Bearer`."""
    return make_api_token(
        user=lead, name="a program", scope=Member.Role(scope), campaign=campaign
    )


def program_of(
    lead: User, *, scope: str = Member.Role.OWNER, campaign: Campaign | None = None
) -> Client:
    token = token_for(lead, scope=scope, campaign=campaign)
    return Client(headers={"Authorization": f"Bearer {token}"})


def signed_in(lead: User) -> Client:
    client = Client()
    client.force_login(lead)
    return client
