"""How people go back to the recruiting site that sent them."""

from collections.abc import Collection, Mapping

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from campaigns.models import Campaign
from campaigns.selectors.proposers import hashes_of
from campaigns.services.settings import change_settings
from core.refusals import Refused
from regild.problems import N_

RECRUITING = (
    *("completion_url", "completion_code", "failed_check_url", "failed_check_code"),
    *("withdrawn_url", "withdrawn_code", "recruiting_secret"),
)


def set_recruiting(*, campaign: Campaign, changes: Mapping[str, str]) -> None:
    """From a shell, where no lead is known. Raises Refused."""
    for name, value in changes.items():
        most = getattr(Campaign._meta.get_field(name), "max_length", 0)
        if len(value) > most:
            text = N_("%(name)s has more than %(most)s characters.", name=name, most=most)
            raise Refused("max_length", text)
        if name.endswith("_url") and value:
            try:
                URLValidator(["http", "https"])(value)
            except ValidationError as wrong:
                text = N_("%(address)s is no address.", address=value)
                raise Refused("invalid", text) from wrong
    change_settings(campaign=campaign, changes=changes, by=None)


def keep_proposers_out(*, campaign: Campaign, people: Collection[str]) -> int:
    """From a shell: whoever proposed may not rate, among them these people by their recruiting
    ids, in the place of those listed before; without any, everybody may. Returns how many are
    listed. Raises Refused."""
    try:
        hashes = hashes_of(campaign, people)
    except ValueError as wrong:
        raise Refused("proposers_invalid", wrong.args[0]) from wrong
    changes = {"fresh_raters": bool(hashes), "proposers": hashes}
    change_settings(campaign=campaign, changes=changes, by=None)
    return len(hashes)


def forget_proposers(campaign: Campaign) -> bool:
    """Whether any were listed."""
    listed = Campaign.objects.filter(id=campaign.pk).exclude(proposers=[])
    return bool(listed.update(proposers=[]))
