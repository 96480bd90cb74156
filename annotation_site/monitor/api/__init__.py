"""What a lead's program reads while the ratings come in."""
