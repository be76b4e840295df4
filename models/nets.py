"""The two networks as torch modules: the finder of cubes on the plane of their tops, and the reader of one face.

Both are plain convolutions with batch norm, so that onnxruntime runs them fast on one core. Input of both: colours as
blue-green-red shares of the paper's brightness, about 0 to 1 (`vision.finder` and `vision.faces` make them).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

#: What the finder says for every cell of its grid: heat, offset across and down (cells), cos and sin of four times the
#: angle, and the share of the face in view.
FINDER_OUTPUTS = 6
#: What the face network says beside the kind and the quarter turn: how far the face's centre is off the crop's
#: (right and down, shares of a cube), how far it is turned beyond the quarter (shares of 45 degrees), its share in
#: view.
FIT_OUTPUTS = 4


def _unit(into: int, out: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, size, stride, size // 2, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True)
    )


class _Residual(nn.Module):
    """Two convolutions beside a straight way through."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _unit(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class FinderNet(nn.Module):
    """From a picture of the tops' plane (n, 3, h, w; h and w multiples of 8) to (n, 6, h / 4, w / 4)."""

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.fine = nn.Sequential(_unit(3, 16, 2), _unit(16, width, 2), _unit(width, width))
        self.wide = nn.Sequential(_unit(width, 2 * width, 2), _Residual(2 * width))
        self.back = nn.Sequential(nn.Conv2d(2 * width, width, 1, bias=False), nn.BatchNorm2d(width))
        self.join = _unit(width, width)
        self.out = nn.Conv2d(width, FINDER_OUTPUTS, 1)
        # Cubes are rare: a fresh network should say so.
        nn.init.constant_(self.out.bias, 0.0)
        with torch.no_grad():
            self.out.bias[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        fine = self.fine(x)
        back = nn.functional.interpolate(self.back(self.wide(fine)), scale_factor=2.0, mode="nearest")
        out: Tensor = self.out(self.join(torch.relu(fine + back)))
        return out


class FaceNet(nn.Module):
    """From crops (n, 3, 32, 32) to the logits of the kinds and of the quarter turns, and the fit (n, 4).

    The last kind is "no cube here".
    """

    def __init__(self, kinds: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _unit(3, 32, 2, 5),
            _unit(32, 32),
            _unit(32, 64, 2),
            _Residual(64),
            _unit(64, 96, 2),
            _Residual(96),
            _unit(96, 32, 1, 1),
            nn.Flatten(),
        )
        self.drop = nn.Dropout(0.1)
        self.mix = nn.Sequential(nn.Linear(32 * 16, 128), nn.ReLU(inplace=True))
        self.kind = nn.Linear(128, kinds)
        self.turn = nn.Linear(128, 4)
        self.fit = nn.Linear(128, FIT_OUTPUTS)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        mixed = self.mix(self.drop(self.body(x)))
        return self.kind(mixed), self.turn(mixed), self.fit(mixed)
