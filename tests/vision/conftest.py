"""OpenCV as the vision process runs it: on one core."""

from __future__ import annotations

import cv2

cv2.setNumThreads(1)
