"""What pages of annotators say in every task, while they rate."""

from collections.abc import Mapping

from regild.tasks.task import N_

PHRASES: Mapping[str, str] = {
    "a sitting": N_("Rate"),
    "start": N_("Start rating"),
    "go on": N_("Continue rating"),
    "none left": N_("There is nothing left for you to rate at the moment."),
    "none left in this turn": N_("Nothing is left to rate in this turn."),
    "left alone and taken": N_(
        "You left your last turn %(time)s ago; others have rated all of it since,"
        " or are rating it now."
    ),
    "it was left alone and taken": N_(
        "You were away too long; others have rated all of it since, or are rating it now."
    ),
    "share of the campaign": N_(
        "Together, all annotators have given %(share)s %% of the ratings needed."
    ),
    "keep the link": N_(
        "Open this link on any device to continue there. Do not share it: anyone"
        " who has it can rate in your name."
    ),
    "what is withdrawn": N_(
        "Your ratings will be left out of all statistics and publications from now"
        " on. You do not have to give a reason. This cannot be undone."
    ),
    "not understood": N_(
        "You did not answer the questions about the instructions correctly in two tries, so you"
        " cannot rate in this campaign. Thank you for your time!"
    ),
    "another's link": N_(
        "This personal link belongs to someone other than the person this browser"
        " remembers. If you continue with it, your ratings will count as theirs."
    ),
    "somebody before": N_(
        "Someone has already taken part in this browser. If that was not you,"
        " start as yourself, so that nobody rates in another person’s name."
    ),
    "natives alone": N_("Only native speakers can rate here. Thank you for offering to help!"),
    "how far": N_("%(done)s of %(total)s · %(minutes)s min left"),
    "half-way": N_("%(done)s of %(total)s, half-way · %(minutes)s min left"),
    "all answered": N_("%(done)s of %(total)s · all answered"),
}
