"""Sentences drawn from a lead's own corpus, as files to make a campaign of."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from campaigns.pages.requests import session_of
from core.downloads import answer_file
from regild.problems import BadFiles
from sources.forms.sampling import SamplingForm
from sources.services.sampling import DrawnSentences, draw_sentences


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def sample(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        form = SamplingForm(session=session_of(request))
    else:
        form = SamplingForm(request.POST, request.FILES, session=session_of(request))
        drawn = _drawn(form) if form.is_valid() else None
        if drawn is not None:
            form.forget_files()
            return answer_file(drawn.archive, content_type="application/zip", name="sample.zip")
        form.keep_files()
    return render(request, "sources/sample.html", {"form": form})


def _drawn(form: SamplingForm) -> DrawnSentences | None:
    try:
        with form.opened_files() as files:
            return draw_sentences(
                files["corpus"],
                form.options,
                lexicon=files.get("lexicon"),
                language=form.cleaned_data["language"],
            )
    except BadFiles as bad:
        form.bad_files = bad.files
        return None
