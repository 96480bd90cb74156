"""What pages of leads say of sentences and their substitutes."""

from collections.abc import Mapping

from regild.tasks.task import N_, Plural, ngettext_noop

PHRASES: Mapping[str, str] = {
    "items allowed without gold": N_("Sentences allowed without a first-gold candidate"),
    "hide": N_("Hide this sentence"),
    "show again": N_("Show this sentence again"),
    "hardest items": N_("Hardest sentences"),
    "Items": N_("Sentences"),
    "items": N_("sentences"),
    "interval over items": N_("interval over sentences"),
    "Item": N_("Sentence"),
    "item": N_("sentence"),
    "Candidate": N_("Substitute"),
    "candidate": N_("substitute"),
    "gold answers": N_("first-gold substitutes"),
    "items and systems": N_("Sentences and systems"),
    "browse items": N_("Browse sentences"),
    "parts of the items": N_("Parts of the sentences"),
    "part of the items": N_("part of the sentences"),
    "start over": N_("Start over with other sentences"),
    "items left out": N_("sentences of targets left out"),
    "hidden items": N_("hidden sentences"),
    "items drawn": N_("sentences drawn"),
    "what is not counted": N_("Hidden sentences and left-out targets are not counted here."),
    "items answered": N_("Sentences answered"),
    "no such item": N_("No sentence is like that."),
    "no first gold": N_("no first gold"),
    "other sources": N_("Other sentences and gold"),
    "sources are settled": N_(
        "The sentences cannot change any more: annotators have rated candidates in "
        "them, and their ratings would be lost."
    ),
    "what starting over takes": N_(
        "The settings and members of the campaign stay. Its sentences, first gold, "
        "mapping, systems, pool and subsets go: add the systems again afterwards."
    ),
    "sources are replaced": N_("The campaign has new sentences and a new gold."),
    "why systems": N_("Add the answers of each system that is to be pooled and scored."),
    "what a system's file is": N_(
        "A line per sentence: target, sentence id, ::, then the answers, best first, with "
        "semicolons between. Other formats are recognised too."
    ),
    "what is pooled": N_(
        "Every substitute of the first gold and of the systems, each once a sentence."
    ),
    "origin gold": N_("gold only"),
    "origin systems": N_("systems only"),
    "origin both": N_("both"),
    "no merges": N_("No two spellings were merged."),
    "pooling again": N_("What is there stays; only what is new is added."),
    "items without an anchor": N_("Sentences without an anchor"),
    "every item has an anchor": N_("Every sentence has a first-gold candidate."),
    "what subsets are": N_(
        "What one annotator rates in one sitting. Each block of a sentence shows at "
        "least one first-gold candidate, unless you allowed the sentence without one."
    ),
    "system is removed": N_("%(system)s is removed. Pool again to take its candidates out."),
    "system is hidden": N_("%(system)s is hidden. Pool again, and score again, without it."),
    "system is shown": N_("%(system)s is shown again. Pool again, and score again, with it."),
    "answers to an item": N_("Answers to sentence %(key)s"),
    "no item of the groups": N_("No sentence has the target %(groups)s."),
    "task": N_("Words for a word in its sentence"),
    "about the task": N_(
        "Sentences with a target each; people rate how well other words stand in its place."
    ),
    "what is brought in": N_("Sentences and first gold"),
    "items and gold": N_("%(items)s sentences, %(gold)s gold substitutes."),
    "items alone": N_("%(items)s sentences, no first gold yet: annotators can propose it."),
    "groups to leave out": N_("Targets to leave out"),
    "group": N_("Target"),
    "groups": N_("targets"),
    "groups left out": N_("targets left out"),
    "Groups left out:": N_("Targets left out:"),
    "left out as the item itself": N_("the target itself"),
    "pos": N_("part of speech"),
    "target": N_("target"),
    "group or item": N_("Target or sentence"),
    "candidate, group or item": N_("Substitute, target or sentence"),
    "words, group or item": N_("Words, target or sentence"),
}
PLURALS: Mapping[str, Plural] = {
    "answers are replaced": ngettext_noop(
        "%(system)s is replaced: %(answers)s answers to %(count)s sentence. Pool again.",
        "%(system)s is replaced: %(answers)s answers to %(count)s sentences. Pool again.",
    ),
    "what a file holds": ngettext_noop(
        "%(answers)s answers to %(count)s sentence",
        "%(answers)s answers to %(count)s sentences",
    ),
    "system is added": ngettext_noop(
        "%(system)s is added: %(answers)s answers to %(count)s sentence.",
        "%(system)s is added: %(answers)s answers to %(count)s sentences.",
    ),
    "system is handed in": ngettext_noop(
        "%(system)s is submitted: %(answers)s answers to %(count)s sentence.",
        "%(system)s is submitted: %(answers)s answers to %(count)s sentences.",
    ),
    "part is named": ngettext_noop(
        "%(part)s has %(count)s sentence. Score again to see it.",
        "%(part)s has %(count)s sentences. Score again to see it.",
    ),
    "items lack an anchor": ngettext_noop(
        "%(count)s sentence has no first-gold candidate to stand among the others. At"
        " dispatch it is left out or allowed by name.",
        "%(count)s sentences have no first-gold candidate to stand among the others. "
        "At dispatch they are left out or allowed by name.",
    ),
    "blocks wait": ngettext_noop(
        "%(count)s block is given to nobody: its sentence has no first-gold candidate left."
        " Show one again, or hide the sentence.",
        "%(count)s blocks are given to nobody: their sentences have no first-gold candidate"
        " left. Show one again, or hide the sentences.",
    ),
    "remarks unanswered": ngettext_noop(
        "%(count)s remark about a sentence is not answered.",
        "%(count)s remarks about sentences are not answered.",
    ),
}
