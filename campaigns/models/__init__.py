"""The tables of what a lead brings in; one module an idea."""

from campaigns.models.campaign import Campaign, ScaleOption
from campaigns.models.jobs import Job
from campaigns.models.people import ApiToken, AuditEntry, Invitation, Member
from campaigns.models.sources import Answer, GoldSubstitute, Sentence, SubmissionLink, System
from campaigns.models.webhooks import Webhook, WebhookMessage

__all__ = [
    "Answer",
    "ApiToken",
    "AuditEntry",
    "Campaign",
    "GoldSubstitute",
    "Invitation",
    "Job",
    "Member",
    "ScaleOption",
    "Sentence",
    "SubmissionLink",
    "System",
    "Webhook",
    "WebhookMessage",
]
