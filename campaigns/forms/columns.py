"""A form of some columns of a campaign."""

from copy import copy
from typing import Any

from django import forms
from django.contrib.auth.models import User

from campaigns.models import Campaign
from campaigns.services.settings import change_settings


class ColumnsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Some columns of a campaign; stores those that were changed."""

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        # A copy: an invalid form must not change what the rest of the page says.
        super().__init__(data, instance=copy(campaign))

    def store(self, *, campaign: Campaign, by: User | None) -> None:
        """Raises RatingsExist."""
        # By value: browsers send other line ends than they were given.
        changes = {
            name: value
            for name, value in self.cleaned_data.items()
            if value != getattr(campaign, name)
        }
        change_settings(campaign=campaign, changes=changes, by=by)
