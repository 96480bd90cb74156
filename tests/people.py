"""Leads and their memberships, for tests about who may do what."""

from django.contrib.auth.models import User
from django.test import Client

from campaigns.models import Campaign, Member

PASSWORD = "a long way to the sea"


def make_lead(name: str, campaign: Campaign | None = None, role: str = "viewer") -> User:
    lead = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    if campaign:
        Member.objects.create(campaign=campaign, user=lead, role=role)
    return lead


def signed_in(lead: User) -> Client:
    client = Client()
    client.force_login(lead)
    return client
