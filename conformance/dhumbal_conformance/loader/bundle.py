"""The suite as it was read, kept in one file, so that its YAML is read again only after something has changed.

It has several parts, each with its seal: what it was made from, all but the scenarios, and the scenarios of each profile, of which only
those wanted are read. It notes the name, size and time of every file, and a checksum of those in each directory. Where a time differs, as
in a new installation, the checksum decides, and the time is noted anew. A bundle that is stale in what is wanted, damaged, or made by
another loader is not used.
"""

from __future__ import annotations

import gc
import io
import os
import pickle
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

from dhumbal_conformance import data, model
from dhumbal_conformance.model import Scenario, Suite

Wanted = Callable[[Suite], Collection[str]]
"""Says of which profiles the scenarios are wanted, given everything else."""
FIRST, SPEC = "made from", "the rules"
"""The names of the first two parts, which no profile can have; the others have that of a profile."""
NUMBER = 8
"""Bytes of a number in the bundle."""


def _code() -> int:
    package = Path(model.__file__).parent
    files = (package / "model.py", package / "numbers.py", *sorted((package / "loader").glob("*.py")))
    return crc32(b"".join(file.read_bytes() for file in files))


LOADER = _code()
"""Of which code this is. Taken when it is imported: a process that runs on after its code was edited still has the old one."""


class Damaged(Exception):
    """A part of the bundle is not as it was written, or another loader has written it."""


def kept(read_files: Callable[[], Suite], wanted: Wanted) -> Suite:
    """The suite from its bundle; or as it is read from the files, which makes a new bundle where one can be written."""
    with without_garbage_collection():
        found = from_bundle(wanted)
        if found is not None:
            return found
        sources = {name: Sources(place) for name, place in places().items()}
        made_from = {name: (source.stamps, source.checksum) for name, source in sources.items()}
        suite = read_files()
    with suppress(OSError):
        write(data.bundle(), made_from, suite)
    return suite._replace(scenarios=_of_profile(suite, *wanted(suite)))


def places() -> dict[str, Path]:
    """The directories that the suite is made from: the one of the rules, and for each profile the one of its scenarios.

    A file that lies beside the latter is told as well, since it is wrong there.
    """
    scenarios = sorted(place for place in data.scenarios().iterdir() if place.is_dir() or place.suffix == ".yaml")
    return {SPEC: data.spec(), **{place.name: place for place in scenarios}}


def from_bundle(wanted: Wanted) -> Suite | None:
    """The suite in the bundle; None if there is no bundle, or it is damaged, or of other files or another loader than these."""
    try:
        content = memoryview(data.bundle().read_bytes())
        parts = _parts(content)
        origin = MadeFrom(unsealed(next(parts), FIRST))
        if not (origin.has_same_places() and origin.is_unchanged(SPEC)):
            return None
        suite: Suite = unsealed(next(parts), SPEC)
        profiles = wanted(suite)
        for profile, part in zip(origin.profiles, parts, strict=False):
            if profile in profiles:
                if not origin.is_unchanged(profile):
                    return None
                suite.scenarios.update(unsealed(part, profile))
    except (OSError, Damaged):
        return None
    if origin.is_touched:
        with suppress(OSError):
            put(data.bundle(), [_with_size(sealed(origin.made_from, FIRST)), content[NUMBER + _size(content) :]])
    return suite


class MadeFrom:
    """What a bundle was made from, compared with what is there now."""

    def __init__(self, made_from: dict[str, tuple[str, str]]) -> None:
        self.made_from = made_from
        """For each place the stamps and the checksum of its files."""
        self.profiles = [name for name in made_from if name != SPEC]
        self.here = places()
        self.is_touched = False
        """Whether files have new stamps and yet the same content, so that the bundle should note the stamps anew."""

    def has_same_places(self) -> bool:
        """Whether no place has been added or removed."""
        return self.made_from.keys() == self.here.keys()

    def is_unchanged(self, name: str) -> bool:
        """Whether a place still has the files that it had."""
        sources, (stamps, checksum) = Sources(self.here[name]), self.made_from[name]
        if sources.stamps != stamps:
            self.is_touched, self.made_from[name] = True, (sources.stamps, checksum)
        return sources.stamps == stamps or sources.checksum == checksum


def _of_profile(suite: Suite, *profiles: str) -> dict[str, Scenario]:
    return {name: scenario for name, scenario in suite.scenarios.items() if scenario.profile in profiles}


def _parts(content: memoryview) -> Iterator[memoryview]:
    """The parts of a bundle, each without the number of its bytes; there is always one more, though it may be empty."""
    while True:
        end = NUMBER + _size(content)
        yield content[NUMBER:end]
        content = content[end:]


def _size(content: memoryview) -> int:
    return int.from_bytes(content[:NUMBER], "big")


def _with_size(part: bytes) -> bytes:
    return len(part).to_bytes(NUMBER, "big") + part


def unsealed(part: memoryview, name: str) -> Any:
    """The value of the part of that name; raises `Damaged`."""
    seal, body = part[:NUMBER], part[NUMBER:]
    if len(part) < NUMBER or int.from_bytes(seal, "big") != checksum_of(body, name):
        raise Damaged
    return _Reader(io.BytesIO(body)).load()


def sealed(value: Any, name: str) -> bytes:
    """A value as a part of a bundle; paths below the root of the files are kept relative to it."""
    stream = io.BytesIO()
    _Writer(stream, protocol=5).dump(value)
    body = stream.getvalue()
    return checksum_of(body, name).to_bytes(NUMBER, "big") + body


def checksum_of(body: bytes | memoryview, name: str) -> int:
    """Another loader, or another name of the part, makes another one."""
    return crc32(body, crc32(name.encode(), LOADER))


def write(path: Path, made_from: dict[str, tuple[str, str]], suite: Suite) -> None:
    """Make a bundle."""
    scenarios = {profile: _of_profile(suite, profile) for profile in made_from if profile != SPEC}
    values = {FIRST: made_from, SPEC: suite._replace(scenarios={}), **scenarios}
    put(path, [_with_size(sealed(value, name)) for name, value in values.items()])


def put(path: Path, chunks: Iterable[bytes | memoryview]) -> None:
    """Put the bundle in place in one step, so that whoever reads meanwhile sees the old one or the new one."""
    import tempfile  # which most runs never need

    path.parent.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as new:
        new.writelines(chunks)
    os.chmod(new.name, 0o644)
    os.replace(new.name, path)


class Sources:
    """The files in a directory that the suite is made from, as they are now."""

    def __init__(self, place: Path) -> None:
        start = len(str(place))
        found = [(entry.path[start:].replace(os.sep, "/"), entry) for entry in _files(place)] if place.is_dir() else []
        self._entries = sorted(found, key=lambda named: named[0])
        status = ((name, entry.stat()) for name, entry in self._entries)
        self.stamps = "\n".join(f"{name} {it.st_size} {it.st_mtime_ns}" for name, it in status)
        """Name, size and time of each."""

    @cached_property
    def checksum(self) -> str:
        """Of the names and the contents of all."""
        from hashlib import sha256  # which is only needed where a time differs

        total = sha256()
        for name, entry in self._entries:
            total.update(f"{name}\n{entry.stat().st_size}\n".encode())
            total.update(Path(entry.path).read_bytes())
        return total.hexdigest()


def _files(directory: Path | str) -> Iterator[os.DirEntry[str]]:
    for entry in os.scandir(directory):
        if entry.is_dir():
            yield from _files(entry.path)
        elif entry.name.endswith((".yaml", ".md", ".json")):
            yield entry


def below_root(name: str) -> Path:
    """The file of that name among those that the suite is made from, wherever these are now."""
    return data.root() / name


class _Writer(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:
        """Values of the model are made anew from their parts, and paths from what follows the root; a path is written once for its file."""
        if isinstance(value, Path):
            return below_root, (value.relative_to(data.root()).as_posix(),)
        return (type(value), tuple(value)) if type(value).__module__ == model.__name__ else NotImplemented


class _Reader(pickle.Unpickler):
    """Makes nothing but the values of the model, and paths."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (__name__, below_root.__name__):
            return below_root
        if module != model.__name__:
            raise pickle.UnpicklingError(f"a bundle has nothing of {module}")
        return getattr(model, name)


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Many small values that all stay: looking for garbage among them, now or later, would take as long as reading them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.freeze()
            gc.enable()
