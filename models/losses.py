"""What training minimises: how wrong the finder's grid and the face network's answers are."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional

from vision.faces import FaceKind
from vision.finder import CELL_PX

#: Cells around a cube's centre, in each direction, that learn its offset and angle.
_REACH = 1
#: The heat falls off with this standard deviation, in cells.
_SPREAD = 0.9
#: Faces with less in view than this may be found or not.
_MAY_BE_FOUND = 0.35
#: A face whose sign hardly differs from its body is worth less.
_FAINT, _FAINT_WEIGHT = 12.0, 0.2


def grid_targets(cubes: Sequence[Tensor], high: int, wide: int) -> tuple[Tensor, Tensor, Tensor]:
    """For each picture's cubes (x px, y px, angle, share in view): heat, values and weights of the grid.

    Heat is -1 where the answer does not matter. Values are (n, 5, h, w), their weights (n, 1, h, w).
    """
    heat = torch.zeros(len(cubes), high, wide)
    values = torch.zeros(len(cubes), 5, high, wide)
    weights = torch.zeros(len(cubes), 1, high, wide)
    down, across = torch.meshgrid(torch.arange(high) + 0.5, torch.arange(wide) + 0.5, indexing="ij")
    for number, rows in enumerate(cubes):
        for x_px, y_px, angle, visible in rows.tolist():
            x, y = (x_px + 0.5) / CELL_PX, (y_px + 0.5) / CELL_PX
            column, row = int(x), int(y)
            if not (-2 <= column < wide + 2 and -2 <= row < high + 2):
                continue
            left, right, top, bottom = max(column - 4, 0), column + 5, max(row - 4, 0), row + 5
            dx, dy = x - across[top:bottom, left:right], y - down[top:bottom, left:right]
            bump = torch.exp(-(dx * dx + dy * dy) / (2 * _SPREAD**2))
            part = heat[number, top:bottom, left:right]
            if visible < _MAY_BE_FOUND:
                part[bump > 0.2] = -1.0
                continue
            torch.where(part < 0, part, torch.maximum(part, bump), out=part)
            if 0 <= column < wide and 0 <= row < high:
                heat[number, row, column] = 1.0
            left, right, top, bottom = (
                max(column - _REACH, 0), max(column + _REACH + 1, 0), max(row - _REACH, 0), max(row + _REACH + 1, 0)
            )  # fmt: skip
            turn = torch.deg2rad(torch.tensor(4 * angle))
            values[number, 0, top:bottom, left:right] = x - across[top:bottom, left:right]
            values[number, 1, top:bottom, left:right] = y - down[top:bottom, left:right]
            values[number, 2, top:bottom, left:right] = torch.cos(turn)
            values[number, 3, top:bottom, left:right] = torch.sin(turn)
            values[number, 4, top:bottom, left:right] = visible
            weights[number, 0, top:bottom, left:right] = 1.0
    return heat, values, weights


def finder_loss(grid: Tensor, heat: Tensor, values: Tensor, weights: Tensor) -> Tensor:
    """How wrong a grid is: the heat by the focal loss for centres, the values by their distance near centres."""
    share = torch.sigmoid(grid[:, 0]).clamp(1e-4, 1 - 1e-4)
    centre = (heat == 1.0).float()
    matters = (heat >= 0).float()
    hot = -torch.log(share) * (1 - share) ** 2 * centre
    cold = -torch.log(1 - share) * share**2 * (1 - heat.clamp(0, 1)) ** 4 * matters * (1 - centre)
    cubes = centre.sum().clamp(min=1.0)
    off = (grid[:, 1:] - values).abs() * weights
    return (hot.sum() + cold.sum()) / cubes + off.sum() / weights.sum().clamp(min=1.0)


class FaceLoss:
    """How wrong the face network's answers are; the turn counts only as far as a sign shows it."""

    def __init__(self, table: Sequence[FaceKind]) -> None:
        self.no_cube = len(table)
        # An 8 may look the same both ways up, but in most prints it does not: that can be learnt.
        periods = [kind.turn_deg if kind.symbol != "8" else 360 for kind in table] + [90]
        self._periods = torch.tensor(periods)

    def __call__(self, kind: Tensor, turn: Tensor, fit: Tensor, answers: Tensor) -> Tensor:
        kinds, turns = answers[:, 0].long(), answers[:, 1].long()
        cube = (kinds != self.no_cube).float()
        weight = torch.where(answers[:, 6] < _FAINT, _FAINT_WEIGHT, 1.0)
        odds = torch.softmax(turn, dim=1)
        period = self._periods[kinds]
        exact = odds.gather(1, turns[:, None])[:, 0]
        opposite = odds.gather(1, ((turns + 2) % 4)[:, None])[:, 0]
        told = torch.where(period == 360, exact, exact + opposite).clamp(1e-6, 1.0)
        of_turn = torch.where(period == 90, torch.zeros_like(told), -torch.log(told))
        of_fit = functional.smooth_l1_loss(fit, answers[:, 2:6], reduction="none", beta=0.05).sum(dim=1)
        total = self.of_kind(kind, answers) + cube * (0.5 * of_turn + of_fit)
        return (total * weight).sum() / weight.sum()

    @staticmethod
    def of_kind(kind: Tensor, answers: Tensor) -> Tensor:
        """How wrong the kind of each face is taken."""
        return functional.cross_entropy(kind, answers[:, 0].long(), reduction="none")
