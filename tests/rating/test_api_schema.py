"""The whole schema, fuzzed: no server error, no status that is not documented."""

from contextlib import suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rating.services.annotators import join_campaign
from tests.factories import make_campaign

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

pytestmark = pytest.mark.django_db(transaction=True)


def fuzz(url, **headers):
    schema = schemathesis.openapi.from_url(f"{url}/api/schema/?format=json")
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) >= 6
    for operation in operations:
        for mode in GenerationMode:
            call_with_anything(operation, mode, headers)


def call_with_anything(operation, mode, headers):
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=25,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def answer_is_documented(case):
        if "/join/" in case.operation.path:
            case.path_parameters = {"slug": "boats"}
        case.call_and_validate(headers=headers, checks=CHECKS)

    # An operation without a body or parameters offers nothing to get wrong.
    with suppress(Unsatisfiable):
        answer_is_documented()


def test_an_annotator_meets_no_accident_and_nothing_undocumented(live_server):
    campaign = make_campaign(subsets=2)
    token = join_campaign(campaign=campaign, consent=True, native_speaker=True).token
    fuzz(live_server.url, Authorization=f"Annotator {token}")


def test_a_stranger_meets_no_accident_and_nothing_undocumented(live_server):
    make_campaign(subsets=2)
    fuzz(live_server.url)
