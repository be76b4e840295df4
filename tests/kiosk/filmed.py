"""A match with evidence, for whatever looks back at one: pictures really drawn and read, questions, a clip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2

from kiosk.clock import HandClock
from kiosk.evidence import CLIPS, SNAPSHOTS
from kiosk.journal import Journal
from kiosk.questions import note_text
from kiosk.record import Record
from kiosk.words import WORDS
from rules.cubes import EQUATIONS_KIT
from rules.games import GAMES
from rules.mat import Goal, Section
from vision.clip_ring import Kept
from vision.clips import ClipStore
from vision.draw import draw_table
from vision.layout import load_layout
from vision.plain_reader import PlainReader
from vision.recording import About
from vision.simulated import SimulatedMat
from vision.snapshots import ReadBy, SnapshotStore

RULESET = "mlag-basic-equations-2018"
ROLL = "R2 R3 R+ R0 B1 B2 Bx G4 G6 K7 K8 K÷"
NAMES = ("Ann", "Ben", "Cy")
LAYOUT = load_layout()


class Film:
    """A journal that is being written, with the camera's pictures of each mat."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = HandClock()
        self.journal = Journal(folder, self.clock)
        self.record = Record(self.journal, GAMES, self.clock)
        self.snapshots = SnapshotStore(folder / SNAPSHOTS, ReadBy("plain-3f2a", "c41b"))
        self.clips = ClipStore(folder / CLIPS)
        self._reader = PlainReader(load_layout(), EQUATIONS_KIT)
        self.table = SimulatedMat(cubes=())
        #: The picture in which mat and record last agreed.
        self.agreed: str | None = None
        self.t_s = 0.0

    # -- the camera ----------------------------------------------------------------------------------

    def picture(self) -> str:
        """The hash of a picture of the table as it lies."""
        image = draw_table(self.table.cubes, LAYOUT)
        return self.snapshots.keep(image, self._reader.read(image))

    def lay(self, cube: str, start: str, end: str) -> None:
        """A hand moves a cube."""
        found = self.table.find(EQUATIONS_KIT.parse(cube), Section(start), LAYOUT, EQUATIONS_KIT)
        self.table = self.table.moved(found.id, Section(end), layout=LAYOUT)

    def seen(self) -> dict[str, str]:
        """The mat as the camera sees it."""
        return self._reader.read(draw_table(self.table.cubes, LAYOUT)).mat(EQUATIONS_KIT).to_json()

    def clip(self, reason: str, t_s: float, pictures: Sequence[str]) -> str:
        """A clip of these pictures, five a second, about that moment; the journal names it."""
        at_us = round(t_s * 1_000_000)
        frames = [
            Kept(at_us + round((number - len(pictures) / 2) * 200_000), _plain_jpeg(self.snapshots.path(name)))
            for number, name in enumerate(pictures)
        ]
        name = self.clips.keep(reason, at_us, frames, About(reader="plain-3f2a"))
        self.note("table", "clip-kept", reason=reason, t=round(t_s * 1000), clip=name, frames=len(frames))
        return name

    # -- the journal ---------------------------------------------------------------------------------

    def begin(self, division: str = "junior", names: Sequence[str] = NAMES) -> None:
        self.t_s = 0.0
        self.record.begin({"ruleset": RULESET, "division": division, "names": list(names)})

    def event(self, after_s: float, name: str, *, actor: str = "screen", seen: bool = False, **fields: Any) -> int:
        """An event so long after the last one; `seen`: by the camera, with pictures before and after. Gives its row."""
        self.t_s += after_s
        self.clock.move(after_s)
        event = self.record.running()[0].game.vocabulary.event({"event": name, **fields})
        pictures: tuple[str, ...] = ()
        if seen:
            self._lie_so(name, fields)
            after = self.picture()
            pictures = (after,) if self.agreed is None else (self.agreed, after)
            self.agreed = after
        self.record.write(event, self.record.at_us(round(self.t_s * 1000)), actor, pictures)
        return self.journal.seq

    def _lie_so(self, name: str, fields: Mapping[str, Any]) -> None:
        """The table lies as it does once that has happened."""
        if name == "cubes-rolled":
            self.table = SimulatedMat.placed({"resources": fields["resources"]}, EQUATIONS_KIT, LAYOUT)
        elif name == "goal-set":
            self.table = self.table.goal_laid(Goal.parse(fields["goal"], EQUATIONS_KIT), EQUATIONS_KIT, LAYOUT)
        elif name == "cube-moved":
            self.lay(fields["cube"], fields["from"], fields["to"])

    def note(self, actor: str, what: str, *, snapshots: tuple[str, ...] = (), **fields: Any) -> int:
        self.journal.append(actor, "note", note_text(what, **fields), snapshots=snapshots)
        return self.journal.seq

    def asked(self, number: int, text: str, answer: str, *, by: str = "screen", unsure: bool = False) -> None:
        """People were asked, and have answered four seconds later."""
        options = [WORDS["unsure-yes"], WORDS["unsure-no"]] if unsure else [answer, "I have put it back"]
        # As `kiosk/questions.py` writes it: by seats, and with a mark for each.
        plain = text.replace("{", "").replace("}", "")
        asked: dict[str, Any] = {"id": str(number), "asker": "camera", "text": plain, "options": options}
        asked["named"] = [text, *options]
        self.note("table", "question-asked", **asked)
        self.clock.move(4)
        self.note(by, "question-answered", **asked, answer=options[0] if unsure else answer)

    def close(self) -> None:
        self.journal.close()


def film_match(folder: Path) -> Film:
    """A shake with moves seen by the camera, one of them asked about, one refused, mat and record out of step, a
    challenge with a clip, a rejected Equation and a judge's ruling, and a penalty for time. The journal stays open."""
    film = Film(folder)
    film.begin()
    film.event(1, "shake-started", goal_setter="A")
    film.event(5, "cubes-rolled", actor="camera", seen=True, resources=ROLL, partial=True)
    film.event(20, "goal-set", actor="camera", seen=True, player="A", goal="G6")
    _move(film, 30, "B", "R2", "required")
    film.asked(1, "The camera is not quite sure. Is this right? {C} moves blue x to Required.", "", unsure=True)
    _move(film, 20, "C", "Bx", "required")
    refused: dict[str, Any] = {"from": "resources", "to": "permitted"}
    film.event(5, "cube-moved", player="B", cube="R3", **refused)
    film.lay("K7", "resources", "permitted")
    film.lay("K8", "resources", "permitted")
    apart = (film.agreed or "", film.picture())
    _, view = film.record.running()
    assert view.mat is not None
    film.note("camera", "out-of-step", snapshots=apart, record=view.mat.to_json(), seen=film.seen())
    film.asked(2, "Two cubes have been moved. Which one counts?", "K7 to Permitted", by="judge:LK")
    film.lay("K8", "permitted", "resources")
    film.lay("K7", "permitted", "resources")
    _move(film, 100, "A", "K7", "permitted")
    film.event(8, "block-lifted", actor="box", player="B")
    lifted_s = film.t_s
    film.event(6, "challenge-stated", player="B", challenge="now")
    film.clip("block-lifted", lifted_s, [film.agreed or "", apart[1], apart[0]] * 4)
    film.event(40, "third-party-decided", player="C", presents=False)
    film.event(20, "equation-presented", player="B", equation="2x3=6")
    film.event(10, "equation-checked", writer="B", by="A", accepted=False)
    film.event(10, "equation-checked", writer="B", by="C", accepted=True)
    return film


def _move(film: Film, after_s: float, player: str, cube: str, to: str) -> None:
    places: dict[str, Any] = {"from": "resources", "to": to}
    film.event(after_s, "cube-moved", actor="camera", seen=True, player=player, cube=cube, **places)


def _plain_jpeg(path: Path) -> bytes:
    """The picture as the ring keeps it: smaller, without a reading."""
    image = cv2.imread(str(path), cv2.IMREAD_REDUCED_COLOR_2)
    assert image is not None
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])
