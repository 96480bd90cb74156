"""What a volunteer may say when they join, and nothing else is kept: answers to the campaign's
own questions, and what its recruiting site calls them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from annotators.services.recruiting import PARAMETERS, is_placeholder
from regild.formats.plain_text import is_plain
from regild.problems import N_, Text

LONGEST_ANSWER = 200
LONGEST_PARAMETER = 100
UNFILLED = N_("The recruiting site did not fill this in: it is the placeholder itself.")


class JoinProblem(NamedTuple):
    """`name` is the question's key, or the parameter, within `field`."""

    field: str
    name: str
    code: str
    message: Text


def join_problems(
    questions: Iterable[Mapping[str, Any]],
    *,
    required: Collection[str] = (),
    answers: Mapping[str, str],
    recruited: Mapping[str, str],
) -> list[JoinProblem]:
    """Everything that is wrong with what somebody says; an empty answer is none."""
    asked = {question["key"]: question.get("choices") or [] for question in questions}
    return [
        *_unknown("answers", answers, asked, N_("The campaign does not ask this.")),
        *_unknown("recruited", recruited, PARAMETERS, N_("No recruiting site says this.")),
        *(
            JoinProblem("answers", key, "required", N_("This has to be answered."))
            for key in sorted(required)
            if not answers.get(key)
        ),
        *_texts("answers", answers, longest=LONGEST_ANSWER),
        *_texts("recruited", recruited, longest=LONGEST_PARAMETER),
        *(
            JoinProblem("recruited", name, "placeholder", UNFILLED)
            for name, said in recruited.items()
            if is_placeholder(said)
        ),
        *(
            JoinProblem("answers", key, "not_a_choice", N_("This is not one of the choices."))
            for key, answer in answers.items()
            if answer and asked.get(key) and answer not in asked[key]
        ),
    ]


def _unknown(
    field: str, said: Iterable[str], known: Iterable[str], message: Text
) -> Iterator[JoinProblem]:
    known = set(known)
    return (JoinProblem(field, name, "unknown", message) for name in said if name not in known)


def _texts(field: str, said: Mapping[str, str], *, longest: int) -> Iterator[JoinProblem]:
    for name, text in said.items():
        if len(text) > longest:
            message = N_("This has more than %(most)s characters.", most=longest)
            yield JoinProblem(field, name, "max_length", message)
        if not is_plain(text):
            message = N_("This text holds NUL or half of a surrogate pair.")
            yield JoinProblem(field, name, "invalid", message)
