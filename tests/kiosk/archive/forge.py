"""A forger's bench: a good archive taken apart, changed anywhere, and put together again with everything else in order.

A trick shows only what it is about if all the rest is right: rows are chained anew and hashes reckoned anew, unless
the trick is about just that.
"""

from __future__ import annotations

import hashlib
import io
import json
import zlib
from collections.abc import Callable
from typing import Any

from kiosk.archive.manifest import MANIFEST, NAMES, ROWS, SETTINGS, SIGNATURE, in_order
from kiosk.archive.signing import signed
from kiosk.archive.zip_form import ZipReader, ZipWriter
from kiosk.journal import Row, row_hash

Json = dict[str, Any]


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def plain(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class Forge:
    """The parts of an archive. `pack` puts them together."""

    def __init__(self, good: bytes) -> None:
        self.members: dict[str, bytes] = {}
        for member in ZipReader(io.BytesIO(good)).members():
            self.members[member.name] = member.content(1 << 30)
        self.manifest: Json = json.loads(self.members.pop(MANIFEST))
        self.members.pop(SIGNATURE, None)
        self.rows: list[Json] = [json.loads(line) for line in self.members.pop(ROWS).splitlines()]
        self.signed = False
        #: Changes that are made when all else is in order: to the manifest, to its bytes, to the list of members.
        self.last_manifest: Callable[[Json], object] = lambda _: None
        self.last_text: Callable[[bytes], bytes] = lambda text: text
        self.last_members: Callable[[list[tuple[str, bytes]]], object] = lambda _: None
        self.rows_text: Callable[[bytes], bytes] = lambda text: text
        self.rechained = True

    # -- rows --------------------------------------------------------------------------------------

    def row(self, event: str) -> Json:
        """The first row of that event or note."""
        return next(row for row in self.rows if f'"{event}"' in row["body"])

    def set_body(self, row: Json, **fields: Any) -> None:
        row["body"] = plain(json.loads(row["body"]) | fields).decode()

    def insert(self, at: int, like: Json, **columns: Any) -> Json:
        row = {**like, **columns}
        self.rows.insert(at, row)
        return row

    def append(self, kind: str, body: object, **columns: Any) -> Json:
        like = {**self.rows[-1], "kind": kind, "snapshots": [], "rulings": "[]"}
        return self.insert(len(self.rows), like, body=plain(body).decode(), **columns)

    def rechain(self) -> None:
        """Number and hash the rows anew, and have the manifest say so."""
        before, seq = self.manifest["before"], self.manifest["first"]
        for row in self.rows:
            row["seq"], row["before"], row["hash"] = seq, before, ""
            row["hash"] = before = row_hash(Row(**{**row, "snapshots": tuple(row["snapshots"])}))
            seq += 1
        self.manifest["last"], self.manifest["head"] = seq - 1, before
        self.manifest["matches"] = [row["seq"] for row in self.rows if '"match-started"' in row["body"]]

    # -- files -------------------------------------------------------------------------------------

    def names(self) -> list[Json]:
        found: list[Json] = json.loads(self.members[NAMES])
        return found

    def set_names(self, names: object) -> None:
        self.members[NAMES] = plain(names)

    def settings(self, value: object) -> None:
        self.members[SETTINGS] = plain(value)

    def first(self, folder: str, ending: str) -> str:
        return next(name for name in self.members if name.startswith(folder) and name.endswith(ending))

    def replace_snapshot(self, content: bytes) -> None:
        """Another picture in place of the first, which the rows then name."""
        name = self.first("snapshots/", ".jpg")
        old, new = name[10:-4], sha(content)
        del self.members[name]
        self.members[f"snapshots/{new}.jpg"] = content
        for row in self.rows:
            row["snapshots"] = [new if digest == old else digest for digest in row["snapshots"]]

    def replace_frame(self, content: bytes) -> None:
        """Another frame in place of one of the clip's."""
        name = self.first("clips/", ".jpg")
        old, new = name[6:-4], sha(content)
        del self.members[name]
        self.members[f"clips/{new}.jpg"] = content
        clip = self.first("clips/", ".json")
        self.replace_clip(self.members[clip].replace(old.encode(), new.encode()))

    def replace_clip(self, content: bytes) -> None:
        """Another list of frames, which the rows then name."""
        name = self.first("clips/", ".json")
        old, new = name[6:-5], sha(content)
        del self.members[name]
        self.members[f"clips/{new}.json"] = content
        for row in self.rows:
            row["body"] = row["body"].replace(old, new)

    # -- together ----------------------------------------------------------------------------------

    def listed(self) -> list[tuple[str, bytes]]:
        """All members in order, the manifest last made."""
        if self.rechained:
            self.rechain()
        lines = b"".join(plain(row) + b"\n" for row in self.rows)
        self.members[ROWS] = self.rows_text(lines)
        names = in_order(list(self.members))
        self.manifest["files"] = [
            {"name": name, "bytes": len(self.members[name]), "sha256": sha(self.members[name])} for name in names
        ]
        self.last_manifest(self.manifest)
        text = self.last_text(plain(self.manifest))
        members = [(MANIFEST, text)]
        if self.signed:
            members.append((SIGNATURE, signed(text, b"f" * 32).to_bytes()))
        members += [(name, self.members[name]) for name in names]
        self.last_members(members)
        return members

    def pack(self) -> bytes:
        return packed(self.listed())


def packed(members: list[tuple[str, bytes]]) -> bytes:
    """The members as one archive; names may be anything that has bytes."""
    out = io.BytesIO()
    writer = ZipWriter(out)
    for name, content in members:
        writer.add(name, len(content), zlib.crc32(content), [content])
    writer.finish()
    return out.getvalue()
