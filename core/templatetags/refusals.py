"""What a service or a reader refused, in the words of the page's reader."""

from django import template

from core.refusals import said

register = template.Library()
register.filter("said", said)
