"""Where the camera stands over the sheet: the pose, and where it is not known the lens, from points and lines.

Least squares in pixels with Tukey's weights against stray evidence, over the three angles, the three coordinates,
two weaknesses of pictures and prints, and for an unknown lens the logarithm of the focal length and k1. From straight
above, nearness and focal length look the same; there the priors decide, and they are weak enough to give way as soon
as a tilt shows the truth. As one standard deviation:

- focal length: that of `usual_lens`, within 8 %;
- k1: 0, within 0.08;
- bloom, by which white spreads over the rim of black markers: 0, within 0.3 pixels;
- inset, by which a section's lines are printed inside its edges: 0, within 0.25 mm.

What the evidence leaves open is known afterwards: `Solved.covariance`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Lens, Points

FOCAL_PRIOR = 0.08
K1_PRIOR = 0.08
BLOOM_PRIOR_PX = 0.3
INSET_PRIOR_MM = 0.25
#: How well a marker's corner is measured, and a point of a printed line across that line, in pixels.
CORNER_PX = 0.2
LINE_PX = 0.3
#: Beyond so many of its standard deviations (Tukey's constant for 95 % efficiency) a measurement has no weight.
TUKEY = 4.685
_ROUNDS = 30
#: A step that gains less than this (half a squared standard deviation is the unit) is the last.
_LITTLE = 2e-3
#: Corners of three markers.
_UNAMBIGUOUS = 12


@dataclass(frozen=True, slots=True)
class Pose:
    """The turn (Rodrigues' vector) and shift that take the sheet's millimetres into the camera's axes.

    The sheet's axes are x right, y down and z into the table: a point at a height has a negative z.
    """

    turn: tuple[float, float, float]
    shift: tuple[float, float, float]

    @property
    def rotation(self) -> npt.NDArray[np.float64]:
        matrix, _ = cv2.Rodrigues(np.array(self.turn, dtype=np.float64))
        return np.asarray(matrix, dtype=np.float64)

    @property
    def position_mm(self) -> tuple[float, float, float]:
        """The camera's place: x and y on the sheet, and its height above it."""
        x, y, z = -self.rotation.T @ np.array(self.shift)
        return float(x), float(y), float(-z)

    @property
    def tilt_deg(self) -> float:
        """How far the camera looks away from straight down."""
        return float(np.degrees(np.arccos(np.clip(self.rotation[2, 2], -1, 1))))

    def seen(self, points_mm: Points, height_mm: float | npt.NDArray[np.float64] = 0.0) -> Points:
        """Points of the sheet (n x 2) at a height above it, in the camera's axes (n x 3)."""
        rotation = self.rotation
        flat = points_mm @ rotation[:, :2].T + np.array(self.shift)
        return np.asarray(flat - np.multiply.outer(np.broadcast_to(height_mm, len(points_mm)), rotation[:, 2]))


@dataclass(frozen=True, slots=True)
class Evidence:
    """Places on the sheet and where the picture has them. `across` is a unit vector where only one direction counts.

    A corner counts in both directions (`across` is 0, 0); a point of a line only across the line. `bloom` and `inset`
    are how a place moves in the picture for each pixel of bloom and each millimetre of inset.
    """

    sheet_mm: Points
    picture_px: Points
    across: Points
    error_px: npt.NDArray[np.float64]
    bloom: Points
    inset: Points

    @classmethod
    def corners(cls, sheet_mm: Points, picture_px: Points, error_px: float = CORNER_PX) -> Evidence:
        """Single corners that nothing moves."""
        count = len(sheet_mm)
        none = np.zeros((count, 2))
        return cls(sheet_mm, picture_px, none, np.full(count, error_px), none, none)

    @classmethod
    def markers(cls, sheet_mm: Points, picture_px: Points) -> Evidence:
        """Black squares (n x 4 x 2): where white spreads, their corners move towards their middles."""
        plain = cls.corners(sheet_mm.reshape(-1, 2), picture_px.reshape(-1, 2))
        inwards = picture_px.mean(axis=1, keepdims=True) - picture_px
        inwards = inwards / np.maximum(np.linalg.norm(inwards, axis=2, keepdims=True), 1e-9)
        return replace(plain, bloom=inwards.reshape(-1, 2) * 2**0.5)

    @classmethod
    def line_points(cls, sheet_mm: Points, picture_px: Points, across: Points, inset: Points) -> Evidence:
        count = len(sheet_mm)
        return cls(sheet_mm, picture_px, across, np.full(count, LINE_PX), np.zeros((count, 2)), inset)

    def less_exact(self, times: float) -> Evidence:
        """The same with errors so many times as large."""
        return self if times == 1 else replace(self, error_px=self.error_px * times)

    def with_(self, other: Evidence) -> Evidence:
        pairs = ((getattr(self, name.name), getattr(other, name.name)) for name in fields(self))
        return Evidence(*(np.concatenate(pair) for pair in pairs))


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer: pose, lens, how well the evidence fits (root mean square of what was kept), and what stays open."""

    pose: Pose
    lens: Lens
    error_px: float
    kept: npt.NDArray[np.bool_]
    cost: float
    #: Of turn, shift, bloom, inset and, if the lens was unknown, log focal length and k1.
    covariance: npt.NDArray[np.float64]


def solve(evidence: Evidence, lens: Lens, *, known: bool, start: Solved | None = None) -> Solved | None:
    """The pose that explains the evidence best, and the lens too unless it is known; None if nothing does.

    Without a start, both ways in which a plane can look like that are tried.
    """
    # From nothing, first with a wide net, so that a rough start loses nothing.
    starts = [(start.pose, start.lens)] if start is not None else [(pose, lens) for pose in _starts(evidence, lens)]
    scales = (1.0,) if start is not None else (8.0, 1.0)
    problem = _Problem(evidence, lens, known=known)
    answers = [_refine(problem, problem.pack(*begin), scales) for begin in starts]
    solved = [answer for answer in answers if answer is not None]
    return min(solved, key=lambda answer: answer.cost, default=None)


def _starts(evidence: Evidence, lens: Lens) -> list[Pose]:
    points = np.column_stack((evidence.sheet_mm, np.zeros(len(evidence.sheet_mm))))
    try:
        _, turns, shifts, _ = cv2.solvePnPGeneric(
            points, evidence.picture_px, lens.matrix, lens.terms, flags=cv2.SOLVEPNP_IPPE
        )
    except cv2.error:
        return []
    poses = [Pose(_three(turn), _three(shift)) for turn, shift in zip(turns, shifts, strict=True)]
    above = [pose for pose in poses if np.isfinite(pose.shift).all() and pose.position_mm[2] > 0]
    # They come best first, and markers that lie around the sheet leave no doubt.
    return above[:1] if len(points) >= _UNAMBIGUOUS else above


def _three(vector: npt.ArrayLike) -> tuple[float, float, float]:
    x, y, z = np.asarray(vector, dtype=np.float64).ravel()
    return float(x), float(y), float(z)


def _refine(problem: _Problem, theta: npt.NDArray[np.float64], scales: tuple[float, ...]) -> Solved | None:
    """Levenberg and Marquardt's descent from a start; None if it leads nowhere."""
    for scale in scales:
        descended = _descend(problem, theta, scale)
        if descended is None:
            return None
        theta = descended
    values, jacobian = problem.residuals(theta)
    weights = problem.weights(values, 1.0)
    cost = problem.cost(values, 1.0)
    normal = jacobian.T @ (jacobian * weights[:, None])
    covariance = np.asarray(np.linalg.pinv(normal, hermitian=True), dtype=np.float64)
    pose, found = problem.unpack(theta)
    kept, error_px = problem.kept(values)
    if pose.position_mm[2] <= 0 or not kept.any():
        return None
    return Solved(pose, found, error_px, kept, cost, covariance)


def _descend(problem: _Problem, theta: npt.NDArray[np.float64], scale: float) -> npt.NDArray[np.float64] | None:
    damping = 1e-6
    values, jacobian = problem.residuals(theta)
    cost = problem.cost(values, scale)
    for _ in range(_ROUNDS):
        weights = problem.weights(values, scale)
        normal = jacobian.T @ (jacobian * weights[:, None])
        gradient = jacobian.T @ (weights * values)
        damped = normal + damping * np.diag(np.diag(normal) + 1e-12)
        try:
            step = np.linalg.solve(damped, -gradient)
        except np.linalg.LinAlgError:
            return None
        tried = theta + step
        tried_values, tried_jacobian = problem.residuals(tried)
        tried_cost = problem.cost(tried_values, scale)
        if not np.isfinite(tried_cost):
            tried_cost = np.inf
        if tried_cost <= cost:
            gained = cost - tried_cost
            theta, values, jacobian, cost = tried, tried_values, tried_jacobian, tried_cost
            damping = max(damping / 10, 1e-9)
            if gained < _LITTLE:
                break
        else:
            damping = max(damping, 1e-5) * 100
            if damping > 1e6:
                break
    return theta if np.isfinite(cost) else None


class _Problem:
    """Residuals, in standard deviations, of evidence and priors, with their derivatives.

    Corners give two rows each, then line points one each; the priors of all that is not pose come last.
    """

    def __init__(self, evidence: Evidence, lens: Lens, *, known: bool) -> None:
        self._evidence = evidence
        self._lens = lens
        self._known = known
        self._points = np.column_stack((evidence.sheet_mm, np.zeros(len(evidence.sheet_mm))))
        self._lines = np.any(evidence.across != 0, axis=1)
        priors = (BLOOM_PRIOR_PX, INSET_PRIOR_MM) if known else (BLOOM_PRIOR_PX, INSET_PRIOR_MM, FOCAL_PRIOR, K1_PRIOR)
        self._priors = np.array(priors)
        # Each row looks at one point, in one direction: along u, along v, or across its line.
        corners, lines = np.flatnonzero(~self._lines), np.flatnonzero(self._lines)
        self._of = np.concatenate((np.repeat(corners, 2), lines))
        along = np.concatenate((np.tile(np.eye(2), (len(corners), 1)), evidence.across[lines]))
        self._u, self._v = (along / evidence.error_px[self._of, None]).T
        # What does not change from one try to the next.
        self._given = self._look(evidence.picture_px)
        self._bloom, self._inset = self._look(evidence.bloom), self._look(evidence.inset)
        self._rows = np.zeros((len(self._of) + len(priors), 6 + len(priors)))
        self._rows[: len(self._of), 6], self._rows[: len(self._of), 7] = self._bloom, self._inset
        self._rows[len(self._of) :, 6:] = np.diag(1 / self._priors)

    def _look(self, pixels: Points) -> npt.NDArray[np.float64]:
        """Something that each point has, as its rows see it."""
        seen = pixels[self._of]
        return np.asarray(self._u * seen[:, 0] + self._v * seen[:, 1])

    def pack(self, pose: Pose, lens: Lens) -> npt.NDArray[np.float64]:
        free = [*pose.turn, *pose.shift, 0.0, 0.0]
        if not self._known:
            free += [float(np.log(lens.focal_px[0] / self._lens.focal_px[0])), lens.distortion[0]]
        return np.array(free, dtype=np.float64)

    def unpack(self, theta: npt.NDArray[np.float64]) -> tuple[Pose, Lens]:
        pose = Pose(_three(theta[:3]), _three(theta[3:6]))
        return pose, self._lens if self._known else _bent(self._lens, float(theta[8]), float(theta[9]))

    def residuals(self, theta: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        lens = self._lens if self._known else _bent(self._lens, float(theta[8]), float(theta[9]))
        pixels, derivative = cv2.projectPoints(self._points, theta[:3], theta[3:6], lens.matrix, lens.terms)
        seen = self._look(np.asarray(pixels, dtype=np.float64).reshape(-1, 2))
        values = seen + self._bloom * theta[6] + self._inset * theta[7] - self._given
        slopes = self._u[:, None] * derivative[0::2][self._of] + self._v[:, None] * derivative[1::2][self._of]
        rows, count = self._rows.copy(), len(self._of)
        rows[:count, :6] = slopes[:, :6]
        if not self._known:
            rows[:count, 8] = slopes[:, 6] * lens.focal_px[0] + slopes[:, 7] * lens.focal_px[1]
            rows[:count, 9] = slopes[:, 10]
        return np.concatenate((values, theta[6:] / self._priors)), rows

    def _sizes(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The distance that decides a row's weight: a corner's two rows stand or fall together."""
        corners = 2 * int((~self._lines).sum())
        sizes = np.abs(values)
        pairs = np.hypot(values[0:corners:2], values[1:corners:2])
        sizes[:corners] = np.repeat(pairs, 2)
        return sizes

    def _robust(self, values: npt.NDArray[np.float64]) -> slice:
        """The rows that may be strays: all but the priors."""
        return slice(0, len(values) - len(self._priors))

    def weights(self, values: npt.NDArray[np.float64], scale: float) -> npt.NDArray[np.float64]:
        weights = np.ones(len(values))
        rows = self._robust(values)
        share = np.clip(self._sizes(values)[rows] / (TUKEY * scale), 0, 1)
        weights[rows] = (1 - share**2) ** 2
        return weights

    def cost(self, values: npt.NDArray[np.float64], scale: float) -> float:
        rows = self._robust(values)
        limit = TUKEY * scale
        share = np.clip(self._sizes(values)[rows] / limit, 0, 1)
        robust = limit**2 / 6 * (1 - (1 - share**2) ** 3)
        priors = values[rows.stop :] ** 2 / 2
        return float(robust.sum() + priors.sum())

    def kept(self, values: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.bool_], float]:
        """Which pieces of evidence count, in their order, and how far off those are, in pixels."""
        sizes = self._sizes(values)
        corners = int((~self._lines).sum())
        count = np.empty(len(self._lines))
        count[~self._lines] = sizes[0 : 2 * corners : 2]
        count[self._lines] = sizes[2 * corners : 2 * corners + int(self._lines.sum())]
        kept = count < TUKEY
        off = count[kept] * self._evidence.error_px[kept]
        return kept, float(np.sqrt((off**2).mean())) if kept.any() else float("inf")


def _bent(lens: Lens, log_focal: float, k1: float) -> Lens:
    """The lens with its focal length multiplied and its first radial term set."""
    factor = float(np.exp(np.clip(log_focal, -1.5, 1.5)))
    (fx, fy), (_, *others) = lens.focal_px, lens.distortion
    return replace(lens, focal_px=(fx * factor, fy * factor), distortion=(k1, *others))


def place_doubt(
    solved: Solved, place: Callable[[Pose, Lens], Points], *, known: bool, lens: Lens
) -> npt.NDArray[np.float64]:
    """How far places (n x 2, as `place` computes them) may be off by what the evidence left open: one deviation."""
    problem = _Problem(Evidence.corners(np.zeros((1, 2)), np.zeros((1, 2))), lens, known=known)
    theta = problem.pack(solved.pose, solved.lens)
    free = len(theta)
    base = place(*problem.unpack(theta))
    spread = np.sqrt(np.maximum(np.diag(solved.covariance), 1e-18))
    columns = []
    for index in range(free):
        moved = theta.copy()
        moved[index] += 0.1 * spread[index]
        columns.append((place(*problem.unpack(moved)) - base) / (0.1 * spread[index]))
    slopes = np.stack(columns, axis=2)
    variance = np.einsum("nik,kl,nil->n", slopes, solved.covariance, slopes)
    return np.asarray(np.sqrt(np.maximum(variance, 0)))
