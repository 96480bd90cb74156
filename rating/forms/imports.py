"""A file of ratings that were collected elsewhere."""

from typing import Any

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.forms.uploads import UploadForm
from sources.forms import file_field


class ImportForm(UploadForm):
    """What the file looks like is its campaign's task's to say."""

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        self.campaign = campaign
        super().__init__(*args, **kwargs)

    def add_fields(self) -> None:
        self.fields["ratings"] = file_field(task_of(self.campaign).files["ratings"])
