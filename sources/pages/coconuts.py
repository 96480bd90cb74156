"""Sets of utterances out of a lead's own corpus, as a file to make a campaign of."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from campaigns.pages.requests import session_of
from core.downloads import answer_file
from regild.problems import BadFiles
from sources.forms.coconuts import CoconutsForm
from sources.services.coconuts import MadeSets, make_sets


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def coconuts(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        form = CoconutsForm(session=session_of(request))
    else:
        form = CoconutsForm(request.POST, request.FILES, session=session_of(request))
        made = _made(form) if form.is_valid() else None
        form.keep_files()
        if made is not None:
            return answer_file(made.text, content_type="application/json", name="sets.json")
    return render(request, "sources/coconuts.html", {"form": form})


def _made(form: CoconutsForm) -> MadeSets | None:
    try:
        with form.opened_files() as files:
            return make_sets(files["corpus"], form.options, column=form.cleaned_data["tags"])
    except BadFiles as bad:
        form.bad_files = bad.files
        return None
