"""The short way of a proposal; `ProposalsView` is the long one."""

from annotators.api.first_answers import FirstAnswers
from proposing.services.first_proposal import store_first_proposal
from regild.proposing.batch import read_batch

PROPOSALS = FirstAnswers(
    "proposals", route="api-propose", read_batch=read_batch, store=store_first_proposal
)
