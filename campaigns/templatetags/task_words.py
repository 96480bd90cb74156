"""What a campaign's task calls things, in the reader's language."""

from django import template
from django.utils.translation import gettext

from campaigns.models import Campaign
from campaigns.selectors.task import task_of

register = template.Library()


@register.filter
def phrase(campaign: Campaign, name: str) -> str:
    return gettext(task_of(campaign).phrases[name])
