"""Plausible utterances: a set of sentences, one of which was said and the others made up.

`coconuts` makes the sets out of a tagged corpus, `sets` writes and reads them, `ngrams` is the
baseline, and `ranks` measures where a system ranks the natural one.
"""
