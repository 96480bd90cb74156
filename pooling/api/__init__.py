"""REST for leads: the pool and the subsets, and going back to before them."""
