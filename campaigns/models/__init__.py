"""A campaign, and the people and programs around it; one module an idea."""

from campaigns.models.campaign import Campaign, ScaleOption, Switch
from campaigns.models.categories import Category, TreeRevision
from campaigns.models.jobs import Job, JobKind
from campaigns.models.people import ApiToken, AuditEntry, Invitation, Member
from campaigns.models.trials import Trial
from campaigns.models.webhooks import Webhook, WebhookMessage

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Campaign",
    "Category",
    "Invitation",
    "Job",
    "JobKind",
    "Member",
    "ScaleOption",
    "Switch",
    "TreeRevision",
    "Trial",
    "Webhook",
    "WebhookMessage",
]
