"""What the tests in a browser share: a site below a sub-path, as on a project's pages, and a browser whose complaints fail a test."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from dhumbal_conformance import data
from dhumbal_conformance.model import Suite
from dhumbal_conformance.site import build
from dhumbal_conformance.site.referee import NoRuntime, add_runtime
from dhumbal_conformance.suite import load_suite

BELOW = "some/where"
GAMES = {"nepali-games", "pagat-yaniv"}
AREA = "call"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

Page = Any
Serve = Callable[[], AbstractContextManager[str]]
Visit = Callable[..., Page]
Watched = Callable[..., AbstractContextManager[Page]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--built-site", type=Path, help="test this site, as MkDocs has built it, and not a small one that is built for the tests"
    )


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word, also to a browser that no longer wants them."""

    def log_message(self, format: str, *args: object) -> None: ...

    def handle(self) -> None:
        with suppress(ConnectionError):
            super().handle()


@pytest.fixture(scope="session")
def folder(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the site is."""
    built: Path | None = pytestconfig.getoption("built_site")
    return built.resolve() if built else lay_out(tmp_path_factory.mktemp("site"), small(load_suite()))


def small(suite: Suite) -> Suite:
    """A suite of which a site with every kind of page is built in seconds."""
    return suite._replace(
        profiles={name: profile for name, profile in suite.profiles.items() if name in GAMES},
        rulings={name: ruling for name, ruling in suite.rulings.items() if ruling.profile in GAMES},
        scenarios={name: it for name, it in suite.scenarios.items() if it.profile in GAMES and it.area == AREA},
    )


def lay_out(work: Path, suite: Suite) -> Path:
    """Build the site of a suite with the project's own settings, in another place; without the Referee where there is no `npm`."""
    build(work / "docs", suite)
    with suppress(NoRuntime):
        add_runtime(work / "docs")
    settings = yaml.safe_load((data.root() / "mkdocs.yml").read_text(encoding="utf-8").replace("build/docs", str(work / "docs")))
    settings |= {"site_dir": str(work / "site"), "hooks": [str(data.root() / hook) for hook in settings["hooks"]]}
    (work / "mkdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(work / "mkdocs.yml")], check=True, capture_output=True)
    return work / "site"


@pytest.fixture(scope="session")
def serve(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Serve:
    """Serves the site below a sub-path for as long as the context lasts, which has its address."""
    root = tmp_path_factory.mktemp("served")
    (root / BELOW).parent.mkdir()
    (root / BELOW).symlink_to(folder, target_is_directory=True)
    return lambda: serving(root)


@contextmanager
def serving(root: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{BELOW}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def site(serve: Serve) -> Iterator[str]:
    """The address of the site, without a slash at its end."""
    with serve() as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("chromium is not installed")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[browser]'")
    with playwright.sync_playwright() as tools:
        started = tools.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def watched(browser: Any) -> Watched:
    """Opens an empty page, on a telephone unless told otherwise; afterwards nothing has been complained of, and nobody else was asked."""
    return lambda **options: watching(browser.new_context(**PHONE | options))


@contextmanager
def watching(context: Any) -> Iterator[Page]:
    complaints, asked = list[str](), list[str]()
    context.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on("request", lambda request: asked.append(request.url))
    yield context.new_page()
    context.close()
    assert complaints == []
    own = ("data:", "http://127.0.0.1:")
    assert [url for url in asked if not url.removeprefix("blob:").startswith(own)] == []


@pytest.fixture
def visit(watched: Watched, site: str) -> Iterator[Visit]:
    """Opens a page of the site by its path."""
    with ExitStack() as open_pages:

        def opened(path: str, **options: Any) -> Page:
            page = open_pages.enter_context(watched(**options))
            page.goto(f"{site}/{path}")
            return page

        yield opened


@pytest.fixture(scope="session")
def desk(folder: Path) -> str:
    """The path of the Referee's page, where it has been built in."""
    if not (folder / "assets" / "referee" / "pyodide").is_dir():
        pytest.skip("the site is without the Referee, since there is no Pyodide: npm fetches it when the site is built")
    return "referee.html"
