"""The short way of a rating; `RatingsView` is the long one."""

from annotators.api.first_answers import FirstAnswers
from rating.services.first_answer import store_first_answer
from regild.rating.batch import read_batch

RATINGS = FirstAnswers(
    "ratings", route="api-rate", read_batch=read_batch, store=store_first_answer
)
