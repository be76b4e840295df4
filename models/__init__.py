"""The workshop in which the reader of pictures is made. May use `vision` and `rules`; nobody uses it at run time."""
