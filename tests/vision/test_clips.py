"""Clips: kept by their hashes, verified, and removed in order when room is needed."""

from __future__ import annotations

import hashlib
import os
import tracemalloc
from pathlib import Path

import pytest

from rules.errors import BadRequest
from vision.clip_ring import Kept
from vision.clips import ClipStore
from vision.recording import About, FrameLine, open_recording, read_manifest

ABOUT = About(camera={"kind": "usb"}, reader="net-1", calibration="abc")
#: Any bytes are a frame here: nobody decodes them.
FRAMES = [Kept(1000 * k, bytes([k]) * 1000) for k in range(10)]


@pytest.fixture
def store(tmp_path: Path) -> ClipStore:
    return ClipStore(tmp_path / "data" / "clips")


def keep(store: ClipStore, reason: str, frames: list[Kept], written_s: float) -> str:
    name = store.keep(reason, 5, frames, ABOUT)
    os.utime(store.path(name), (written_s, written_s))
    return name


def test_a_clip_is_a_list_of_frames_by_their_hashes(store: ClipStore) -> None:
    name = store.keep("block-lifted", 5, [FRAMES[1], FRAMES[2], Kept(9000, FRAMES[1].jpeg)], ABOUT)
    assert hashlib.sha256(store.path(name).read_bytes()).hexdigest() == name
    manifest = read_manifest(store.path(name))
    one, two = (hashlib.sha256(FRAMES[k].jpeg).hexdigest() + ".jpg" for k in (1, 2))
    assert manifest.frames == (FrameLine(one, 1000), FrameLine(two, 2000), FrameLine(one, 9000))
    assert (manifest.reason, manifest.at_us, manifest.about) == ("block-lifted", 5, ABOUT)
    assert sorted(path.name for path in store.folder.iterdir()) == sorted([one, two, f"{name}.json"])
    assert store.verify(name)
    assert open_recording(store.path(name)).about == ABOUT


def test_a_changed_byte_or_a_missing_frame_is_noticed(store: ClipStore) -> None:
    name = store.keep("x", 5, FRAMES[:2], ABOUT)
    file = store.folder / read_manifest(store.path(name)).frames[0].file
    data = file.read_bytes()
    file.write_bytes(data[:-1] + b"!")
    assert not store.verify(name)
    file.unlink()
    assert not store.verify(name)
    file.write_bytes(data)
    assert store.verify(name)
    store.path(name).write_bytes(store.path(name).read_bytes() + b" ")
    assert not store.verify(name)
    assert not store.verify("0" * 64)


def test_while_everything_fits_no_list_is_read(store: ClipStore, caplog: pytest.LogCaptureFixture) -> None:
    """A table that plays all day keeps hundreds of clips; looking whether there is room must not take them all in."""
    name = store.keep("x", 5, FRAMES[:2], ABOUT)
    store.path(name).write_bytes(b"no list at all")
    assert store.tidy(frozenset(), most_bytes=store.size(), since_s=0) == ()
    assert caplog.records == []
    assert store.tidy(frozenset(), most_bytes=0, since_s=0) == ()
    assert len(caplog.records) == 1


def test_a_clip_takes_the_room_of_its_frames_and_its_list(store: ClipStore) -> None:
    name = store.keep("x", 5, [FRAMES[0], FRAMES[1], FRAMES[0]], ABOUT)
    assert store.size_of(name) == store.size()
    assert store.size_of("0" * 64) == 0


def test_no_frame_is_no_clip_and_a_name_is_a_hash(store: ClipStore) -> None:
    with pytest.raises(BadRequest, match="no picture of that moment"):
        store.keep("x", 5, [], ABOUT)
    with pytest.raises(BadRequest, match="64 hexadecimal digits"):
        store.path("../journal")
    assert store.all() == []
    assert store.size() == 0
    assert store.tidy(frozenset(), most_bytes=0, since_s=0) == ()


def test_the_oldest_go_first_and_what_the_journal_names_stays(store: ClipStore) -> None:
    names = [keep(store, f"clip {k}", FRAMES[2 * k : 2 * k + 2], 100.0 + k) for k in range(4)]
    assert [clip.name for clip in store.all()] == names
    assert store.tidy(frozenset(), most_bytes=store.size(), since_s=0) == ()
    # Two clips and a bit fit; the first is named.
    gone = store.tidy({names[0]}, most_bytes=store.size() // 2 + 600, since_s=0)
    assert gone == (names[1], names[2])
    assert store.verify(names[0])
    assert store.verify(names[3])
    assert len(list(store.folder.iterdir())) == 6
    assert store.tidy(set(names), most_bytes=0, since_s=1e12) == (), "whatever they take"


def test_what_is_too_old_goes_even_if_there_is_room(store: ClipStore) -> None:
    old, named, new = (keep(store, f"{k}", FRAMES[k : k + 1], 100.0 * k) for k in (1, 2, 3))
    assert store.tidy({named}, most_bytes=10**9, since_s=250.0) == (old,)
    assert [clip.name for clip in store.all()] == [named, new]


def test_a_frame_of_two_clips_stays_with_the_one_that_stays(store: ClipStore) -> None:
    old = keep(store, "old", FRAMES[:3], 100.0)
    new = keep(store, "new", FRAMES[2:5], 200.0)
    assert store.tidy(frozenset(), most_bytes=store.size() - 1, since_s=0) == (old,)
    assert store.verify(new)
    assert len(list(store.folder.glob("*.jpg"))) == 3


def test_a_frame_that_a_named_clip_has_too_stays(store: ClipStore) -> None:
    loose = [keep(store, f"loose {k}", FRAMES[k : k + 3], 100.0 + k) for k in (0, 2)]
    named = keep(store, "named", FRAMES[1:3], 50.0)
    assert store.tidy({named}, most_bytes=0, since_s=0) == tuple(loose)
    assert store.verify(named)
    assert len(list(store.folder.glob("*.jpg"))) == 2


def test_where_all_are_named_no_list_is_read(store: ClipStore, caplog: pytest.LogCaptureFixture) -> None:
    """More than there is room for, and nothing to remove: that is so with every clip from then on."""
    name = store.keep("x", 5, FRAMES[:2], ABOUT)
    store.path(name).write_bytes(b"no list at all")
    assert store.tidy({name}, most_bytes=0, since_s=0) == ()
    assert caplog.records == []


def test_what_is_no_clip_is_left_alone(store: ClipStore) -> None:
    name = keep(store, "x", FRAMES[:1], 100.0)
    (store.folder / "notes.json").write_text("{}")
    assert [clip.name for clip in store.all()] == [name]


def test_measuring_the_folder_takes_no_more_memory_the_more_it_holds(store: ClipStore) -> None:
    """It is measured with every clip: what that took would grow with the day."""
    store.folder.mkdir(parents=True)
    for number in range(2000):
        (store.folder / f"{number:064}.jpg").touch()
    tracemalloc.start()
    try:
        assert store.size() == 0
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 50_000
