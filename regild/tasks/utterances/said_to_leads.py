"""What pages of leads say of sets and their utterances."""

from collections.abc import Mapping

from regild.tasks.task import N_, Plural, ngettext_noop

PHRASES: Mapping[str, str] = {
    "items allowed without gold": N_("Sets allowed without a first-gold candidate"),
    "hide": N_("Hide this set"),
    "show again": N_("Show this set again"),
    "hardest items": N_("Hardest sets"),
    "Items": N_("Sets"),
    "items": N_("sets"),
    "interval over items": N_("interval over sets"),
    "Item": N_("Set"),
    "item": N_("set"),
    "Candidate": N_("Utterance"),
    "candidate": N_("utterance"),
    "gold answers": N_("natural utterances"),
    "items and systems": N_("Sets and systems"),
    "browse items": N_("Browse sets"),
    "parts of the items": N_("Parts of the sets"),
    "part of the items": N_("part of the sets"),
    "start over": N_("Start over with other sets"),
    "items left out": N_("sets of probes left out"),
    "hidden items": N_("hidden sets"),
    "items drawn": N_("sets drawn"),
    "what is not counted": N_("Hidden sets and left-out probes are not counted here."),
    "items answered": N_("Sets scored"),
    "no such item": N_("No set is like that."),
    "no first gold": N_("no natural utterance"),
    "other sources": N_("Other sets"),
    "sources are settled": N_(
        "The sets cannot change any more: annotators have rated utterances in them, "
        "and their ratings would be lost."
    ),
    "what starting over takes": N_(
        "The settings and members of the campaign stay. Its sets, systems, pool and "
        "subsets go: add the systems again afterwards."
    ),
    "sources are replaced": N_("The campaign has new sets."),
    "what is pooled": N_("Every utterance of every set, natural and altered."),
    "origin gold": N_("natural"),
    "origin systems": N_("altered"),
    "origin both": N_("natural"),
    "no merges": N_(
        "Nothing is ever merged here: what is judged are the utterances as they are."
    ),
    "pooling again": N_("What is there stays; only what is natural can change."),
    "items without an anchor": N_("Sets without an anchor"),
    "every item has an anchor": N_("Every set has a natural utterance."),
    "what subsets are": N_(
        "What one annotator rates in one sitting. Each block of a set shows at least "
        "one natural utterance, unless you allowed the set without one."
    ),
    "why systems": N_("Add the scores of each system that is to be ranked."),
    "what a system's file is": N_(
        "A table with the columns set, utterance and score: the likeliest utterance of a set "
        "has the highest score."
    ),
    "system is removed": N_("%(system)s is removed."),
    "system is hidden": N_("%(system)s is hidden. Score again without it."),
    "system is shown": N_("%(system)s is shown again. Score again with it."),
    "answers to an item": N_("Scores of set %(key)s"),
    "no item of the groups": N_("No set has the probe %(groups)s."),
    "task": N_("Utterances, natural and altered"),
    "about the task": N_(
        "Sets of sentences, some of them with a word swapped; people rate how natural each is."
    ),
    "what is brought in": N_("Sets of utterances"),
    "items and gold": N_("%(items)s sets, %(gold)s natural utterances."),
    "items alone": N_("%(items)s sets, none with a natural utterance."),
    "groups to leave out": N_("Probes to leave out"),
    "group": N_("Probe"),
    "groups": N_("probes"),
    "groups left out": N_("probes left out"),
    "Groups left out:": N_("Probes left out:"),
    "left out as the item itself": N_("the probe itself"),
    "probe": N_("probe"),
    "group or item": N_("Probe or set"),
    "candidate, group or item": N_("Utterance, probe or set"),
    "words, group or item": N_("Words, probe or set"),
}
PLURALS: Mapping[str, Plural] = {
    "answers are replaced": ngettext_noop(
        "%(system)s is replaced: %(answers)s scores in %(count)s set. Score again.",
        "%(system)s is replaced: %(answers)s scores in %(count)s sets. Score again.",
    ),
    "what a file holds": ngettext_noop(
        "%(answers)s scores in %(count)s set", "%(answers)s scores in %(count)s sets"
    ),
    "system is added": ngettext_noop(
        "%(system)s is added: %(answers)s scores in %(count)s set.",
        "%(system)s is added: %(answers)s scores in %(count)s sets.",
    ),
    "system is handed in": ngettext_noop(
        "%(system)s is submitted: %(answers)s scores in %(count)s set.",
        "%(system)s is submitted: %(answers)s scores in %(count)s sets.",
    ),
    "part is named": ngettext_noop(
        "%(part)s has %(count)s set. Score again to see it.",
        "%(part)s has %(count)s sets. Score again to see it.",
    ),
    "items lack an anchor": ngettext_noop(
        "%(count)s set has no natural utterance to stand among the others. At "
        "dispatch it is left out or allowed by name.",
        "%(count)s sets have no natural utterance to stand among the others. At "
        "dispatch they are left out or allowed by name.",
    ),
    "blocks wait": ngettext_noop(
        "%(count)s block is given to nobody: its set has no natural utterance left. Show one "
        "again, or hide the set.",
        "%(count)s blocks are given to nobody: their sets have no natural utterance left. Show "
        "one again, or hide the sets.",
    ),
    "remarks unanswered": ngettext_noop(
        "%(count)s remark about a set is not answered.",
        "%(count)s remarks about sets are not answered.",
    ),
}
