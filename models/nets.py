"""The two networks as torch modules: the finder of cubes on the plane of their tops, and the reader of one face.

Both are plain convolutions with batch norm, so that onnxruntime runs them fast on one core. Input of both: colours as
blue-green-red shares of the paper's brightness, about 0 to 1 (`vision.finder` and `vision.faces` make them).
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from vision.faces import CROP_PX, FaceKind

#: What the finder says for every cell of its grid: heat, offset across and down (cells), cos and sin of four times the
#: angle, and the share of the face in view.
FINDER_OUTPUTS = 6
#: What the face network says beside the kind and the quarter turn: how far the face's centre is off the crop's
#: (right and down, shares of a cube), how far it is turned beyond the quarter (shares of 45 degrees), its share in
#: view.
FIT_OUTPUTS = 4
#: A crop whose colours vary less than this (squared) is left as flat as it is; others come to this spread.
_LEAST_SPREAD = 1e-4
_SHARE = 0.3


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


class _Answer(nn.Module):
    """The logits of the kinds: what speaks for a kind's colour, for its sign, and for both together.

    A sign looks the same on cubes of every colour, so what is learnt of it on one is known of it on the others. The
    last kind is "no cube here".
    """

    def __init__(self, width: int, table: Sequence[FaceKind]) -> None:
        super().__init__()
        colors = list(dict.fromkeys(kind.color for kind in table))
        symbols = list(dict.fromkeys(kind.symbol for kind in table))
        self.color = nn.Linear(width, len(colors))
        self.symbol = nn.Linear(width, len(symbols))
        self.kind = nn.Linear(width, len(table) + 1)
        self.register_buffer("color_of", torch.tensor([colors.index(kind.color) for kind in table]))
        self.register_buffer("symbol_of", torch.tensor([symbols.index(kind.symbol) for kind in table]))

    def forward(self, x: Tensor) -> Tensor:
        apart = self.color(x)[:, self.color_of] + self.symbol(x)[:, self.symbol_of]
        return self.kind(x) + nn.functional.pad(apart, (0, 1))


class FaceNet(nn.Module):
    """From crops (n, 3, CROP_PX, CROP_PX) to the logits of the kinds and of the quarter turns, and the fit (n, 4).

    It sees each crop twice: as it is, which tells the colour, and with its own brightness and contrast taken out, in
    which a sign in the shade looks like one in the light.
    """

    def __init__(self, table: Sequence[FaceKind]) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _unit(6, 40, 2, 5),
            _unit(40, 40),
            _unit(40, 80, 2),
            _Residual(80),
            _unit(80, 128, 2),
            _Residual(128),
            _unit(128, 32, 1, 1),
            nn.Flatten(),
        )
        self.drop = nn.Dropout(0.1)
        self.mix = nn.Sequential(nn.Linear(32 * (CROP_PX // 8) ** 2, 128), nn.ReLU(inplace=True))
        self.kind = _Answer(128, table)
        self.turn = nn.Linear(128, 4)
        self.fit = nn.Linear(128, FIT_OUTPUTS)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        mean = x.mean(dim=(2, 3), keepdim=True)
        spread = (x - mean).square().mean(dim=(1, 2, 3), keepdim=True).add(_LEAST_SPREAD).sqrt()
        mixed = self.mix(self.drop(self.body(torch.cat((x, _SHARE * (x - mean) / spread), dim=1))))
        return self.kind(mixed), self.turn(mixed), self.fit(mixed)
