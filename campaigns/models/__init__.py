"""A campaign, and the people and programs around it; one module an idea."""

from campaigns.models.campaign import Campaign, ScaleOption, Switch
from campaigns.models.jobs import Job, JobKind
from campaigns.models.people import ApiToken, AuditEntry, Invitation, Member
from campaigns.models.trials import Trial
from campaigns.models.webhooks import Webhook, WebhookMessage

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Campaign",
    "Invitation",
    "Job",
    "JobKind",
    "Member",
    "ScaleOption",
    "Switch",
    "Trial",
    "Webhook",
    "WebhookMessage",
]
