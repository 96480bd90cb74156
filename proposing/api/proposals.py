"""A turn of the first stage over HTTP: what is taken, and what is stored of it."""

from dataclasses import asdict
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotators.api.authentication import AnnotatorView, annotator_of
from annotators.api.turns import StoredSerializer, gone_problem, limited
from annotators.models import Annotator
from annotators.services.turns import TurnGone
from campaigns.models import Campaign
from core.api.items import ShownItem
from core.api.problems import Problem, problems
from core.networks import network_of
from proposing.models import Proposal, ProposalTurn
from proposing.selectors.turns import turn_sentences
from proposing.services.storing import BadProposals, store_proposals
from regild.formats.entries import (
    LARGEST_ELAPSED_MS,
    LARGEST_ID,
    MOST_ENTRIES,
    MalformedBatch,
)
from regild.formats.limits import MAX_SUBSTITUTE
from regild.proposing.batch import LARGEST_LIST, read_batch
from regild.tasks import TASKS


class ProposedSerializer(serializers.Serializer[Any]):
    """What was said of a sentence so far."""

    answers = serializers.ListField(
        child=serializers.CharField(), help_text="what was proposed so far, best first"
    )
    mark = serializers.ChoiceField(
        Proposal.Mark.values,
        allow_null=True,
        help_text="nothing fits, the target is a name, or it is part of a phrase",
    )
    phrase = serializers.CharField(
        allow_blank=True, help_text="of the sentence, where it was marked as one"
    )


class TurnSentenceSerializer(ShownItem, ProposedSerializer):
    behind = "id"
    id = serializers.IntegerField()
    answered = serializers.BooleanField(
        help_text="true with neither answers nor a mark: nothing came to the annotator"
    )


class ProposalAssignmentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    subset = serializers.IntegerField()
    expires_at = serializers.DateTimeField()
    task = serializers.ChoiceField(list(TASKS), help_text="what is judged later")
    stage = serializers.ChoiceField([Campaign.Stage.PROPOSE.value])
    most = serializers.IntegerField(help_text="substitutes for a sentence, at most")
    single_words = serializers.BooleanField(help_text="whether multiwords are left out later")
    sentences = TurnSentenceSerializer(many=True)


def turn_json(turn: ProposalTurn, annotator: Annotator) -> dict[str, Any]:
    campaign = annotator.campaign
    return {
        "id": turn.pk,
        "subset": turn.subset_id,
        "expires_at": turn.expires_at.isoformat().replace("+00:00", "Z"),
        "task": campaign.task,
        "stage": campaign.stage,
        "most": campaign.most_proposals,
        "single_words": campaign.multiwords == Campaign.Keep.DROP,
        "sentences": turn_sentences(turn),
    }


class ProposalSerializer(serializers.Serializer[Any]):
    """For the schema; `read_batch` is what reads it."""

    sentence = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    answers = serializers.ListField(
        child=serializers.CharField(allow_blank=True, max_length=MAX_SUBSTITUTE),
        required=False,
        max_length=LARGEST_LIST,
        help_text="substitutes, best first",
    )
    mark = serializers.ChoiceField(Proposal.Mark.values, required=False, allow_null=True)
    phrase = serializers.CharField(
        required=False,
        allow_null=True,
        allow_blank=True,
        help_text="the part of the sentence with the target, where the mark is phrase",
    )
    key = serializers.UUIDField(help_text="the client's own, new for every proposal")
    elapsed_ms = serializers.IntegerField(
        min_value=0, max_value=LARGEST_ELAPSED_MS, required=False, allow_null=True
    )


class ProposalsSerializer(serializers.Serializer[Any]):
    proposals = serializers.ListField(
        child=ProposalSerializer(), min_length=1, max_length=MOST_ENTRIES
    )


class ProposalsView(AnnotatorView):
    @extend_schema(
        operation_id="propose",
        request=ProposalsSerializer,
        responses={200: StoredSerializer, **problems(400, 401, 403, 404, 409, 415, 429, 503)},
    )
    def put(self, request: Request, id: int) -> Response:
        """Store proposals; sending one again changes nothing. One bad entry stores none."""
        try:
            with limited():
                stored = store_proposals(
                    annotator=annotator_of(request),
                    turn_id=id,
                    proposals=read_batch(request.data),
                    network=partial(network_of, request._request),
                )
        except TurnGone as gone:
            raise gone_problem(gone) from gone
        except (MalformedBatch, BadProposals) as bad:
            raise Problem(
                status=400,
                code="proposals_invalid",
                detail="Nothing was stored.",
                errors=[asdict(problem) for problem in bad.problems],
            ) from bad
        return Response(stored._asdict())


class OwnProposalSerializer(ShownItem, ProposedSerializer):
    sentence = serializers.CharField(help_text="its id in the campaign's files")
    elapsed_ms = serializers.IntegerField(allow_null=True)
    proposed_at = serializers.DateTimeField()
    superseded_at = serializers.DateTimeField(allow_null=True, help_text="when changed")
