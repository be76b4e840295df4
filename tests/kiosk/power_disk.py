"""What a power cut can leave of a folder: every write of a process, recorded, and the disk rebuilt from a part of them.

The recording is strace's. It stands outside the process, so it sees every call that SQLite, Python or a library makes,
whoever wrote it; it needs no compiler, no change to the program, and Debian has it for every machine that a table runs
on (deploy/setup.sh installs it). A shim by LD_PRELOAD would miss what libc calls within itself, a VFS of our own what
is written past SQLite: head file and pictures.

The disk is the worst that its specification allows. What was written is durable after the file was synced; what is
in a folder, after the folder was. Everything else may be lost, kept or torn at any sector, in any order, each sector
for itself. Only the entries of a folder come in their order, as a journalling file system keeps them.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
CALLS = (
    "open,openat,creat,close,dup,dup2,dup3,lseek,write,pwrite64,writev,pwritev,pwritev2,fsync,fdatasync,sync_file_range,"
    "ftruncate,truncate,fallocate,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,"
    "rmdir,copy_file_range,sendfile,splice"
)


# --- what was done ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wrote:
    path: str
    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncated:
    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Created:
    path: str
    folder: bool = False


@dataclass(frozen=True, slots=True)
class Renamed:
    path: str
    to: str


@dataclass(frozen=True, slots=True)
class Removed:
    path: str


@dataclass(frozen=True, slots=True)
class Synced:
    """A file, or a folder: then what it holds."""

    path: str


@dataclass(frozen=True, slots=True)
class Said:
    """A line on the standard output: what was acknowledged."""

    line: str


Op = Wrote | Truncated | Created | Renamed | Removed | Synced | Said


def record(command: Sequence[str], folder: Path, log: Path, cwd: Path) -> list[Op]:
    """Run a command; everything that it did to a folder, and said, in order."""
    strace = shutil.which("strace")
    assert strace is not None, "strace is needed to record writes: `make setup` installs it"
    options = [
        "-f",
        "--seccomp-bpf",
        "-qq",
        "-xx",
        "-y",
        "-s",
        "100000000",
        "-e",
        f"trace={CALLS}",
        "-e",
        "signal=none",
    ]
    subprocess.run([strace, *options, "-o", str(log), *command], cwd=cwd, check=True, stdout=subprocess.PIPE)
    return list(_ops(log.read_text(encoding="ascii").splitlines(), str(folder)))


_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)(<([^>]*)>)?.*$")
_UNFINISHED = re.compile(r"^(\d+) +(.*) <unfinished \.\.\.>$")
_RESUMED = re.compile(r"^(\d+) +<\.\.\. \w+ resumed>(.*)$")
_FILE = re.compile(r"^(\d+)<([^>]*)>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
#: Calls that write in ways which the model does not know: none may touch the folder.
_STRANGE = re.compile(
    "creat|dup[23]?|p?writev2?|sync_file_range|truncate|fallocate|(sym)?link(at)?|copy_file_range|sendfile|splice|rmdir"
)


def _ops(lines: Sequence[str], folder: str) -> Iterator[Op]:
    """The calls of a recording that concern the folder. What it does not understand, it does not pass over."""
    offsets: dict[str, int] = {}
    known: set[str] = {folder} if Path(folder).exists() else set()
    for call, arguments, result, opened in _calls(lines):
        texts = [_decoded(text) for text in _TEXT.findall(arguments)]
        file = _FILE.match(arguments)
        path = _decoded(file[2]) if file else texts[0] if texts else ""
        if call == "write" and file and file[1] == "1":
            yield from (Said(line) for line in texts[0].splitlines())
            continue
        if int(result) < 0 or not any(each.startswith(folder) for each in (path, *texts)):
            continue
        assert not _STRANGE.fullmatch(call), f"{call} on {path}: the model does not know it"
        match call:
            case "open" | "openat":
                name = _decoded(opened)
                if "O_CREAT" in arguments and name not in known:
                    known.add(name)
                    yield Created(name)
                if "O_TRUNC" in arguments:
                    yield Truncated(name, 0)
                assert "O_APPEND" not in arguments
                offsets[result] = 0
            case "lseek":
                assert file is not None
                offsets[file[1]] = int(result)
            case "write":
                assert file is not None
                data = _bytes(arguments)[: int(result)]
                yield Wrote(path, offsets[file[1]], data)
                offsets[file[1]] += len(data)
            case "pwrite64":
                yield Wrote(path, int(arguments.rsplit(", ", 1)[1]), _bytes(arguments)[: int(result)])
            case "ftruncate":
                yield Truncated(path, int(arguments.rsplit(", ", 1)[1]))
            case "fsync" | "fdatasync":
                yield Synced(path)
            case "rename" | "renameat" | "renameat2":
                known.discard(texts[0])
                known.add(texts[1])
                yield Renamed(texts[0], texts[1])
            case "unlink" | "unlinkat":
                known.discard(texts[0])
                yield Removed(texts[0])
            case "mkdir" | "mkdirat":
                known.add(texts[0])
                yield Created(texts[0], folder=True)


def _calls(lines: Sequence[str]) -> Iterator[tuple[str, str, str, str]]:
    begun: dict[str, str] = {}
    for line in lines:
        if unfinished := _UNFINISHED.match(line):
            begun[unfinished[1]] = unfinished[2]
            continue
        if resumed := _RESUMED.match(line):
            line = f"{resumed[1]} {begun.pop(resumed[1])}{resumed[2]}"  # noqa: PLW2901
        found = _CALL.match(line)
        if found:
            yield found[1], found[2], found[3], found[5] or ""
        else:
            assert " +++ " in line or " = ?" in line, line[:200]


def _bytes(arguments: str) -> bytes:
    found = _TEXT.search(arguments)
    assert found is not None
    return bytes.fromhex(found[1].replace("\\x", ""))


def _decoded(text: str) -> str:
    return bytes.fromhex(text.replace("\\x", "")).decode("utf-8", "replace") if "\\x" in text else text


# --- what is left of it -----------------------------------------------------------------------------


@dataclass
class _File:
    """A file: what is durable of it, and what was done to it since it was synced."""

    durable: bytes = b""
    pending: list[Wrote | Truncated] = field(default_factory=list)


#: A folder tree: paths to contents; None is a folder.
Image = Mapping[str, bytes | None]


class Disk:
    """A disk that has taken in some ops; `image` is what a power cut just then could leave of it."""

    def __init__(self, root: str) -> None:
        self._root = root
        #: What a running process sees.
        self._now: dict[str, _File | None] = {root: None}
        #: The entries of folders that are durable, and what was done to them since, in order.
        self._durable: dict[str, _File | None] = {root: None}
        self._entries: list[tuple[Created | Renamed | Removed, _File | None]] = []
        self.said: list[str] = []

    def take(self, op: Op) -> None:
        match op:
            case Said(line):
                self.said.append(line)
            case Wrote(path) | Truncated(path):
                self._file(path).pending.append(op)
            case Created(path, folder):
                made = None if folder else _File()
                self._now[path] = made
                self._entries.append((op, made))
            case Renamed(path, to):
                self._now[to] = self._now.pop(path)
                self._entries.append((op, self._now[to]))
            case Removed(path):
                self._entries.append((op, self._now.pop(path)))
            case Synced(path):
                self._sync(path)

    def _file(self, path: str) -> _File:
        file = self._now[path]
        assert file is not None
        return file

    def _sync(self, path: str) -> None:
        file = self._now[path]
        if file is not None:
            file.durable = _content(file.durable, file.pending)
            file.pending = []
            return
        others = []
        for entry in self._entries:
            if str(Path(entry[0].path).parent) == path:
                _enter(self._durable, *entry)
            else:
                others.append(entry)
        self._entries = others

    @property
    def settled(self) -> bool:
        """Nothing is unsynced: a power cut leaves one image only."""
        return not self._entries and not any(file and file.pending for file in self._now.values())

    def image(self, fate: Fate) -> Image:
        """What is left if every unsynced write and entry meets this fate."""
        entries = dict(self._durable)
        for entry in self._entries[: fate.entries(len(self._entries))]:
            _enter(entries, *entry)
        left: dict[str, bytes | None] = {}
        for path, file in sorted(entries.items()):
            if path == self._root or str(Path(path).parent) in left or str(Path(path).parent) == self._root:
                left[path] = None if file is None else _content(file.durable, fate.writes(file.pending))
        return left


def _enter(entries: dict[str, _File | None], op: Created | Renamed | Removed, file: _File | None) -> None:
    match op:
        case Created(path):
            entries[path] = file
        case Renamed(path, to):
            entries.pop(path, None)
            entries[to] = file
        case Removed(path):
            entries.pop(path, None)


def _content(content: bytes, writes: Sequence[Wrote | Truncated]) -> bytes:
    made = bytearray(content)
    for write in writes:
        if isinstance(write, Truncated):
            made = made[: write.size].ljust(write.size, b"\0")
        else:
            made[len(made) :] = bytes(max(0, write.at - len(made)))
            made[write.at : write.at + len(write.data)] = write.data
    return bytes(made)


class Fate:
    """What becomes of what is unsynced. This one: all of it is lost."""

    def entries(self, count: int) -> int:
        """How many of the entries of folders are kept."""
        return 0

    def writes(self, pending: Sequence[Wrote | Truncated]) -> Sequence[Wrote | Truncated]:
        """Which writes to a file are kept, and what of them."""
        return ()


class AllKept(Fate):
    def entries(self, count: int) -> int:
        return count

    def writes(self, pending: Sequence[Wrote | Truncated]) -> Sequence[Wrote | Truncated]:
        return pending


class EntriesKept(AllKept):
    """Files are there, with nothing in them."""

    def writes(self, pending: Sequence[Wrote | Truncated]) -> Sequence[Wrote | Truncated]:
        return ()


class LastFirst(AllKept):
    """The newest write has reached the disk, and none before it."""

    def writes(self, pending: Sequence[Wrote | Truncated]) -> Sequence[Wrote | Truncated]:
        return pending[-1:]


class LastTorn(AllKept):
    """Half of the newest write is missing."""

    def writes(self, pending: Sequence[Wrote | Truncated]) -> Sequence[Wrote | Truncated]:
        *before, last = [*pending] or [Truncated("", 0)]
        if not pending or isinstance(last, Truncated):
            return before
        return [*before, Wrote(last.path, last.at, last.data[: len(last.data) // 2])]


class Torn(Fate):
    """Each sector of each write is kept or not, by lot."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def entries(self, count: int) -> int:
        return self._rng.randint(0, count)

    def writes(self, pending: Sequence[Wrote | Truncated]) -> Sequence[Wrote | Truncated]:
        kept: list[Wrote | Truncated] = []
        for write in pending:
            if isinstance(write, Truncated):
                kept += [write] if self._rng.random() < 0.5 else []
                continue
            kept += [part for part in _sectors(write) if self._rng.random() < 0.5]
        return kept


def _sectors(write: Wrote) -> Iterator[Wrote]:
    begin, end = write.at, write.at + len(write.data)
    at = begin
    while at < end:
        border = min(end, (at // SECTOR + 1) * SECTOR)
        yield Wrote(write.path, at, write.data[at - begin : border - begin])
        at = border


def lay_out(image: Image, root: str, folder: Path) -> None:
    """Make a folder hold exactly this image of `root`; what it holds already is left as it is."""
    wanted = {folder / Path(path).relative_to(root): content for path, content in image.items() if path != root}
    folder.mkdir(exist_ok=True)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path not in wanted:
            path.rmdir() if path.is_dir() else path.unlink()
    for path, content in sorted(wanted.items()):
        if content is None:
            path.mkdir(exist_ok=True)
        elif not path.is_file() or path.stat().st_size != len(content) or path.read_bytes() != content:
            path.write_bytes(content)
