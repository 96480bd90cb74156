"""Summaries of a campaign by e-mail: which are due, what they say, and sending each once."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from datetime import time as time_of_day
from typing import Any, NamedTuple
from urllib.parse import unquote

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation_site.selectors.matters import Matter, matters_of
from annotation_site.selectors.stages import OverviewStage
from annotation_site.selectors.summary import WEEK, CampaignSummary, summary_of
from campaigns.models import Campaign, SummaryWish
from campaigns.selectors.summaries import wishes
from campaigns.services.summaries import claim, monday_of, stop_token
from core.letters import Letter, MailAway, NoMail, plain_text, post_office
from core.refusals import TooOften
from core.templatetags.numbers import grouped
from core.throttling import Limit, Try, count, seconds_to_wait
from rating.templatetags.monitor_pages import time_words
from regild.problems import N_
from regild.rating.time_left import NOT_OPEN

log = logging.getLogger(__name__)

# On Mondays (UTC), when people in Europe begin to work.
FROM_HOUR = 6
# What needs somebody is told at most once a day, all of it together.
BETWEEN_MATTERS = timedelta(hours=20)
# In five minutes: to try it out, not to fill somebody's box.
TRIALS = Limit("summary-now", 3)


class Due(NamedTuple):
    """A letter to one member, with what is written down as sent (`told`) before it goes.
    `weekly` or else for `news` alone."""

    wish: SummaryWish
    weekly: bool
    news: list[Matter]
    told: dict[str, Any]


def send_summaries(
    *, now: datetime, campaign: Campaign | None = None, at_once: bool = False
) -> int:
    """How many were sent. Safe to run twice, and by two workers: each letter is claimed first.
    `at_once` sends the weekly ones whatever day it is. Raises NoMail or MailAway."""
    sent = 0
    with post_office() as send:
        for due in due_letters(now=now, campaign=campaign, at_once=at_once):
            if not claim(due.wish, **due.told):
                continue
            try:
                sent += send(letter_of(due, now=now))
            except MailAway:
                log.warning("A summary was lost with the mail server; the others wait.")
                raise
    return sent


def due_letters(
    *, now: datetime, campaign: Campaign | None = None, at_once: bool = False
) -> Iterator[Due]:
    known: dict[tuple[int, str], list[Matter]] = {}
    for wish in wishes(campaign):
        about = wish.member.campaign
        with translation.override(wish.language):
            key = (about.pk, wish.language)
            if key not in known:
                known[key] = matters_of(about, now=now)
            due = _due(wish, known[key], now=now, at_once=at_once)
        if due is not None:
            yield due


def _due(
    wish: SummaryWish, matters: list[Matter], *, now: datetime, at_once: bool
) -> Due | None:
    news = [one for one in matters if wish.told.get(one.key) != one.state]
    weekly = wish.weekly and _is_week_due(wish, now=now, at_once=at_once)
    rested = wish.told_at is None or wish.told_at <= now - BETWEEN_MATTERS
    needed = wish.when_needed and bool(news) and rested
    if not weekly and not needed:
        return None
    told: dict[str, Any] = {"told": _told(wish, matters), "told_at": now}
    if weekly:
        told["last_week"] = monday_of(now)
    return Due(wish, weekly, news, told)


def _is_week_due(wish: SummaryWish, *, now: datetime, at_once: bool) -> bool:
    campaign, monday = wish.member.campaign, monday_of(now)
    is_over = campaign.state not in (Campaign.State.OPEN, Campaign.State.PAUSED)
    if is_over and (campaign.closed_at is None or campaign.closed_at <= now - WEEK):
        # Nothing happens in it that nobody did.
        return False
    if at_once:
        return True
    begins = datetime.combine(monday, time_of_day(FROM_HOUR), tzinfo=now.tzinfo)
    return now >= begins and (wish.last_week is None or wish.last_week < monday)


def _told(wish: SummaryWish, matters: list[Matter]) -> dict[str, str]:
    """What was told stays so when it is over: a quota that is full again is no news. A job
    comes only once."""
    now = {one.key: one.state for one in matters}
    before = {key: state for key, state in wish.told.items() if not key.startswith("job:")}
    return {**before, **now}


def letter_of(due: Due, *, now: datetime) -> Letter:
    wish = due.wish
    campaign = wish.member.campaign
    with translation.override(wish.language):
        summary = summary_of(campaign, now=now)
        if not due.weekly:
            summary = summary._replace(matters=due.news)
        stop = settings.SITE_URL + reverse("stop-summaries", args=[stop_token(wish)])
        return Letter(
            wish.member.user.email,
            subject_of(summary, weekly=due.weekly),
            text_of(summary, weekly=due.weekly, stop=stop),
            stop,
        )


def subject_of(summary: CampaignSummary, *, weekly: bool) -> str:
    title, n = summary.campaign.title, len(summary.matters)
    if not weekly:
        words = ngettext(
            "%(title)s: %(n)d thing needs you", "%(title)s: %(n)d things need you", n
        )
        return words % {"title": title, "n": n}
    return _("%(title)s: your weekly summary") % {"title": title}


def text_of(summary: CampaignSummary, *, weekly: bool, stop: str) -> str:
    """In the language of whoever reads it, which the caller has chosen."""
    slug = summary.campaign.slug

    def page(name: str, *args: Any) -> str:
        return settings.SITE_URL + reverse(name, args=[slug, *args])

    context = {
        **summary._asdict(),
        "weekly": weekly,
        "how_far": _facts_said(summary.how_far),
        "agreement": _facts_said(summary.agreement),
        "how_fast": list(_pace_said(summary)),
        "why": _("You get this every week because you asked for it.")
        if weekly
        else _(
            "You get this because you asked to be told when the campaign needs you. You will"
            " not be told the same again until it changes."
        ),
        "needs": [
            (one.words, page(one.page, *([] if one.id is None else [one.id])))
            for one in summary.matters
        ],
        "next": summary.then and (summary.then.words, page(summary.then.page)),
        "overview": page("overview"),
        "agreement_page": page("agreement"),
        "settings_page": page("summaries"),
        "stop": stop,
    }
    return plain_text("annotation_site/summary_email.txt", context)


def _facts_said(stage: OverviewStage) -> list[str]:
    words = _("%(name)s: %(said)s")
    facts = [words % {"name": fact.name, "said": fact.said} for fact in stage.facts]
    return [*facts, stage.wrong] if stage.wrong else facts


def _pace_said(summary: CampaignSummary) -> Iterator[str]:
    pace = summary.pace
    told = {"n": grouped(pace.week), "before": grouped(pace.week_before)}
    if pace.remaining is None:
        words = _("responses in the last seven days: %(n)s (in the seven before: %(before)s)")
        yield words % told
        return
    words = _("ratings in the last seven days: %(n)s (in the seven before: %(before)s)")
    yield words % told
    if pace.remaining.reason == NOT_OPEN:
        yield _("time left: unknown, because the campaign is not open")
    elif pace.remaining.days is None:
        yield _("time left: unknown, because no sitting was completed in the last seven days")
    elif not pace.remaining.a_day:
        yield _("time left: none, every candidate has the ratings wanted")
    else:
        yield _("time left at this pace: %(time)s") % {"time": time_words(pace.remaining.days)}


def preview_of(campaign: Campaign, *, now: datetime) -> str:
    """The weekly one as it would be now, in the reader's language."""
    stop = settings.SITE_URL + unquote(reverse("stop-summaries", args=["…"]))
    return text_of(summary_of(campaign, now=now), weekly=True, stop=stop)


def send_one_now(wish: SummaryWish, *, by: User, now: datetime) -> None:
    """The weekly one, to whoever asks for it, and nothing is written down as told. Raises
    NoMail, MailAway or TooOften."""
    if not settings.MAIL_IS_SET_UP:
        raise NoMail
    tries = [Try(TRIALS, str(by.pk))]
    if seconds := seconds_to_wait(tries):
        text = N_("You were just sent several. Try again in a few minutes.")
        raise TooOften("too_many_letters", text, seconds=seconds)
    count(tries)
    with post_office() as send:
        if not send(letter_of(Due(wish, True, [], {}), now=now)):
            raise MailAway
