"""The pages of the first stage that annotators see and touch: its sitting and its practice.

Their addresses are those of rating, whose pages ask which stage it is and hand over to these.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from annotators.forms import RemarkForm
from annotators.models import Annotator
from annotators.pages.visiting import page
from annotators.selectors.encouragements import shown_to
from annotators.services.remarks import SentenceNotShown
from annotators.services.turns import TurnGone
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.networks import network_of
from proposing.models import ProposalTurn
from proposing.pages.sentence_form import SentenceForm, TwoMarks, block_of, read_sentence
from proposing.selectors.turns import open_turn, turn_sentences
from proposing.services.remarks import make_remark
from proposing.services.storing import BadProposals, store_proposals
from proposing.services.taking import SentencesMissing, complete_turn
from regild.proposing.batch import NewProposal
from regild.rating.pace import SECONDS_PER_SENTENCE, minutes_for
from sources.selectors import sentences_in_play

FOLDER = "proposing/visit"
# What the page says of a problem; of all others that it could not be saved.
SAID_OF = {
    "mark_with_answers": "mark_with_answers",
    "phrase_missing": "phrase",
    "phrase_not_in_sentence": "phrase",
    "phrase_invalid": "phrase",
}


class _Refused(Exception):  # noqa: N818
    """What was written for a sentence cannot be stored as it is."""

    def __init__(self, sentence: int, written: SentenceForm, problems: Sequence[str]) -> None:
        self.sentence, self.written, self.problems = sentence, written, problems
        super().__init__(*problems)


def sitting(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    turn = open_turn(annotator)
    if turn is None:
        known = annotator.proposal_turns.exists()
        slug = annotator.campaign.slug
        return redirect("rate-thanks" if known else "rate-instructions", slug)
    return _sitting_page(request, turn)


def store_block(request: HttpRequest, annotator: Annotator, id: int) -> HttpResponse:
    """Without JavaScript: one sentence, stored through the same service, and what was written
    beside it."""
    campaign = annotator.campaign
    turn = get_object_or_404(annotator.proposal_turns, id=id)
    try:
        if turn_sentences(turn):
            _store_posted(request, turn)
            _remark_posted(request, turn, RemarkForm(request.POST))
        complete_turn(annotator_id=annotator.pk, turn_id=id)
    except SentencesMissing:
        return redirect("rate-sitting", campaign.slug)
    except _Refused as refused:
        return _sitting_page(request, turn, refused=refused)
    except SentenceNotShown as missing:
        raise Http404 from missing
    except TurnGone as gone:
        if turn.state != ProposalTurn.State.COMPLETE:
            return page(request, "gone", campaign, annotator, status=409, gone=gone)
    except ValueError as bad:
        raise BadRequest(str(bad)) from bad
    return redirect("rate-thanks", campaign.slug)


def remark(request: HttpRequest, annotator: Annotator, id: int) -> HttpResponse:
    """Without JavaScript: what is wrong with a sentence, and what was proposed beside it."""
    campaign = annotator.campaign
    turn = get_object_or_404(annotator.proposal_turns, id=id)
    form = RemarkForm(request.POST)
    if not form.is_valid():
        raise BadRequest(form.errors.as_text())
    try:
        _remark_posted(request, turn, form)
        _store_posted(request, turn, empty=False)
    except _Refused as refused:
        return _sitting_page(request, turn, refused=refused)
    except SentenceNotShown as missing:
        raise Http404 from missing
    except TurnGone as gone:
        return page(request, "gone", campaign, annotator, status=409, gone=gone)
    except ValueError as bad:
        raise BadRequest(str(bad)) from bad
    address = reverse("rate-sitting", args=[campaign.slug])
    return redirect(f"{address}?block={form.cleaned_data['block']}")


def practice(request: HttpRequest, annotator: Annotator, number: int) -> HttpResponse:
    """A sentence of our own, of which nothing is kept: a lead's examples are to be rated."""
    if number != 1:
        raise Http404
    campaign = annotator.campaign
    written = SentenceForm.of(request.GET, most=campaign.most_proposals)
    # The target's text is only in the template, which says it in the reader's language.
    nothing: dict[str, Any] = {"answers": [], "mark": None, "phrase": "", "target": ""}
    block = block_of(nothing, campaign, written=written)
    return page(
        request,
        "practice",
        campaign,
        annotator,
        folder=FOLDER,
        asked=block,
        said="said" in request.GET,
    )


def first_block(campaign: Campaign) -> list[dict[str, Any]]:
    """A sentence as annotators will see it, for those who prepare the campaign."""
    sentence = sentences_in_play(campaign).first()
    if sentence is None:
        return []
    nothing = {"id": 0, "answers": [], "mark": None, "phrase": "", "answered": False}
    shown = task_of(campaign).shown(sentence.content)
    return [block_of(nothing | shown, campaign)]


def _sitting_page(
    request: HttpRequest, turn: ProposalTurn, *, refused: _Refused | None = None
) -> HttpResponse:
    annotator = turn.annotator
    campaign = annotator.campaign
    blocks = [
        block_of(sentence, campaign, written=refused.written, problems=refused.problems)
        if refused is not None and refused.sentence == sentence["id"]
        else block_of(sentence, campaign)
        for sentence in turn_sentences(turn)
    ]
    answered = sum(block["answered"] for block in blocks)
    left = len(blocks) - answered
    return page(
        request,
        "sitting",
        campaign,
        annotator,
        folder=FOLDER,
        status=200 if refused is None else 400,
        assignment=turn,
        blocks=blocks,
        current=_current(blocks, request.GET.get("block", "")),
        halfway="halfway" in shown_to(annotator),
        total=len(blocks),
        answered=answered,
        minutes=minutes_for(left, seconds=SECONDS_PER_SENTENCE),
        seconds_each=SECONDS_PER_SENTENCE,
    )


def _current(blocks: list[dict[str, Any]], asked: str) -> int:
    """The sentence that was refused or is asked for, else the first without an answer, else the
    last. From 0."""
    # Python refuses to read a number of thousands of digits.
    if asked.isdecimal() and len(asked) < 10 and 1 <= int(asked) <= len(blocks):
        return int(asked) - 1
    places = range(len(blocks))
    refused = (place for place in places if blocks[place]["problems"])
    unanswered = (place for place in places if not blocks[place]["answered"])
    return next(refused, next(unanswered, len(blocks) - 1))


def _store_posted(request: HttpRequest, turn: ProposalTurn, *, empty: bool = True) -> None:
    """`empty`: a form that was left empty is an answer too. Raises _Refused, TurnGone,
    SentenceNotShown, and ValueError where something else was posted than the form."""
    sentence = read_sentence(request.POST)
    shown = {one["id"]: one for one in turn_sentences(turn)}
    if sentence not in shown:
        raise SentenceNotShown(sentence)
    written = SentenceForm.of(request.POST, most=turn.annotator.campaign.most_proposals)
    try:
        proposal = written.proposal(sentence)
    except TwoMarks as two:
        raise _Refused(sentence, written, ["one_mark"]) from two
    if _is_known(proposal, shown[sentence]):
        return
    if not empty and not proposal.answers and not proposal.mark:
        return
    try:
        store_proposals(
            annotator=turn.annotator,
            turn_id=turn.pk,
            proposals=[proposal],
            network=partial(network_of, request),
        )
    except BadProposals as bad:
        problems = dict.fromkeys(SAID_OF.get(one.code, "other") for one in bad.problems)
        raise _Refused(sentence, written, list(problems)) from bad


def _is_known(proposal: NewProposal, stored: dict[str, Any]) -> bool:
    """A form sent twice is no change of mind."""
    said = (tuple(stored["answers"]), stored["mark"] or "", stored["phrase"])
    return stored["answered"] and said == (proposal.answers, proposal.mark, proposal.phrase)


def _remark_posted(request: HttpRequest, turn: ProposalTurn, form: RemarkForm) -> None:
    """Nothing where nothing was written. Raises SentenceNotShown."""
    if not form.is_valid() or not form.cleaned_data["comment"]:
        return
    make_remark(
        annotator=turn.annotator,
        assignment_id=turn.pk,
        sentence_id=form.cleaned_data["sentence"],
        comment=form.cleaned_data["comment"],
        network=network_of(request),
    )
    messages.success(request, _("Thank you: your remark was passed on."))
