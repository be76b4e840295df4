"""A match, or a whole journal, as one file that another machine imports, verifies and shows (docs/archive.md)."""
