"""Boards drawn for training: pictures of the table with everything that is true of them."""

from models.boards.draw import draw_board
from models.boards.style import HELD_BACK, STYLES, TRAINING, Style

__all__ = ["HELD_BACK", "STYLES", "TRAINING", "Style", "draw_board"]
