"""The Referee's page: the packages as one archive, the way to each clause, and the Python that runs them in the browser."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import yaml

from dhumbal_conformance import data
from dhumbal_conformance.site.book import Library

PAGE = "referee.md"
ASSETS = Path("assets") / "referee"
VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""Of Pyodide, Python compiled for browsers: the version on npm, and the checksum of its archive."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What a browser loads of it."""
BEGIN, END = "<!-- desk -->\n", "<!-- /desk -->\n"
NOT_BUILT_IN = """!!! note "The Referee is not part of this copy of the site"
    It needs Pyodide, which is fetched with `npm` when the site is built. Install Node.js, and build the site again.
"""


class NoRuntime(Exception):
    """Pyodide could not be fetched, and why."""


def write_desk(out: Path, library: Library) -> None:
    """Everything but Pyodide; as long as that is missing, the page says so."""
    write_page(out, without_desk(own_page()))
    pages = {
        name: {clause: "#".join((f"{page}.html", at)) for clause, (page, at) in book.pages.items()} for name, book in library.books.items()
    }
    (out / ASSETS / "pages.json").write_text(json.dumps({"canonical": library.canonical.profile.id, "clauses": pages}), encoding="utf-8")
    pack(out / ASSETS / "dhumbal.zip")


def pack(path: Path) -> None:
    """The archive that the page unpacks."""
    with ZipFile(path, "w") as archive:
        for name, content in sorted(packed_files()):
            # Always of the same date, so that the same files make the same archive.
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)


def packed_files() -> Iterator[tuple[str, bytes]]:
    """What a browser needs of this project and of PyYAML, as it lies where packages are installed."""
    root = data.root()
    packages = (root / "reference" / "dhumbal", root / "conformance" / "dhumbal_conformance", Path(yaml.__file__).parent)
    for package in packages:
        yield from files_below(package, package.name, "*.py")
    yield from files_below(data.spec(), "dhumbal_conformance/data/spec", "*.*")
    # By this folder the data are recognised; the page fetches single scenarios from the site.
    yield "dhumbal_conformance/data/scenarios/.keep", b""


def files_below(folder: Path, name: str, pattern: str) -> Iterator[tuple[str, bytes]]:
    """The files in a folder, under another name of it."""
    for path in folder.rglob(pattern):
        if path.is_file():
            yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def add_runtime(out: Path) -> None:
    """Put Pyodide beside the page, and the desk into it; raises `NoRuntime`."""
    kept = fetched()
    shutil.copytree(kept, out / ASSETS / "pyodide", dirs_exist_ok=True)
    write_page(out, own_page().replace(BEGIN, "").replace(END, ""))


def own_page() -> str:
    """The page as it is written, with its desk between two marks."""
    return (data.root() / "docs" / PAGE).read_text(encoding="utf-8")


def without_desk(text: str) -> str:
    """The page with a word on why there is no desk."""
    before, rest = text.split(BEGIN)
    return before + NOT_BUILT_IN + rest.partition(END)[2]


def write_page(out: Path, text: str) -> None:
    """The page among the others."""
    (out / PAGE).write_text(text, encoding="utf-8")


def cache() -> Path:
    """Where what was fetched is kept from one build to the next."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dhumbal" / f"pyodide-{VERSION}"


def fetched() -> Path:
    """A directory with the files of Pyodide, from npm if they are not there yet."""
    kept = cache()
    if not all((kept / name).is_file() for name in RUNTIME):
        kept.mkdir(parents=True, exist_ok=True)
        unpack(download(kept), kept)
    return kept


def download(folder: Path) -> Path:
    """The archive, as it is known."""
    command = ["npm", "pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    except FileNotFoundError:
        raise NoRuntime("there is no npm") from None
    except subprocess.SubprocessError as error:
        raise NoRuntime(f"npm could not fetch pyodide {VERSION}: {(getattr(error, 'stderr', '') or str(error)).strip()[:200]}") from None
    archive = folder / f"pyodide-{VERSION}.tgz"
    if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
        archive.unlink()
        raise NoRuntime(f"what npm fetched is not the known pyodide {VERSION}")
    return archive


def unpack(archive: Path, folder: Path) -> None:
    """Only the files that a browser loads; the archive itself goes."""
    with tarfile.open(archive) as files:
        for name in RUNTIME:
            member = files.extractfile(f"package/{name}")
            assert member is not None, name
            (folder / name).write_bytes(member.read())
    archive.unlink()
