"""What a lead's program does about ratings: let them come, leave out, answer, hide."""

from typing import Any

from django.conf import settings
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.files import NoticeSerializer, notice_json, source_of, upload_field
from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import Campaign
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from pooling.models import Candidate
from rating.models import Annotator, Assignment, Exclusion, Remark
from rating.selectors import find_exclusions
from rating.services.exclusions import exclude, undo_exclusion
from rating.services.hiding import hide_candidate, hide_sentence
from rating.services.importing import import_ratings
from rating.services.opening import close_campaign, open_campaign, pause_campaign
from rating.services.remarks import answer_remark
from regild.rating.batch import LARGEST_ID

TAGS = ["ratings"]


class CampaignStateSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    state = serializers.ChoiceField(Campaign.State.choices)
    link = serializers.URLField(help_text="to share with annotators")


def _state(campaign: Campaign) -> Response:
    link = settings.SITE_URL + reverse("rate-welcome", args=[campaign.slug])
    return Response({"campaign": campaign.slug, "state": campaign.state, "link": link})


class OpenView(LeadView):
    @extend_schema(
        operation_id="open_campaign",
        summary="Let annotators come",
        tags=TAGS,
        request=None,
        responses={200: CampaignStateSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        open_campaign(campaign=self.campaign, by=self.lead)
        return _state(self.campaign)


class PauseView(LeadView):
    @extend_schema(
        operation_id="pause_campaign",
        summary="Give no new subset; sittings that were begun may be finished",
        tags=TAGS,
        request=None,
        responses={200: CampaignStateSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        pause_campaign(campaign=self.campaign, by=self.lead)
        return _state(self.campaign)


class CloseView(LeadView):
    @extend_schema(
        operation_id="close_campaign",
        summary="Close the campaign; it can be opened again",
        tags=TAGS,
        request=None,
        responses={200: CampaignStateSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        close_campaign(campaign=self.campaign, by=self.lead)
        return _state(self.campaign)


class ExclusionSerializer(serializers.ModelSerializer[Exclusion]):
    sitting = serializers.IntegerField(
        source="assignment_id", allow_null=True, help_text="null: all the annotator rated"
    )
    excluded_by = serializers.CharField(
        source="excluded_by.username", default=None, allow_null=True
    )
    undone_by = serializers.CharField(
        source="undone_by.username", default=None, allow_null=True
    )

    class Meta:
        model = Exclusion
        fields = [
            "id",
            "annotator",
            "sitting",
            "reason",
            "rule",
            "excluded_by",
            "excluded_at",
            "undone_by",
            "undone_at",
        ]


class NewExclusionSerializer(serializers.Serializer[Any]):
    """Of an annotator, or of one sitting."""

    annotator = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    sitting = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    reason = serializers.CharField(max_length=2000)

    def validate(self, body: dict[str, Any]) -> dict[str, Any]:
        if ("annotator" in body) == ("sitting" in body):
            raise serializers.ValidationError("Name an annotator or a sitting, and not both.")
        return body


class ExclusionQuery(ListQuery):
    annotator = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    only = serializers.ChoiceField(["in_force", "undone"], required=False)


class ExclusionsView(LeadView):
    query = ExclusionQuery

    @extend_schema(
        operation_id="list_exclusions",
        summary="Decisions to leave ratings out, newest first",
        tags=TAGS,
        parameters=[ExclusionQuery],
        responses={200: page_of_rows(ExclusionSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = find_exclusions(self.campaign, **self.asked)
        page = asked_page(request, found, order=["-id"])
        return answer_page(request, page, ExclusionSerializer)

    @extend_schema(
        operation_id="exclude",
        summary="Leave out what an annotator, or a sitting, rated",
        tags=TAGS,
        request=NewExclusionSerializer,
        responses={201: ExclusionSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The seats are free for others. It is recorded, and can be undone."""
        body = self.checked(NewExclusionSerializer)
        exclusion = exclude(self._subject(body), reason=body["reason"], by=self.lead)
        return Response(ExclusionSerializer(exclusion).data, status=201)

    def _subject(self, body: dict[str, Any]) -> Annotator | Assignment:
        subject: Annotator | Assignment | None
        if "annotator" in body:
            name = "annotator"
            subject = self.campaign.annotators.filter(id=body[name]).first()
        else:
            name = "sitting"
            subject = (
                Assignment.objects.select_related("annotator")
                .filter(id=body[name], annotator__campaign=self.campaign)
                .first()
            )
        if subject is None:
            raise serializers.ValidationError({name: ["There is none with this id here."]})
        return subject


class RestoredSerializer(serializers.Serializer[Any]):
    restored = serializers.IntegerField(help_text="sittings that count again")


class ExclusionView(LeadView):
    @extend_schema(
        operation_id="undo_exclusion",
        summary="Take back what was left out",
        tags=TAGS,
        responses={200: RestoredSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def delete(self, request: Request, slug: str, id: int) -> Response:
        """The exclusion stays in the list, as undone."""
        exclusions = Exclusion.objects.select_related("annotator")
        exclusion = get_object_or_404(exclusions, id=id, annotator__campaign=self.campaign)
        return Response({"restored": undo_exclusion(exclusion, by=self.lead)})


class AnswerSerializer(serializers.Serializer[Any]):
    answer = serializers.CharField(max_length=1000)


class MadeRemarkSerializer(serializers.ModelSerializer[Remark]):
    sentence = serializers.IntegerField(source="sentence_id")
    key = serializers.CharField(source="sentence.key", help_text="of the sentence, in files")
    lexelt = serializers.CharField(source="sentence.lexelt")
    answered_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = Remark
        fields = [
            "id",
            "annotator",
            "sentence",
            "key",
            "lexelt",
            "comment",
            "made_at",
            "answer",
            "answered_at",
        ]


class AnswerView(LeadView):
    @extend_schema(
        operation_id="answer_remark",
        summary="Answer a remark, or answer it anew",
        tags=TAGS,
        request=AnswerSerializer,
        responses={200: MadeRemarkSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        remarks = Remark.objects.select_related("sentence__campaign")
        remark = get_object_or_404(remarks, id=id, sentence__campaign=self.campaign)
        body = self.checked(AnswerSerializer)
        answer_remark(remark=remark, answer=body["answer"], by=self.lead)
        return Response(MadeRemarkSerializer(remark).data)


class HiddenSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    hidden = serializers.BooleanField()


class _SentenceView(LeadView):
    def hide(self, id: int, *, hide: bool) -> Response:
        sentence = get_object_or_404(self.campaign.sentences, id=id)
        hide_sentence(sentence_id=sentence.pk, hide=hide, by=self.lead)
        return Response({"id": id, "hidden": hide})


class HideSentenceView(_SentenceView):
    @extend_schema(
        operation_id="hide_sentence",
        summary="Show a sentence to nobody and count it nowhere",
        tags=TAGS,
        request=None,
        responses={200: HiddenSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.hide(id, hide=True)


class ShowSentenceView(_SentenceView):
    @extend_schema(
        operation_id="show_sentence",
        summary="Show a hidden sentence again, with the ratings it had",
        tags=TAGS,
        request=None,
        responses={200: HiddenSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.hide(id, hide=False)


class _CandidateView(LeadView):
    def hide(self, id: int, *, hide: bool) -> Response:
        candidate = get_object_or_404(Candidate, id=id, sentence__campaign=self.campaign)
        hide_candidate(candidate_id=candidate.pk, hide=hide, by=self.lead)
        return Response({"id": id, "hidden": hide})


class HideCandidateView(_CandidateView):
    @extend_schema(
        operation_id="hide_candidate",
        summary="Show a candidate to nobody and count it nowhere",
        tags=TAGS,
        request=None,
        responses={200: HiddenSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.hide(id, hide=True)


class ShowCandidateView(_CandidateView):
    @extend_schema(
        operation_id="show_candidate",
        summary="Show a hidden candidate again, with the ratings it had",
        tags=TAGS,
        request=None,
        responses={200: HiddenSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.hide(id, hide=False)


class RatingsFileSerializer(serializers.Serializer[Any]):
    ratings = upload_field(help_text="a table of annotator, sentence, substitute, value")


class ImportedSerializer(serializers.Serializer[Any]):
    annotators = serializers.IntegerField()
    added = serializers.IntegerField()
    changed = serializers.IntegerField(help_text="they supersede an earlier value")
    unchanged = serializers.IntegerField()
    notices = NoticeSerializer(many=True)


class ImportView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="import_ratings",
        summary="Bring in ratings collected elsewhere",
        tags=TAGS,
        request={"multipart/form-data": RatingsFileSerializer},
        responses={200: ImportedSerializer, **problems(400, *EVERYWHERE, 409, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Safe to send again: an equal rating changes nothing."""
        body = self.checked(RatingsFileSerializer)
        report = import_ratings(
            campaign=self.campaign, ratings=source_of(body["ratings"]), by=self.lead
        )
        notices = [notice_json(notice) for notice in report.notices]
        return Response({**report._asdict(), "notices": notices})
