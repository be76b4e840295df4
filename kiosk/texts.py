"""The words of the pages, in English. Another language is another mapping with the same keys.

What happens in a game is worded by the game's own catalogue (`Game.words`); here are only the words of the
pages round it. Templates say them with `say`, the browser's scripts with the function of the same name.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import MisuseError

TEXTS: Mapping[str, str] = {
    # The stream
    "link.lost": "Reconnecting… The table keeps the time and the score.",
    "link.failed": "The table did not answer. Please try again.",
    # Starting a match
    "start.title": "New match",
    "start.game": "Game",
    "start.division": "Division",
    "start.names": "Players",
    "start.name": "Player {seat}",
    "start.optional": "Player {seat} (may stay empty)",
    "start.go": "Start the match",
    "start.back": "Back to the match",
    "start.too-few": "Please write at least {count} names.",
    "start.same-name": "Two players have the same name. Please make them different.",
    "start.no-division": "Please choose a division.",
    "start.loading": "One moment: the table is waking up.",
    # The timer
    "timer.label": "Timer",
    "timer.running": "Time left",
    "timer.countdown": "Countdown",
    "timer.extra-minute": "Extra minute",
    "timer.paused": "Paused",
    "timer.stopped": "No time running",
    "timer.checking": "Being checked",
    # The table
    "table.title": "tablejudge",
    "table.shake": "Shake {number}",
    "table.seats": "Players",
    "table.turn": "your turn",
    "table.points": "points",
    "table.penalty": "Penalties {points}",
    "table.common": "For everybody",
    "table.scoresheet": "Score sheet",
    "table.new-match": "New match",
    "table.hands": "Hands",
    "table.hands-title": "The hands at the simulated table",
    # The mat
    "mat.title": "The mat",
    "mat.goal": "Goal",
    "mat.required": "Required",
    "mat.permitted": "Permitted",
    "mat.forbidden": "Forbidden",
    "mat.resources": "Resources",
    "mat.none": "The mat is not in play yet.",
    "mat.gap": "gap",
    "mat.sideways": "{cube}, sideways",
    "mat.upside-down": "{cube}, upside down",
    "cube.R": "red {face}",
    "cube.B": "blue {face}",
    "cube.G": "green {face}",
    "cube.K": "black {face}",
    "cube.other": "cube {face}",
    # What happened
    "news.moves": "Last move",
    "news.before": "Before that",
    "news.no-moves": "Nothing has happened yet.",
    "news.ruling": "The referee says",
    "news.penalties": "Penalties",
    "news.penalty": "{name} {points}: {text}",
    "news.picture": "Show the picture of: {move}",
    # Papers and results
    "papers.title": "Equations",
    "papers.empty": "nothing written",
    "results.title": "Scores",
    "results.shake": "Shake {number}",
    "results.total": "Total",
    "results.match-points": "Match points",
    # Dialogs
    "question.title": "Please say what happened",
    "question.picture": "The picture that the question is about",
    "keypad.title": "{name} writes",
    "keypad.text": "What has been typed",
    "keypad.backspace": "Rub out",
    "keypad.clear": "Clear",
    "keypad.aside": "Put aside",
    "keypad.gone": "This cannot be handed in any more.",
    "picture.title": "Picture of the mat",
    "picture.overlay": "Show what was read",
    "picture.close": "Close",
    "picture.broken": "This picture cannot be shown.",
    # The simulated table
    "hands.title": "Hands",
    "hands.sheet": "The sheet with its cubes",
    "hands.roll": "Roll the cubes",
    "hands.turn": "Turn the cube",
    "hands.block-up": "The block is up: put it back",
    "hands.block-down": "Lift the block",
    "hands.seat": "Seat {seat}",
    "hands.judge": "Call a judge",
    "hands.display": "Digital timer",
    "hands.help": "Drag a cube. Tap it twice to turn it. Keys: Enter lifts and drops, arrows move, R turns.",
    # The score sheet
    "sheet.title": "Score sheet",
    "sheet.print": "Print",
    "sheet.back": "Back to the table",
    "sheet.player": "Player",
    "sheet.seat": "Seat",
    "sheet.shake": "Shake {number}",
    "sheet.penalties": "Penalties",
    "sheet.of-shake": "(penalties {points})",
    "sheet.total": "Total",
    "sheet.match-points": "Match points",
    "sheet.open": "The match is not over: these scores may still change.",
    "sheet.no-shakes": "No shake is over yet.",
    "sheet.penalty-list": "List of penalties",
    "sheet.why": "Reason",
    "sheet.points": "Points",
    "sheet.status": "Status",
    "sheet.initials": "Initials",
    "sheet.signatures": "Signatures",
    "sheet.signature": "Signature of {name}",
    "sheet.signed": "✓ signed on the screen",
    "sheet.journal": "Journal: row {row}, {hash}",
    "sheet.judge": "Signature of the judge",
    # Pages and errors
    "page.judge": "The judge's page",
    "page.audit": "The audit page",
    "page.setup": "The set-up page",
    "page.check": "The adjudicator's page",
    "status.not-found": "Not here",
    "status.not-built": "Not built yet",
    "status.wrong": "That did not work",
    "status.broken": "Something broke",
    "error.back": "To the table",
    "error.not-built": "{page} is planned, but not built yet.",
    "error.not-json": "The request must be JSON.",
    "error.other-origin": "This request comes from another site's page and was refused.",
    "error.not-found": "There is no such page.",
    "error.not-allowed": "This page cannot be asked in that way.",
    "error.too-large": "The request is too large.",
    "error.internal": "The table has written down what went wrong. Please try again.",
    "error.no-snapshot": "There is no such picture.",
    "error.no-reading": "Nothing was read from this picture.",
    "error.no-match": "There is no match yet, so there is no score sheet.",
    "error.not-simulated": "This table has real hardware; it is moved by real hands.",
}


def say(key: str, **values: str | int) -> str:
    """The text of that key with its values filled in; MisuseError for a key or value that does not fit.

    >>> say("start.name", seat=2)
    'Player 2'
    """
    text = TEXTS.get(key)
    if text is None:
        raise MisuseError(f"no page text for {key!r}")
    try:
        return text.format_map(values)
    except KeyError as missing:
        raise MisuseError(f"{key!r} has no value {missing}") from None
