"""What the trials of what annotators are told have shown."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.forms.settings import EncouragementsForm
from campaigns.selectors.permission import campaign_for
from rating.pages.rendering import monitor_page
from rating.selectors.trials import trials_of


@require_safe
@login_required
def trials(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    names = {name: field.label for name, field in EncouragementsForm.base_fields.items()}
    found = [(names[one.trial.encouragement], one) for one in trials_of(campaign)]
    return monitor_page(request, campaign, "trials", {"trials": found})
