"""REST for leads, and what every part of the API shares."""
