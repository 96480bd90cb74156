"""What annotators send without JavaScript in every stage."""

from django import forms

from regild.formats.entries import LARGEST_ID


class RemarkForm(forms.Form):
    sentence = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    block = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    # In one form with the answers, of which an empty one may hold back none.
    comment = forms.CharField(max_length=1000, required=False)
