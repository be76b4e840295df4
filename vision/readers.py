"""The reader that a table is told to use: the plain one for drawn pictures, the trained one for photographs."""

from __future__ import annotations

from rules.cubes import Kit
from rules.errors import BadRequest
from vision.layout import Layout
from vision.plain_reader import PlainReader
from vision.reader import Reader
from vision.wire import AUTO, PLAIN, READERS, SIMULATED


def reader_for(name: str, camera: str, layout: Layout, kit: Kit) -> Reader:
    """The reader of that name for pictures of that kind of camera.

    A trained reader whose files cannot be used is one that names the problem on every picture, so that the table
    runs and says so.
    """
    if name not in READERS:
        raise BadRequest(f"there is no reader {name!r}; there are {', '.join(READERS)}")
    if name == PLAIN or (name == AUTO and camera == SIMULATED):
        return PlainReader(layout, kit)
    # Only who needs the networks loads what runs them.
    from vision.net_reader import open_reader

    return open_reader(layout, kit)
