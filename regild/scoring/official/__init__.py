"""What the official scorers print, imitated from the bytes of the files up."""
