"""Names for arrays. OpenCV's own types do not tell kinds of number apart, so these tell the reader, not the checker."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

#: Geometry, in double precision.
Floats = npt.NDArray[Any]
#: Light and coverage, in single precision.
Floats32 = npt.NDArray[Any]
#: Pictures and masks of 8 bits.
Bytes = npt.NDArray[Any]
#: Numbers of cubes, or -1, for every pixel.
Owners = npt.NDArray[Any]
