"""What every reader of pictures is: from one picture to one Board, with no memory and no clock.

Behind this stands the plain reader of drawn pictures today and a trained model later; nobody who asks
needs to know which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from vision.board import Board

if TYPE_CHECKING:
    from vision.pictures import Image

#: No marker is in the picture, and no corners were set by hand.
NO_MAT = "no-mat"
#: Not all markers of the sheet are in view; with too few of them nothing can be read.
MARKER_MISSING = "marker-missing"
#: The camera does not stand where it stood when its pose was kept.
CAMERA_MOVED = "camera-moved"
DARK = "dark"
BLURRED = "blurred"
#: A lamp is mirrored on the sheet or on cubes.
GLARE = "glare"
HAND_OVER_MAT = "hand-over-mat"
#: Something lies on the sheet that is no cube, or too little of a cube is in view.
UNCLEAR_OBJECT = "unclear-object"
#: The Goal's cubes lie in no clear row, or a space is neither clearly a gap nor clearly none.
UNCLEAR_GOAL = "unclear-goal"
#: More cubes of a colour than the kit has.
TOO_MANY_CUBES = "too-many-cubes"
#: The networks of a trained reader are not there, or cannot be used.
MODEL_MISSING = "model-missing"
MODEL_CORRUPT = "model-corrupt"

#: Every problem of a picture that a board may name.
PROBLEMS = (
    NO_MAT,
    MARKER_MISSING,
    CAMERA_MOVED,
    DARK,
    BLURRED,
    GLARE,
    HAND_OVER_MAT,
    UNCLEAR_OBJECT,
    UNCLEAR_GOAL,
    TOO_MANY_CUBES,
)
#: Problems of a picture in which cubes can be read all the same; with any other, none may be.
LEGIBLE = frozenset({MARKER_MISSING, GLARE, UNCLEAR_OBJECT, UNCLEAR_GOAL, TOO_MANY_CUBES})


class Reader(Protocol):
    """Reads pictures. `name` says which reader it is, for the record."""

    name: str

    def read(self, image: Image) -> Board:
        """Everything the picture shows. Never raises for a picture: what cannot be read is a problem.

        A board with a problem, or with a cube that is not sure, is not sure.
        """
        ...
