"""Local stand-ins for the images that docker-compose.yml and the Dockerfiles name, under these very names and tags.

They are made of Debian's packages, with no registry, and answer to what the project uses of the real ones: command
lines, variables, users, folders, clients for the health checks. The engine keeps them, and makes one anew only when its
description has changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.compose.engine import Engine
from tests.servers.elasticsearch import Elasticsearch

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

# How packages are got on this machine (mirrors, certificates, proxies): the stand-ins bring it along, so that the
# Dockerfiles need to know nothing of it.
MACHINE_FILES = (
    *("/etc/apt/sources.list", "/etc/apt/sources.list.d", "/etc/apt/apt.conf.d", "/etc/apt/auth.conf.d"),
    *("/etc/apt/keyrings", "/etc/apt/trusted.gpg.d", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt"),
)
MACHINE_VARIABLES = re.compile(r"PIP_\w+|https?_proxy|no_proxy|HTTPS?_PROXY|NO_PROXY|SSL_CERT_FILE")


def make_images(engine: Engine) -> None:
    """Make every image that is named and not there yet; minutes at the first time. Raises EngineError."""
    debian = _first(r"^FROM (debian:\S+)", "deploy/beanstalkd/Dockerfile")
    _debian(engine, debian)
    images = {"python": _first(r"^FROM (python:\S+)", "Dockerfile")}
    for name in ("mysql", "redis", "elasticsearch"):
        images[name] = _first(rf"image: ({name}:\S+)", "docker-compose.yml")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        server = Elasticsearch(Path(folder))
        server.prepare()
        beside = {"elasticsearch": {"home": server.home}}
        built = [
            pool.submit(_built, engine, image, name, debian, beside.get(name, {})) for name, image in images.items()
        ]
    for one in built:
        one.result()


def _first(pattern: str, path: str) -> str:
    found = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    assert found, f"{path} names no image like {pattern}"
    return found[1]


def _built(engine: Engine, image: str, name: str, debian: str, folders: Mapping[str, Path]) -> None:
    """Build images/<name> as `image`, with more `folders` beside its Dockerfile."""
    with tempfile.TemporaryDirectory() as context:
        shutil.copytree(HERE / "images" / name, context, dirs_exist_ok=True)
        for beside, folder in folders.items():
            shutil.copytree(folder, Path(context, beside))
        engine.docker("build", "--quiet", "--tag", image, "--build-arg", f"DEBIAN={debian}", context)


def _debian(engine: Engine, image: str) -> None:
    """A Debian of the release that the tag names, with this machine's package settings in it."""
    suite = re.split(r"[:-]", image)[1]
    kept = f"stand-in:{_digest(suite)}"
    if not engine.docker("images", "--quiet", kept).strip():
        with tempfile.TemporaryDirectory() as folder:
            _bootstrap(engine, suite, Path(folder, "debian"), kept)
    engine.docker("tag", kept, image)


def _bootstrap(engine: Engine, suite: str, folder: Path, image: str) -> None:
    engine.run("debootstrap", "--variant=minbase", "--include=ca-certificates", suite, str(folder))
    engine.run(
        "rm", "-r", *(str(folder / path) for path in ("var/cache/apt", "var/lib/apt/lists", "etc/apt/sources.list"))
    )
    for path in _machine_files():
        target = folder / path.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    changes = [f"--change=ENV {name}={shlex.quote(value)}" for name, value in _machine_variables().items()]
    engine.run("tar", "--create", "--file", f"{folder}.tar", "--directory", str(folder), ".")
    engine.docker("import", *changes, f"{folder}.tar", image)


def _machine_files() -> Iterator[Path]:
    for path in map(Path, MACHINE_FILES):
        yield from filter(Path.is_file, sorted(path.rglob("*")) if path.is_dir() else [path])


def _machine_variables() -> Mapping[str, str]:
    return {name: value for name, value in sorted(os.environ.items()) if MACHINE_VARIABLES.fullmatch(name)}


def _digest(suite: str) -> str:
    digest = hashlib.sha256(f"{suite} {_machine_variables()}".encode())
    for path in (Path(__file__), *_machine_files()):
        digest.update(os.fsencode(path) + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
