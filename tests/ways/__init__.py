"""Whole campaigns of documents and of utterances, gone through in every way there is."""
