"""Agreement for programs: the reports, and all that is in them as files."""
