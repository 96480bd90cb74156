"""How far a campaign's slow work is."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView
from campaigns.models import Campaign, Job, Member
from campaigns.selectors.creations import creations_of
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems

TAGS = ["campaigns"]


class JobsQuery(ListQuery):
    kind = serializers.CharField(required=False, help_text="such as: pool")
    state = serializers.ChoiceField(Job.State.choices, required=False)


class JobsView(LeadView):
    query = JobsQuery

    @extend_schema(
        operation_id="list_jobs",
        summary="Slow work that was asked for, newest first",
        tags=TAGS,
        parameters=[JobsQuery],
        responses={200: page_of_rows(JobSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, self.campaign.jobs.filter(**self.asked), order=["-id"])
        return answer_page(request, page, JobSerializer)


class JobView(LeadView):
    def _campaign(self, slug: str, least: Member.Role) -> Campaign:
        """The job that makes a campaign is asked about before and after it has its slug."""
        creation = creations_of(self.lead, slug=slug).filter(id=self.kwargs["id"]).first()
        if creation is None or self.token.campaign_id is not None:
            return super()._campaign(slug, least)
        return creation.campaign

    @extend_schema(
        operation_id="read_job",
        summary="How far a job is, and what came of it",
        tags=TAGS,
        responses={200: JobSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, id: int) -> Response:
        return Response(JobSerializer(get_object_or_404(self.campaign.jobs, id=id)).data)
