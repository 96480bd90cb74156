"""What a release's policy says, in sentences: for its card and for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regild.formats.published import REMOVED
from regild.scoring.exports.columns import ItemColumns

RULE_WORDS = {
    "mean": "the mean of the weights of the options chosen",
    "severity": "the mean of the weights of the options chosen, each less how much higher its"
    " annotator rates than others, on the scale and to three decimals",
    "median": "the weight of the median rating",
    "majority": "the weight of the median option, rounded down between two",
    "plurality": "the weight of the option chosen most often, of the median one in a tie",
}

# These never count, whatever the campaign: they are no judgements of a pooled substitute.
NEVER_COUNTED = (
    "foils",
    "repeats",
    "answers 'I cannot judge this'",
    "answers changed later",
    "unfinished sittings",
    "sittings that were excluded or withdrawn",
)


def gold_choices(policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
    """How the ratings became a second gold."""
    options = ", ".join(
        f"{option['value']} ({option['label']}) weighs {option['weight']:g}"
        for option in policy["scale"]
    )
    said = [
        f"A candidate's weight is {RULE_WORDS[policy['rule']]}: {options}.",
        f"A candidate with fewer than {policy['min_ratings']} ratings is undecided"
        " and has no weight.",
        *seats_said(policy),
        *never_counted_said(),
        *numbers_said(policy),
    ]
    if policy["list_unanimous_zeros"]:
        said.append("Candidates that every annotator found worth 0 are listed.")
    else:
        said.append("Candidates that every annotator found worth 0 are not listed as gold.")
    return [
        *said,
        *excluded_said(policy),
        *sample_said(policy),
        *left_out_said(policy, items),
    ]


def numbered_as(policy: Mapping[str, Any]) -> str:
    """What an annotator's number in a release means."""
    if policy.get("annotators") == "stable":
        return "a person, under one number in every release that keeps numbers"
    return "a person, numbered anew in each release"


def numbers_said(policy: Mapping[str, Any]) -> list[str]:
    if policy.get("annotators") != "stable":
        return []
    return ["Annotators keep their numbers from release to release, as they agreed to."]


def score_choices(policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
    """How systems are scored on the two golds."""
    said = [
        "Answers and first gold are worded as the campaign words its pool"
        f" ({len(policy['mapping'])} rules of a mapping).",
        "A sentence a system skipped counts 0, except in a precision.",
        "Each gold is scored on the sentences that have a positive weight in it.",
        "On the second gold an answer nobody rated, or too few, is worth 0; judged@10 says"
        " how many were judged, and the *_judged measures leave the others out.",
        *left_out_said(policy, items),
    ]
    if policy.get("sample"):
        said.append(
            "The second gold is of a sample: its scores are means over the sampled sentences,"
            " the first gold's over all; n says of each over how many."
        )
    if policy["multiwords"] == "drop":
        said.append(
            "Substitutes of several words are left out of both golds; such an answer is"
            " removed, and the next answer moves up."
            if removes_multiwords(policy)
            else "Substitutes of several words are left out of both golds; such an answer keeps"
            " its place and is worth 0."
        )
    return said


def multiword_policy(multiwords: str) -> dict[str, str]:
    """What a new release says of substitutes of several words."""
    said = {"multiwords": multiwords}
    return said | {"multiword_answers": REMOVED} if multiwords == "drop" else said


def removes_multiwords(policy: Mapping[str, Any]) -> bool:
    """Whether answers of several words are removed. In releases from before that rule they
    keep their place."""
    dropped = policy.get("multiwords") == "drop"
    return dropped and policy.get("multiword_answers") == REMOVED


def seats_said(policy: Mapping[str, Any]) -> list[str]:
    """Where subsets have seats of their own, as a calibration round's and doubles'."""
    if not (seats := policy.get("seats")):
        return []
    numbers = ", ".join(map(str, seats))
    return [
        f"Subsets were planned for numbers of annotators of their own ({numbers}): what was"
        " meant for fewer needs only those."
    ]


def never_counted_said() -> list[str]:
    return [f"Never counted: {', '.join(NEVER_COUNTED)}."]


def excluded_said(policy: Mapping[str, Any]) -> list[str]:
    return [
        f"Excluded: {entry['count']} × {entry['of']}, {entry['rule'] or 'by a lead'}."
        for entry in policy["exclusions"]
    ]


def sample_said(policy: Mapping[str, Any]) -> list[str]:
    """Nothing where all are rated."""
    sample = policy.get("sample")
    if not sample:
        return []
    where = f" that meet '{sample['rule']}'" if sample["rule"] else ""
    return [
        f"Rated is a sample: {sample['drawn']} sentences, drawn with seed {sample['seed']} from"
        f" {sample['matching']}{where}, of {sample['in_play']}."
    ]


def left_out_said(policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
    said = []
    if policy["excluded_targets"]:
        said.append(f"Left out: {items.left_out} {', '.join(policy['excluded_targets'])}.")
    if policy["hidden_sentences"]:
        said.append(f"Left out: the hidden sentences {', '.join(policy['hidden_sentences'])}.")
    return said
