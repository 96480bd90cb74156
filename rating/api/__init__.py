"""REST: the rating contract for annotators, and the ratings for leads."""
