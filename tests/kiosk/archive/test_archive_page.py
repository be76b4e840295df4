"""docs/archive.md is enough: an archive is checked by a program that has nothing of ours but that page."""

from __future__ import annotations

import hashlib
import io
import json
import re
import struct
import zipfile
import zlib

from kiosk.archive.manifest import FORMAT, Manifest
from kiosk.archive.refusals import Why
from tests.kiosk.test_journal_page import hashed, quoted
from tests.repo.project import ROOT

TEXT = (ROOT / "docs" / "archive.md").read_text(encoding="utf-8")
COLUMNS = ("seq", "mono_us", "wall", "boot", "actor", "kind", "body", "snapshots", "rulings", "before")


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def check(content: bytes) -> dict[str, bytes]:
    """The members of an archive that is whole, by the page alone."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        infos = packed.infolist()
        members = {info.filename: packed.read(info) for info in infos}
    body = b"".join(
        b"PK\3\4"
        + struct.pack("<HHHHHIIIHH", 10, 0, 0, 0, 0x21, zlib.crc32(data), len(data), len(data), len(name), 0)
        + name.encode()
        + data
        for name, data in members.items()
    )
    assert content.startswith(body)
    assert len(content) == len(body) + sum(46 + len(name) for name in members) + 22
    assert {(info.compress_type, info.date_time, info.extra, info.comment) for info in infos} == {
        (0, (1980, 1, 1, 0, 0, 0), b"", b"")
    }
    manifest = json.loads(members["manifest.json"])
    order = ["manifest.json", *(["signature.json"] if "signature.json" in members else [])]
    assert list(members) == [*order, *(file["name"] for file in manifest["files"])]
    for file in manifest["files"]:
        assert (len(members[file["name"]]), sha(members[file["name"]])) == (file["bytes"], file["sha256"])
    before, seq = manifest["before"], manifest["first"]
    seals: dict[tuple[str, int, str], str] = {}
    named = set()
    for line in members["rows.jsonl"].split(b"\n")[:-1]:
        row = json.loads(line)
        assert (row["seq"], row["before"]) == (seq, before)
        columns = [row[name] for name in COLUMNS]
        columns[7] = json.dumps(columns[7], separators=(",", ":"))
        before, seq = sha(hashed(tuple(columns))), seq + 1
        assert row["hash"] == before
        named |= {f"snapshots/{digest}.jpg" for digest in row["snapshots"]}
        note = json.loads(row["body"])
        if note.get("note") == "clip-kept":
            clip = json.loads(members[f"clips/{note['clip']}.json"])
            named |= {f"clips/{note['clip']}.json", *(f"clips/{frame['file']}" for frame in clip["frames"])}
        if note.get("note") in ("names", "initials"):
            kind = {"names": "name"}.get(note["note"], "initials")
            seals |= {(kind, note["match"], seat): seal for seat, seal in note["seals"].items()}
    assert (seq - 1, before) == (manifest["last"], manifest["head"])
    assert {name for name in members if "/" in name} == named
    for each in json.loads(members.get("names.json", b"[]")):
        text = ",".join([str(each["match"]), *(quoted(each[key]) for key in ("seat", "salt", "name"))])
        assert seals[each["kind"], each["match"], each["seat"]] == sha(f"[{text}]".encode())
    return members


def test_an_archive_is_checked_by_the_page_alone(good: bytes, whole: bytes) -> None:
    assert "signature.json" in check(good)
    assert json.loads(check(whole)["manifest.json"])["before"] == "0" * 64


def test_the_page_has_every_key_and_every_code() -> None:
    keys = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", TEXT.split("## The manifest")[1].split("## ")[0], re.MULTILINE)
    assert [key.strip("`") for line in keys for key in line.split(", ")] == list(Manifest.__struct_fields__)
    codes = re.findall(r"^\| `([a-z-]+)` \|", TEXT.split("## Importing")[1], re.MULTILINE)
    assert codes == [why.value for why in Why]
    assert f"`{FORMAT}`" in TEXT
