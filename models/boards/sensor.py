"""The camera's sensor and its software: exposure, white balance, tone curve, blur, noise, sharpening, JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from models.boards.arrays import Bytes, Floats, Floats32
from models.boards.view import View

CURVES = ("standard", "filmic", "agx", "camera")
_LEVELS = 4096
_BRIGHTEST = 16.0
_CODES = (np.arange(65536) / 65535) ** 2
#: OpenCV looks up 16-bit values from its fifth version on; the answer is the same without.
_LONG_TABLES = int(cv2.__version__.split(".")[0]) >= 5
_NOISE_SIDE = (1120, 1440)


#: Where noise must stay below this, of 255, there is little light, and then it is rather strong.
_LITTLE_LIGHT = 6.5


@dataclass(frozen=True)
class Sensor:
    """How light becomes a picture. Blur and motion are in pixels, noise in 8-bit steps at mid grey."""

    curve: str
    contrast: float
    gamma: float
    saturation: float
    white_balance: float
    tint: tuple[float, float, float]
    vignette: float
    blur_px: float
    motion_px: float
    motion_deg: float
    noise: float
    noise_grain: int
    chroma_noise: int
    sharpen: float
    jpeg: int

    def degraded(self) -> list[str]:
        """What makes the picture worse than it need be, in words."""
        found = []
        if self.motion_px >= 1.5:
            found.append(f"motion {self.motion_px:.1f}px")
        if self.blur_px >= 1.0:
            found.append(f"defocus {self.blur_px:.1f}px")
        if self.noise >= 5:
            found.append("noise")
        if self.jpeg < 60:
            found.append(f"jpeg q{self.jpeg}")
        return found


def pick_sensor(
    rng: np.random.Generator,
    blur_share: float,
    noise: tuple[float, float],
    jpeg: tuple[int, int],
    most_noise: float,
    most_px: float,
) -> Sensor:
    """Some sensor. `most_noise` is the strongest noise; `most_px` the widest blur, of lens and motion together."""
    worse = rng.random() < blur_share
    loud = float(np.exp(rng.uniform(*np.log(noise)))) * (1.3 if most_noise < _LITTLE_LIGHT else 1.0)
    blur_px = float(rng.uniform(0.8, 2.2) if worse and rng.random() < 0.6 else rng.uniform(0.3, 0.75))
    motion_px = float(rng.uniform(1.5, 5.0)) if worse and rng.random() < 0.4 else 0.0
    # A stretch of this length spreads as a bell with this standard deviation does.
    spread = float(np.hypot(blur_px, motion_px / np.sqrt(12)))
    sharper = min(1.0, most_px / spread)
    return Sensor(
        curve=str(rng.choice(CURVES, p=[0.28, 0.26, 0.22, 0.24])),
        contrast=float(rng.uniform(0.85, 1.2)),
        gamma=float(rng.uniform(0.88, 1.14)),
        saturation=float(rng.uniform(0.72, 1.25)),
        white_balance=float(rng.choice([1.0, rng.uniform(0.55, 1.0), rng.uniform(0.0, 0.6)])),
        tint=tuple(float(value) for value in rng.normal(1, 0.025, 3)),  # type: ignore[arg-type]
        vignette=float(rng.choice([0.0, rng.uniform(0, 0.5)])),
        blur_px=sharper * blur_px,
        motion_px=sharper * motion_px,
        motion_deg=float(rng.uniform(0, 180)),
        noise=min(loud, most_noise),
        noise_grain=int(rng.choice([0, 1, 2], p=[0.5, 0.35, 0.15])),
        chroma_noise=int(rng.integers(3)),
        sharpen=float(rng.choice([0.0, 0.0, rng.uniform(0.2, 1.0)])),
        jpeg=int(rng.integers(jpeg[0], jpeg[1] + 1)),
    )


@cache
def _noise(grain: int, chroma: int) -> Bytes:
    """Noise with a spread of 256 in three channels; coarser with more grain, more coloured with more chroma."""
    rng = np.random.default_rng([13, grain])
    field: Floats32 = rng.standard_normal((*_NOISE_SIDE, 3), dtype=np.float32)
    share = (0.25, 0.6, 1.0)[chroma]
    field = share * field + (1 - share) * rng.standard_normal((*_NOISE_SIDE, 1), dtype=np.float32)
    if grain:
        field = cv2.GaussianBlur(field, (0, 0), 0.55 * grain)
    return np.asarray(np.clip(field * (256 / field.std()), -32000, 32000), dtype=np.int16)


def _curve(sensor: Sensor, light: Floats) -> Floats:
    """Displayed values (0 to 1) for linear light."""
    plain = np.clip(light, 0, None)
    if sensor.curve in ("filmic", "agx"):
        stops = (np.log2(np.maximum(plain, 1e-7) / 0.18) + 10) / 16.5
        steep = (10.0 if sensor.curve == "filmic" else 11.5) * sensor.contrast
        bend = 1 / (1 + np.exp(-steep * (np.clip(stops, 0, 1) - 0.62)))
        low, high = 1 / (1 + np.exp(steep * 0.62)), 1 / (1 + np.exp(-steep * 0.38))
        shown = (bend - low) / (high - low)
    else:
        shown = np.where(plain <= 0.0031308, plain * 12.92, 1.055 * np.maximum(plain, 1e-9) ** (1 / 2.4) - 0.055)
        if sensor.curve == "camera":
            shown = np.where(shown > 0.75, 0.75 + 0.25 * np.tanh((shown - 0.75) / 0.32), shown)
            shown = shown + (sensor.contrast - 0.9) * 0.35 * np.sin(np.clip(shown, 0, 1) * 2 * np.pi) * -0.25
        else:
            shown = 0.5 + (shown - 0.5) * (0.75 + 0.25 * sensor.contrast)
    return np.asarray(np.clip(shown, 0, 1) ** sensor.gamma)


def develop(
    canvas: Floats32, sensor: Sensor, white: Floats, paper_light: float, paper_shown: float, rng: np.random.Generator
) -> Bytes:
    """The finished picture, before JPEG.

    `white` is the colour of the light on the mat and `paper_light` what paper sends back; the exposure is such that
    this is shown as `paper_shown`.
    """
    levels = (np.arange(_LEVELS) / (_LEVELS - 1)) ** 2 * _BRIGHTEST
    shown = _curve(sensor, levels)
    shown = np.maximum.accumulate(shown)
    wanted = float(np.interp(paper_shown, shown, levels))
    gains = white**-sensor.white_balance * np.array(sensor.tint)
    gains = gains / gains.mean() * wanted / paper_light
    # The canvas is coded by its square root in 16 bits; the curves of the three channels hold the gains.
    most = _BRIGHTEST / float(gains.min())
    code = np.sqrt(canvas, out=canvas)
    index = cv2.addWeighted(code, 65535 / np.sqrt(most), code, 0, 0, dtype=cv2.CV_16U)
    raw = _CODES * most
    table = np.stack([np.interp(raw * gain, levels, shown) for gain in gains], axis=1)
    picture = _through(index, np.round(table * 255).astype(np.uint8))
    colourful = sensor.saturation * (0.85 if sensor.curve == "agx" else 1.0)
    if abs(colourful - 1) > 0.02:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        picture = cv2.addWeighted(picture, colourful, cv2.merge([grey, grey, grey]), 1 - colourful, 0)
    return degrade(picture, sensor, rng)


def degrade(picture: Bytes, sensor: Sensor, rng: np.random.Generator) -> Bytes:
    """What lens and software do to a shown picture: blur, noise, sharpening."""
    picture = _blurred(picture, sensor)
    picture = _noisy(picture, sensor, rng)
    if sensor.sharpen:
        smooth = cv2.GaussianBlur(picture, (0, 0), 1.1)
        picture = cv2.addWeighted(picture, 1 + sensor.sharpen, smooth, -sensor.sharpen, 0)
    return np.asarray(picture, dtype=np.uint8)


def _through(codes: Bytes, table: Bytes) -> Bytes:
    """16-bit codes as 8-bit values, by one table [65536] a channel."""
    if _LONG_TABLES:
        return np.asarray(cv2.LUT(codes, table.reshape(1, 65536, 3)), dtype=np.uint8)
    return np.stack([table[codes[..., channel], channel] for channel in range(3)], axis=-1)


def vignette(view: View, depth: float) -> Floats32:
    """How much darker the lens makes each coarse cell: 1 in the middle."""
    width, height = view.camera.size
    away = np.hypot(view.pixels[..., 0] - width / 2, view.pixels[..., 1] - height / 2) / np.hypot(width / 2, height / 2)
    return np.asarray(1 - depth * away**2.5, dtype=np.float32)


def _blurred(picture: Bytes, sensor: Sensor) -> Bytes:
    if sensor.blur_px >= 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur_px)
    if sensor.motion_px >= 1:
        side = int(np.ceil(sensor.motion_px)) // 2 * 2 + 3
        brush = np.zeros((side * 8, side * 8), np.float32)
        middle, way = side * 4, np.radians(sensor.motion_deg)
        reach = np.array([np.cos(way), np.sin(way)]) * sensor.motion_px * 4
        a, b = np.round(middle - reach).astype(int), np.round(middle + reach).astype(int)
        cv2.line(brush, a.tolist(), b.tolist(), 1.0, 4)
        kernel = cv2.resize(brush, (side, side), interpolation=cv2.INTER_AREA)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    return picture


def _noisy(picture: Bytes, sensor: Sensor, rng: np.random.Generator) -> Bytes:
    rows, columns = picture.shape[:2]
    y, x = int(rng.integers(_NOISE_SIDE[0] - rows)), int(rng.integers(_NOISE_SIDE[1] - columns))
    field = _noise(sensor.noise_grain, sensor.chroma_noise)[y : y + rows, x : x + columns]
    # Dark parts are noisier as shown: the curve is steep there; the brightest are clipped and quiet.
    level = np.arange(256) / 255
    spread = sensor.noise * (0.55 + 0.9 * np.exp(-((level - 0.3) ** 2) / 0.12)) * np.clip((1.02 - level) * 6, 0.15, 1)
    strength = cv2.LUT(picture, np.round(spread * 64).astype(np.int16).reshape(1, 256))
    added = cv2.multiply(strength, field, scale=1 / (64 * 256))
    return np.asarray(cv2.add(picture, added, dtype=cv2.CV_8U), dtype=np.uint8)


def jpeg(picture: Bytes, quality: int) -> tuple[Bytes, bytes]:
    """The picture as it comes back out of a JPEG file, and the file."""
    done, file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), dtype=np.uint8), file.tobytes()
