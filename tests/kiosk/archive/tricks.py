"""The hostile archives: each a named trick, made from a good archive, with the code that it must be refused by."""

from __future__ import annotations

import gzip
import io
import json
import struct
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import cv2

from kiosk.archive.signing import Signature, signed
from tests.kiosk.archive.forge import Forge, packed, plain, sha
from tests.kiosk.archive.made import frame, picture

Trick = tuple[str, bytes]
PATHS = (
    "../evil",
    "../../evil",
    "/evil",
    "/etc/passwd",
    "..\\evil",
    "C:\\evil",
    "C:/evil",
    "\\\\host\\evil",
    "./rows.jsonl",
    "snapshots/../../evil",
    "snapshots/..",
    "snapshots/",
    "rows.jsonl/",
    "ROWS.JSONL",
    "rows.jsonl.",
    "rows.jsonl ",
    "journal.db",
    "journal.head",
    "people.db",
    "archive.key",
    "archive.json",
    "lock",
    ".lock",
    ".incoming-x/evil",
    "CON",
    "imported/evil",
    "snapshots/evil.jpg",
    "snapshots/" + "A" * 64 + ".jpg",
    "snapshots/" + "0" * 64 + ".png",
    "clips/" + "0" * 64 + ".jpg.exe",
    "snapshots/" + "0" * 64 + ".json",
    "~/evil",
    "$HOME/evil",
    "%2e%2e/evil",
    "a\tb",
)


def corpus(good: bytes, whole: bytes) -> dict[str, Trick]:
    """Every trick by its name: the code of its refusal, and the file."""
    found: dict[str, Trick] = {}
    for family in (
        _files,
        _zip_fields,
        _zip_programs,
        _names_of_members,
        _manifests,
        _rows,
        _people,
        _pictures,
        _signatures,
    ):
        for name, code, content in family(good, whole):
            assert name not in found, name
            found[name] = (code, content)
    return found


def _files(good: bytes, whole: bytes) -> Iterator[tuple[str, str, bytes]]:
    tape = io.BytesIO()
    with tarfile.open(fileobj=tape, mode="w") as tar:
        tar.addfile(tarfile.TarInfo("../evil"))
    none = "not-an-archive"
    others = {
        "nothing": b"",
        "a byte": b"P",
        "zeros": bytes(5000),
        "a gzip": gzip.compress(good),
        "a tar": tape.getvalue(),
        "a page": b"<!doctype html><script>alert(1)</script>",
        "a picture": frame(1),
        "a 7z": b"7z\xbc\xaf\x27\x1c" * 9,
        "a rar": b"Rar!\x1a\x07\x00" * 9,
        "a database": b"SQLite format 3\0" * 99,
        "an empty zip": packed([]),
        "a program": b"\x7fELF" + bytes(99),
        "JSON": b'{"format":"tablejudge archive 1"}',
    }
    for name, content in others.items():
        yield f"file: {name}", none, content
    yield "file: something before", none, b"#!/bin/sh\n" + good
    yield "file: a picture before", none, frame(1) + good
    for name, more in (("a byte", b"\0"), ("a line", b"\n"), ("itself", good), ("another one", whole)):
        yield f"file: {name} behind", "left-over", good + more
    for share in range(1, 20):
        yield f"file: cut at {share}/20", "cut-off", good[: len(good) * share // 20]
    for back in (1, 10, 22, 23, 60):
        yield f"file: {back} bytes short", "cut-off", good[:-back]


def _at(data: bytes, place: int, new: bytes) -> bytes:
    return data[:place] + new + data[place + len(new) :]


def _zip_fields(good: bytes, _: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Every field of the three kinds of record, with another value."""
    end = len(good) - 22
    directory = struct.unpack("<I", good[end + 16 : end + 20])[0]
    local = {
        "version": (4, 45),
        "flags": (6, 8),
        "utf-8": (6, 0x800),
        "encrypted": (6, 1),
        "strong": (6, 0x41),
        "deflated": (8, 8),
        "bzip2": (8, 12),
        "lzma": (8, 14),
        "zstd": (8, 93),
        "aes": (8, 99),
        "time": (10, 1),
        "day": (12, 0x22),
        "extra": (28, 4),
    }
    for name, (at, value) in local.items():
        yield f"zip: local {name}", "other-form", _at(good, at, struct.pack("<H", value))
    yield "zip: local packed size", "other-form", _at(good, 18, struct.pack("<I", 1))
    yield "zip: local zip64 sizes", "too-large", _at(good, 18, b"\xff" * 8)
    yield "zip: local check sum", "wrong-hash", _at(good, 14, b"\0\0\0\0")
    yield "zip: no name", "foreign-member", _at(good, 26, b"\0\0")
    yield "zip: an endless name", "foreign-member", _at(good, 26, b"\xff\xff")
    central = {
        "made by": 4,
        "version": 6,
        "flags": 8,
        "method": 10,
        "time": 12,
        "day": 14,
        "check sum": 16,
        "packed": 20,
        "size": 24,
        "name length": 28,
        "extra": 30,
        "comment": 32,
        "disk": 34,
        "internal": 36,
        "name": 46,
        "offset": 42,
    }
    for name, at in central.items():
        flipped = bytes([good[directory + at] ^ 1])
        yield f"zip: directory {name}", "other-form", _at(good, directory + at, flipped)
    kinds = {
        "link": 0o120777,
        "folder": 0o040755,
        "device": 0o020666,
        "pipe": 0o010666,
        "socket": 0o140777,
        "setuid": 0o104755,
        "program": 0o100755,
    }
    for name, mode in kinds.items():
        yield f"zip: a {name}", "other-form", _at(good, directory + 38, struct.pack("<I", mode << 16))
    for name, at in {"disk": 4, "start": 6, "here": 8, "entries": 10, "size": 12, "offset": 16, "comment": 20}.items():
        yield f"zip: end {name}", "other-form", _at(good, end + at, bytes([good[end + at] ^ 1]))
    yield (
        "zip: two members in one place",
        "other-form",
        _at(good, directory + 46 + len("manifest.json") + 42, b"\0\0\0\0"),
    )
    yield "zip: no directory", "cut-off", good[:directory] + good[end:]


def _zip_programs(good: bytes, _: bytes) -> Iterator[tuple[str, str, bytes]]:
    """The same members, packed by another program."""
    members = Forge(good).listed()

    def made(method: int, change: Callable[[zipfile.ZipInfo], object] = lambda _: None, comment: bytes = b"") -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", method) as packing:
            packing.comment = comment
            for name, content in members:
                info = zipfile.ZipInfo(name)
                info.compress_type = method
                change(info)
                packing.writestr(info, content)
        return out.getvalue()

    yield "program: deflated", "other-form", made(zipfile.ZIP_DEFLATED)
    yield "program: lzma", "other-form", made(zipfile.ZIP_LZMA)
    yield "program: stored", "other-form", made(zipfile.ZIP_STORED)
    yield "program: with a comment", "other-form", made(zipfile.ZIP_STORED, comment=b"PK\5\6")
    yield "program: with extra fields", "other-form", made(0, lambda info: setattr(info, "extra", b"\x99\x99\0\0"))
    yield "program: with links", "other-form", made(0, lambda info: setattr(info, "external_attr", 0o120777 << 16))
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packing:
        packing.writestr("manifest.json", b" " * 50_000_000)
    yield "program: a bomb", "other-form", bomb.getvalue()


def _forged(good: bytes, change: Callable[[Forge], object]) -> bytes:
    forge = Forge(good)
    change(forge)
    return forge.pack()


def _names_of_members(good: bytes, _: bytes) -> Iterator[tuple[str, str, bytes]]:
    for path in PATHS:

        def last(forge: Forge, path: str = path) -> None:
            forge.last_members = lambda members: members.append((path, b"evil"))

        def listed(forge: Forge, path: str = path) -> None:
            entry = {"name": path, "bytes": 4, "sha256": sha(b"evil")}
            forge.last_manifest = lambda manifest: manifest["files"].append(entry)
            forge.last_members = lambda members: members.append((path, b"evil"))

        def first(forge: Forge, path: str = path) -> None:
            forge.last_members = lambda members: members.__setitem__(0, (path, members[0][1]))

        yield f"member: {path!r} at the end", "foreign-member", _forged(good, last)
        yield f"member: {path!r} in the manifest", "foreign-member", _forged(good, listed)
        if path.isprintable():
            yield f"member: {path!r} as the manifest", "not-an-archive", _forged(good, first)

    def moved(forge: Forge, change: Callable[[list[Any]], object]) -> None:
        forge.last_members = change

    moves: dict[str, Callable[[list[Any]], object]] = {
        "rows twice": lambda members: members.insert(2, members[1]),
        "a manifest twice": lambda members: members.insert(1, members[0]),
        "no rows": lambda members: members.pop(1),
        "no last picture": lambda members: members.pop(),
        "in another order": lambda members: members.insert(1, members.pop()),
        "pictures swapped": lambda members: members.__setitem__(
            slice(-2, None), [(members[-2][0], members[-1][1]), (members[-1][0], members[-2][1])]
        ),
        "an archive inside": lambda members: members.append(("nested.zip", good)),
    }
    for name, move in moves.items():
        code = "wrong-hash" if name == "pictures swapped" else "foreign-member"
        yield f"member: {name}", code, _forged(good, lambda forge, move=move: moved(forge, move))


def _manifests(good: bytes, _: bytes) -> Iterator[tuple[str, str, bytes]]:
    bad, zeros = "bad-manifest", "0" * 64
    changes: dict[str, tuple[str, dict[str, Any]]] = {
        "another form": ("other-version", {"format": "tablejudge archive 2"}),
        "a form that is none": ("other-version", {"format": "x" * 5000}),
        "a form that is a number": (bad, {"format": 1}),
        "something more": (bad, {"evil": 1}),
        "something deep": (bad, {"evil": json.loads("[" * 900 + "]" * 900)}),
        "another kind": (bad, {"what": "evil"}),
        "a match as a journal": (bad, {"what": "journal"}),
        "a table of two lines": (bad, {"table": "Table 7\nTable 8"}),
        "an endless table": (bad, {"table": "x" * 101}),
        "a maker with a bell": (bad, {"made_by": "\x07"}),
        "no first row": (bad, {"first": 0}),
        "a negative row": (bad, {"first": -5}),
        "a huge row": (bad, {"last": 10**18}),
        "a row that is a text": (bad, {"first": "1"}),
        "a head that is none": (bad, {"head": "x" * 64}),
        "a head in capitals": (bad, {"head": "A" * 64}),
        "a short hash": (bad, {"before": "0" * 63}),
        "a beginning in the middle": (bad, {"before": zeros}),
        "no match": (bad, {"matches": []}),
        "a match elsewhere": (bad, {"matches": [1]}),
        "two matches": (bad, {"matches": [5, 6]}),
        "no schema": (bad, {"schema": 0}),
        "a huge schema": (bad, {"schema": 10**9}),
        "missing what nobody named": (bad, {"missing": [zeros]}),
        "missing what is no hash": (bad, {"missing": ["../evil"]}),
        "names left out but there": (bad, {"names": "left-out"}),
        "names that are both": (bad, {"names": "both"}),
        "no files": (bad, {"files": []}),
        "files that are none": (bad, {"files": None}),
        "another head": ("broken-chain", {"head": "1" * 64}),
        "another hash before": ("broken-chain", {"before": "1" * 64}),
    }
    for name, (code, fields) in changes.items():

        def change(forge: Forge, fields: dict[str, Any] = fields) -> None:
            forge.last_manifest = lambda manifest: manifest.update(fields)

        yield f"manifest: {name}", code, _forged(good, change)

    def one_file(forge: Forge, **fields: Any) -> None:
        forge.last_manifest = lambda manifest: manifest["files"][-1].update(fields)

    yield "manifest: a size that lies", "wrong-hash", _forged(good, lambda forge: one_file(forge, bytes=1))
    yield "manifest: a negative size", "too-large", _forged(good, lambda forge: one_file(forge, bytes=-1))
    yield "manifest: a huge size", "too-large", _forged(good, lambda forge: one_file(forge, bytes=1 << 40))
    yield "manifest: another hash", "wrong-hash", _forged(good, lambda forge: one_file(forge, sha256="1" * 64))
    yield "manifest: a hash that is none", bad, _forged(good, lambda forge: one_file(forge, sha256="x"))
    texts: dict[str, Callable[[bytes], bytes]] = {
        "white space": lambda text: text.replace(b",", b", ", 1),
        "a key twice": lambda text: text.replace(b'"what":"match"', b'"what":"journal","what":"match"'),
        "a mark at its beginning": lambda text: b"\xef\xbb\xbf" + text,
        "bytes that are no text": lambda text: text.replace(b"Table 7", b"\xff\xfe"),
        "nothing": lambda _: b"",
        "a list": lambda text: b"[" + text + b"]",
        "depth": lambda _: b"[" * 100_000,
        "an end that is missing": lambda text: text[:-1],
    }
    for name, spoil in texts.items():
        yield f"manifest: {name}", bad, _forged(good, lambda forge, spoil=spoil: setattr(forge, "last_text", spoil))


def _rows(good: bytes, whole: bytes) -> Iterator[tuple[str, str, bytes]]:
    row_changes: dict[str, tuple[str, dict[str, Any]]] = {
        "another kind": ("bad-row", {"kind": "evil"}),
        "a time that is none": ("bad-row", {"wall": "yesterday"}),
        "a time of another zone": ("bad-row", {"wall": "2026-01-01T00:00:00.000+01:00"}),
        "a negative clock": ("bad-row", {"mono_us": -1}),
        "a huge clock": ("bad-row", {"mono_us": 2**63}),
        "an actor of two lines": ("bad-row", {"actor": "a\nb"}),
        "an endless actor": ("bad-row", {"actor": "x" * 201}),
        "a body that is none": ("bad-row", {"body": "{"}),
        "a body that is a list": ("bad-row", {"body": "[]"}),
        "a body of two minds": ("bad-row", {"body": '{"t":1,"event":"tick","event":"tick"}'}),
        "a deep body": ("bad-row", {"body": '{"event":' + "[" * 50 + "]" * 50 + "}"}),
        "a bottomless body": ("bad-row", {"body": "[" * 50_000}),
        "an endless body": ("bad-row", {"body": json.dumps({"t": 1, "event": "x" * 600_000})}),
        "no event": ("bad-row", {"body": '{"t":1}'}),
        "an event that is a number": ("bad-row", {"body": '{"t":1,"event":7}'}),
        "an unknown event": ("cannot-be-folded", {"body": '{"t":1,"event":"evil"}'}),
        "an event without its fields": ("cannot-be-folded", {"body": '{"t":1,"event":"cube-moved"}'}),
        "a time that falls": ("cannot-be-folded", {"body": '{"t":0,"event":"tick"}'}),
        "a time beyond all": ("cannot-be-folded", {"body": '{"t":1e300,"event":"tick"}'}),
        "an undoing of nothing": (
            "cannot-be-folded",
            {"body": '{"t":5,"event":"event-undone","line":99,"judge":"L","why":""}'},
        ),
        "rulings that are none": ("bad-row", {"rulings": "{}"}),
        "rulings of numbers": ("bad-row", {"rulings": "[1]"}),
        "a ruling that says nothing": ("bad-row", {"rulings": '[{"refuses":false}]'}),
        "a ruling that may refuse": ("bad-row", {"rulings": '[{"refuses":"maybe","code":"x"}]'}),
        "a penalty that is none": ("bad-row", {"rulings": '[{"penalty":7,"refuses":false}]'}),
        "points for nobody": ("bad-row", {"rulings": '[{"gained":{"Z":5},"refuses":false}]'}),
        "points and a shake": ("bad-row", {"rulings": '[{"gained":{},"struck":{},"refuses":false}]'}),
        "a snapshot with a path": ("bad-row", {"snapshots": ["../../evil"]}),
        "a hundred snapshots": ("bad-row", {"snapshots": ["0" * 64] * 100}),
        "a snapshot that is not there": ("no-evidence", {"snapshots": ["0" * 64]}),
    }
    for name, (code, columns) in row_changes.items():

        def change(forge: Forge, columns: dict[str, Any] = columns) -> None:
            forge.row("goal-set").update(columns)

        yield f"row: {name}", code, _forged(good, change)
    notes: dict[str, Any] = {
        "of nothing": {},
        "with a number": {"note": 7},
        "with a path": {"note": "../evil"},
        "of names without seals": {"note": "names"},
        "of seals that are none": {"note": "names", "match": 2, "seals": {"A": "x"}},
        "of a clip with a path": {"note": "clip-kept", "clip": "../evil", "reason": "", "t": 0, "frames": 1},
        "of a clip without a name": {"note": "clip-kept"},
        "of erasing nobody": {"note": "names-erased", "seats": [[1]]},
        "of versions that are none": {"note": "versions", "versions": 7},
        "of no score": {"note": "score-confirmed"},
        "of a score for nobody": {"note": "score-confirmed", "judge": "L", "versions": {}, "score": {"totals": {}}},
        "of opening nothing": {"note": "journal-reopened"},
    }
    for name, body in notes.items():
        yield f"row: a note {name}", "bad-row", _forged(good, lambda forge, body=body: forge.append("note", body))
    opening = {"t": 0, "event": "match-started", "ruleset": "mlag-basic-equations-2018", "players": ["A", "B"]}
    yield (
        "row: another match",
        "foreign-row",
        _forged(
            good,
            lambda forge: (
                forge.append("event", opening),
                setattr(forge, "last_manifest", lambda m: m.update(matches=m["matches"][:1])),
            ),
        ),
    )
    yield (
        "row: an event before the match",
        "foreign-row",
        _forged(good, lambda forge: forge.insert(0, forge.row("goal-set"))),
    )
    yield (
        "row: a note before the match",
        "foreign-row",
        _forged(
            good,
            lambda forge: forge.insert(
                0, forge.rows[-1], kind="note", body='{"note":"part"}', snapshots=[], rulings="[]"
            ),
        ),
    )
    unknown = plain(opening | {"ruleset": "evil"}).decode()
    yield (
        "row: an unknown game",
        "cannot-be-folded",
        _forged(good, lambda forge: forge.row("match-started").update(body=unknown)),
    )

    def unchained(change: Callable[[Forge], object]) -> bytes:
        """The rows as they were, with one thing changed and the chain left alone."""
        forge = Forge(good)
        forge.rechain()
        forge.rechained = False
        change(forge)
        return forge.pack()

    yield "row: changed", "broken-chain", unchained(lambda forge: forge.rows[4].update(actor="Eve"))
    yield "row: another hash", "broken-chain", unchained(lambda forge: forge.rows[4].update(hash="1" * 64))
    yield "row: another hash before", "broken-chain", unchained(lambda forge: forge.rows[4].update(before="1" * 64))
    yield "row: left out", "broken-chain", unchained(lambda forge: forge.rows.pop(4))
    yield "row: twice", "broken-chain", unchained(lambda forge: forge.rows.insert(4, forge.rows[4]))
    yield "row: swapped", "broken-chain", unchained(lambda forge: forge.rows.insert(4, forge.rows.pop(5)))
    yield "row: the end cut off", "foreign-row", unchained(lambda forge: forge.rows.pop())
    yield (
        "row: of another match",
        "broken-chain",
        unchained(lambda forge: forge.rows.__setitem__(4, Forge(whole).rows[4])),
    )
    yield "row: one more", "foreign-row", unchained(lambda forge: forge.rows.append(forge.rows[-1]))
    texts: dict[str, Callable[[bytes], bytes]] = {
        "no end": lambda text: text[:-1],
        "an empty line": lambda text: b"\n" + text,
        "nothing": lambda _: b"",
        "white space": lambda text: text.replace(b'"seq":', b'"seq": ', 1),
        "a list": lambda text: b"[" + text,
        "lines of DOS": lambda text: text.replace(b"\n", b"\r\n"),
        "zeros": lambda text: bytes(len(text)),
        "something more": lambda text: text.replace(b'{"seq"', b'{"evil":1,"seq"', 1),
        "one endless line": lambda _: b"x" * 2_000_000,
    }
    for name, spoil in texts.items():
        code = "foreign-row" if name == "nothing" else "bad-row"
        yield f"rows: {name}", code, _forged(good, lambda forge, spoil=spoil: setattr(forge, "rows_text", spoil))


def _people(good: bytes, _: bytes) -> Iterator[tuple[str, str, bytes]]:
    def first_name(**fields: Any) -> Callable[[Forge], object]:
        return lambda forge: forge.set_names(
            [{**each, **(fields if at == 0 else {})} for at, each in enumerate(forge.names())]
        )

    names: dict[str, Callable[[Forge], object]] = {
        "another name": first_name(name="Eve"),
        "another salt": first_name(salt="00"),
        "another seat": first_name(seat="AA"),
        "another match": first_name(match=1),
        "another kind": first_name(kind="evil"),
        "no name": first_name(name=""),
        "an endless name": first_name(name="x" * 31),
        "a name of two lines": first_name(name="A\nB"),
        "a number": first_name(name=7),
        "something more": first_name(evil=1),
        "no list": lambda forge: forge.set_names({}),
        "twice": lambda forge: forge.set_names(forge.names() * 2),
        "depth": lambda forge: forge.set_names([[[[]]]]),
        "in another order": lambda forge: forge.set_names(forge.names()[::-1]),
        "swapped": lambda forge: forge.set_names(
            [{**one, "name": other["name"]} for one, other in zip(forge.names(), forge.names()[::-1], strict=True)]
        ),
    }
    for name, change in names.items():
        yield f"names: {name}", "bad-name", _forged(good, change)
    settings: dict[str, bytes] = {
        "none": b"",
        "a list": b"[]",
        "no sections": b'{"a":1}',
        "twice": b'{"a":{},"a":{}}',
        "depth": b'{"a":' * 40,
        "endless depth": b"[" * 60_000,
        "no text": b"\xff",
        "infinity": b'{"a":{"b":Infinity}}',
    }
    for name, content in settings.items():

        def change_settings(forge: Forge, content: bytes = content) -> None:
            forge.members["settings.json"] = content

        yield f"settings: {name}", "bad-settings", _forged(good, change_settings)
    yield "settings: too much", "too-large", _forged(good, lambda forge: forge.settings({"a": {"b": "x" * 70_000}}))


def _sized(data: bytes, wide: int, high: int) -> bytes:
    at = data.index(b"\xff\xc0") + 5
    return _at(data, at, struct.pack(">HH", high, wide))


def _pictures(good: bytes, _: bytes) -> Iterator[tuple[str, str, bytes]]:
    snapshot = Forge(good).members[Forge(good).first("snapshots/", ".jpg")]
    progressive = cv2.imencode(".jpg", picture(4, 64), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    scan = frame(7)
    pictures: dict[str, bytes] = {
        "65535 x 65535": _sized(snapshot, 65535, 65535),
        "no width": _sized(snapshot, 0, 16),
        "no height": _sized(snapshot, 16, 0),
        "4097 wide": _sized(snapshot, 4097, 16),
        "progressive": progressive,
        "a PNG": cv2.imencode(".png", picture(1))[1].tobytes(),
        "a page": b"<svg onload=alert(1)>",
        "nothing": b"",
        "cut off": snapshot[:-20],
        "something behind": snapshot + b"PK\3\4",
        "an archive behind": snapshot + good[:500],
        "two pictures": snapshot + frame(2),
        "no reading": scan,
        "twelve bits": snapshot.replace(b"\xff\xc0\0\x11\x08", b"\xff\xc0\0\x11\x0c"),
        "four colours": snapshot.replace(b"\xff\xc0\0\x11\x08\0\x10\0\x10\x03", b"\xff\xc0\0\x11\x08\0\x10\0\x10\x04"),
        "arithmetic": snapshot.replace(b"\xff\xc0", b"\xff\xc9"),
        "lossless": snapshot.replace(b"\xff\xc0", b"\xff\xc3"),
        "a reading that is none": snapshot.replace(b'"goal":"G6"', b'"goal":{}  '),
        "a deep reading": b"\xff\xd8\xff\xfe"
        + struct.pack(">H", 60_021)
        + b"tablejudge reading "
        + b"[" * 60_000
        + scan[2:],
        "two scans": scan[:-2] + scan[scan.index(b"\xff\xda") :],
    }
    for name, content in pictures.items():
        yield f"snapshot: {name}", "bad-picture", _forged(good, lambda forge, new=content: forge.replace_snapshot(new))
    yield (
        "snapshot: too large",
        "too-large",
        _forged(good, lambda forge: forge.replace_snapshot(snapshot + bytes(17 << 20))),
    )
    for name in ("65535 x 65535", "progressive", "a page", "cut off", "something behind"):
        new = pictures[name]
        yield f"frame: {name}", "bad-picture", _forged(good, lambda forge, new=new: forge.replace_frame(new))

    def foreign(name: str, content: bytes) -> Callable[[Forge], object]:
        return lambda forge: forge.members.__setitem__(name, content)

    yield "evidence: nobody named", "foreign-evidence", _forged(good, foreign(f"snapshots/{sha(scan)}.jpg", scan))
    yield "evidence: a frame of no clip", "foreign-evidence", _forged(good, foreign(f"clips/{sha(scan)}.jpg", scan))
    clip = Forge(good).members[Forge(good).first("clips/", ".json")]
    yield (
        "evidence: a clip nobody named",
        "foreign-evidence",
        _forged(good, foreign(f"clips/{sha(clip + b' ')}.json", clip + b" ")),
    )
    yield "evidence: not under its hash", "wrong-hash", _forged(good, foreign(f"snapshots/{'1' * 64}.jpg", scan))
    for folder, ending in (("snapshots/", ".jpg"), ("clips/", ".json"), ("clips/", ".jpg")):

        def drop(forge: Forge, folder: str = folder, ending: str = ending) -> None:
            del forge.members[forge.first(folder, ending)]

        yield f"evidence: no {folder}*{ending}", "no-evidence", _forged(good, drop)

    def there_and_missing(forge: Forge) -> None:
        forge.manifest["missing"] = [forge.first("snapshots/", ".jpg")[10:-4]]

    yield "evidence: missing but there", "bad-manifest", _forged(good, there_and_missing)
    frames = json.loads(clip)
    clips: dict[str, bytes] = {
        "a list": b"[]",
        "nothing": b"",
        "no frames": plain(frames | {"frames": []}),
        "depth": b'{"a":' * 50,
        "a path": plain(frames | {"frames": [{"file": "../../evil.jpg", "at_us": 0}]}),
        "the journal": plain(frames | {"frames": [{"file": "journal.db", "at_us": 0}]}),
        "a key twice": clip.replace(b'{"reason"', b'{"reason":"x","reason"', 1),
        "many frames": plain(frames | {"frames": frames["frames"] * 1500}),
    }
    for name, content in clips.items():
        yield f"clip: {name}", "bad-clip", _forged(good, lambda forge, new=content: forge.replace_clip(new))


def _signatures(good: bytes, _: bytes) -> Iterator[tuple[str, str, bytes]]:
    forge = Forge(good)
    members = forge.listed()
    real = signed(members[0][1], b"f" * 32)
    contents: dict[str, bytes] = {
        "nothing": b"",
        "a list": b"[]",
        "another algorithm": Signature("none", real.key, real.signature).to_bytes(),
        "hmac": Signature("hmac", real.key, real.signature).to_bytes(),
        "no key": Signature("ed25519", "", "").to_bytes(),
        "a key that is none": Signature("ed25519", "zz", real.signature).to_bytes(),
        "capitals": Signature("ed25519", real.key.upper(), real.signature).to_bytes(),
        "another key": Signature("ed25519", "1" * 64, real.signature).to_bytes(),
        "of another content": signed(b"something else", b"f" * 32).to_bytes(),
        "zeros": Signature("ed25519", "0" * 64, "0" * 128).to_bytes(),
        "the neutral point": Signature("ed25519", "01" + "0" * 62, "01" + "0" * 126).to_bytes(),
        "something more": real.to_bytes()[:-1] + b',"evil":1}',
        "white space": real.to_bytes() + b"\n",
    }
    for name, content in contents.items():
        yield f"signature: {name}", "bad-signature", packed([members[0], ("signature.json", content), *members[1:]])
    yield "signature: endless", "too-large", packed([members[0], ("signature.json", b" " * 2000), *members[1:]])
    right = ("signature.json", real.to_bytes())
    yield "signature: twice", "foreign-member", packed([members[0], right, right, *members[1:]])
    yield "signature: at the end", "foreign-member", packed([*members, right])
    yield "signature: before the manifest", "not-an-archive", packed([right, *members])
