"""The demo's campaigns: each of our own texts, made and finished as a lead would."""
