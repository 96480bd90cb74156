"""A form of some columns of a campaign."""

from copy import copy
from typing import Any

from django import forms
from django.contrib.auth.models import User

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services.settings import change_settings
from regild.tasks import settings_without_use


class ColumnsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Some columns of a campaign, of which its task has a use; stores those that were
    changed."""

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        # A copy: an invalid form must not change what the rest of the page says.
        super().__init__(data, instance=copy(campaign))
        for name in settings_without_use(task_of(campaign)) & self.fields.keys():
            del self.fields[name]

    def store(self, *, campaign: Campaign, by: User | None) -> None:
        """Raises RatingsExist."""
        # By value: browsers send other line ends than they were given.
        changes = {
            name: value
            for name, value in self.cleaned_data.items()
            if value != getattr(campaign, name)
        }
        change_settings(campaign=campaign, changes=changes, by=by)
