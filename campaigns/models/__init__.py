"""A campaign, and the people and programs around it; one module an idea."""

from campaigns.models.campaign import Campaign, ScaleOption, Switch
from campaigns.models.categories import Category, TreeRevision
from campaigns.models.data_card import LONGEST_STATEMENT, DataCard
from campaigns.models.jobs import Job, JobKind
from campaigns.models.people import ApiToken, AuditEntry, Invitation, Member
from campaigns.models.summaries import SummaryWish
from campaigns.models.trials import Trial
from campaigns.models.webhooks import Webhook, WebhookMessage

__all__ = [
    "LONGEST_STATEMENT",
    "ApiToken",
    "AuditEntry",
    "Campaign",
    "Category",
    "DataCard",
    "Invitation",
    "Job",
    "JobKind",
    "Member",
    "ScaleOption",
    "SummaryWish",
    "Switch",
    "TreeRevision",
    "Trial",
    "Webhook",
    "WebhookMessage",
]
