import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.forms.changing import BadSettings, store_changes
from campaigns.management.pipeline import WRONG_INPUT, PipelineCommand, campaign_to_change

OPTIONS = {
    "completed": ("completion_url", "completion_code"),
    "failed-check": ("failed_check_url", "failed_check_code"),
    "withdrew": ("withdrawn_url", "withdrawn_code"),
}
COLUMNS = [name for pair in OPTIONS.values() for name in pair]
QUESTION = {"question": str, "choices": list, "correct": str}


class Command(PipelineCommand):
    help = (
        "Whom recruiting sites send: where they go back to and with which codes, the questions"
        " about the instructions, and quotas. Without an option it shows what is set."
    )

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        for outcome, (url, code) in OPTIONS.items():
            parser.add_argument(
                f"--{outcome}", dest=code, metavar="CODE", help="empty takes it away"
            )
            parser.add_argument(
                f"--{outcome}-url", dest=url, metavar="URL", help="{code} stands for the code"
            )
        parser.add_argument(
            "--secret",
            dest="recruiting_secret",
            help="with which the site signs what it reports; empty takes it away",
        )
        parser.add_argument(
            "--comprehension",
            metavar="FILE",
            help="questions about the instructions in place of those there are: a JSON list of"
            " question, choices, correct",
        )
        parser.add_argument(
            "--quota",
            dest="quotas",
            nargs=3,
            action="append",
            metavar=("QUESTION", "ANSWER", "MOST"),
            help="in place of the quotas there are, once for each: the question's key, one of"
            " its choices, how many people at most",
        )
        parser.add_argument("--no-quotas", action="store_true", help="take all quotas away")

        parser.add_argument(
            "--proposers",
            metavar="FILE",
            help="recruiting ids of those who proposed and may not rate, one a line; stored as"
            " hashes, in the place of those before; an empty file lets everybody rate",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        try:
            store_changes(campaign=campaign, changes=_changes(options), by=None)
        except BadSettings as bad:
            told = [f"{one['field']}: {one['message']}" for one in bad.problems]
            text = "\n".join([*told, "Nothing was stored."])
            raise CommandError(text, returncode=WRONG_INPUT) from bad
        campaign.refresh_from_db()
        facts: dict[str, Any] = {name: getattr(campaign, name) for name in COLUMNS}
        facts["reports"] = bool(campaign.recruiting_secret)
        facts |= {"comprehension": campaign.comprehension, "quotas": campaign.quotas}
        facts |= {"fresh_raters": campaign.fresh_raters, "proposers": len(campaign.proposers)}
        return {"campaign": campaign.slug, **facts}, [
            f"{name}: {value}" for name, value in facts.items()
        ]


def _changes(options: dict[str, Any]) -> dict[str, Any]:
    names = [*COLUMNS, "recruiting_secret"]
    changes = {name: options[name] for name in names if options[name] is not None}
    if options["comprehension"] is not None:
        changes["comprehension"] = _questions(options["comprehension"])
    if options["no_quotas"]:
        changes["quotas"] = []
    if options["quotas"]:
        changes["quotas"] = [
            {"question": question, "answer": answer, "most": most}
            for question, answer, most in options["quotas"]
        ]
    if options["proposers"] is not None:
        people = _text(options["proposers"]).split()
        changes |= {"fresh_raters": bool(people), "proposers": people}
    return changes


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=WRONG_INPUT) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: {error}", returncode=WRONG_INPUT) from error


def _questions(path: str) -> list[dict[str, Any]]:
    try:
        read = json.loads(_text(path))
    except ValueError as error:
        raise CommandError(f"{path} is no JSON: {error}", returncode=WRONG_INPUT) from error
    if not isinstance(read, list) or not all(map(_is_question, read)):
        text = f"{path}: a list of question, choices (a list of texts) and correct is needed"
        raise CommandError(text, returncode=WRONG_INPUT)
    return read


def _is_question(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and entry.keys() == QUESTION.keys()
        and all(isinstance(entry[name], kind) for name, kind in QUESTION.items())
        and all(isinstance(choice, str) for choice in entry["choices"])
    )
