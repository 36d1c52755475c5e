"""The suite as it was read, kept in one file, so that its YAML is read again only after something has changed.

The bundle notes the name, size and time of every file that it was made from, and a checksum of them all. Where a time differs, as in a new
installation, the checksum decides. A bundle that is stale, damaged, or made by another loader is not used.
"""

from __future__ import annotations

import gc
import io
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from dhumbal_conformance import data, model
from dhumbal_conformance.model import Suite


def _code() -> bytes:
    package = Path(model.__file__).parent
    files = [package / "model.py", package / "suite.py", *sorted((package / "loader").glob("*.py"))]
    return sha256(b"".join(file.read_bytes() for file in files)).digest()


LOADER = _code()
"""Of which code this is. Taken when it is imported: a process that runs on after its code was edited still has the old one."""


def kept(read_files: Callable[[], Suite]) -> Suite:
    """The suite from its bundle; or as it is read from the files, which makes a new bundle where one can be written."""
    sources = Sources()
    with without_garbage_collection():
        found = from_bundle(sources)
        if found is not None:
            return found
        checksum = sources.checksum
        suite = read_files()
    with suppress(OSError):
        write(data.bundle(), packed((sources.stamps, checksum, packed(suite))))
    return suite


def from_bundle(sources: Sources) -> Suite | None:
    """The suite in the bundle; None if there is no bundle, or it is damaged, or of other files or another loader than these."""
    try:
        content = data.bundle().read_bytes()
    except OSError:
        return None
    seal = len(LOADER)
    if sealed(content[seal:]) != content[:seal]:
        return None
    stamps, checksum, suite = unpacked(content[seal:])
    if stamps != sources.stamps and checksum != sources.checksum:
        return None
    found: Suite = unpacked(suite)
    return found


def sealed(body: bytes) -> bytes:
    """The checksum with which a bundle begins; another loader makes another one."""
    return sha256(LOADER + body).digest()


def packed(value: Any) -> bytes:
    """The value as bytes; paths below the root of the files are kept relative to it."""
    stream = io.BytesIO()
    _Writer(stream, protocol=5).dump(value)
    return stream.getvalue()


def unpacked(content: bytes) -> Any:
    """The value of these bytes."""
    return _Reader(io.BytesIO(content)).load()


def write(path: Path, body: bytes) -> None:
    """Put the bundle in place in one step, so that whoever reads meanwhile sees the old one or the new one."""
    import tempfile  # which most runs never need

    path.parent.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as new:
        new.write(sealed(body) + body)
    os.chmod(new.name, 0o644)
    os.replace(new.name, path)


class Sources:
    """The files that the suite is made from, as they are now."""

    def __init__(self) -> None:
        start = len(str(data.root()))
        found = [entry for place in (data.spec(), data.scenarios()) for entry in _files(place)]
        self._entries = sorted([(entry.path[start:].replace(os.sep, "/"), entry) for entry in found], key=lambda named: named[0])
        self.stamps = [(name, status.st_size, status.st_mtime_ns) for name, entry in self._entries for status in [entry.stat()]]
        """Name, size and time of each."""

    @cached_property
    def checksum(self) -> str:
        """Of the names and the contents of all."""
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


class _Writer(pickle.Pickler):
    def persistent_id(self, value: Any) -> str | None:
        return value.relative_to(data.root()).as_posix() if isinstance(value, Path) else None

    def reducer_override(self, value: Any) -> Any:
        """Values of the model are made anew from their fields, which is quicker than what pickle would do."""
        if isinstance(value, type) or not is_dataclass(value):
            return NotImplemented
        return type(value), tuple(getattr(value, field.name) for field in fields(value))


class _Reader(pickle.Unpickler):
    """Makes nothing but the values of the model."""

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream)
        self._paths: dict[str, Path] = {}

    def persistent_load(self, name: str) -> Path:
        if name not in self._paths:
            self._paths[name] = data.root() / name
        return self._paths[name]

    def find_class(self, module: str, name: str) -> Any:
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
