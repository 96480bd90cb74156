"""Measure the agreement of a campaign, and keep what it rests on."""

from agreement.services.measuring import measure_agreement, request_report
from agreement.services.word_list import remove_word_list, store_word_list

__all__ = ["measure_agreement", "remove_word_list", "request_report", "store_word_list"]
