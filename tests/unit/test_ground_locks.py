"""The two lock files: the image's is the developers' without their tools, and holds all that the code imports."""

from __future__ import annotations

import ast
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]


def pins(lock: str) -> dict[str, str]:
    """Package → what follows its name on the line: version and markers."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    return {line[: match.start()]: line for line in lines if (match := re.search(r"==", line)) and line[0] != " "}


def imported(package: str) -> set[str]:
    """Top-level modules that the package imports and that Python does not bring itself."""
    names = set()
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                names.add(node.module.split(".")[0])
    return names - set(sys.stdlib_module_names) - {"crawler"}


FOR_TYPES_ALONE = {"_typeshed"}
"""Known to type checkers and imported for them, under TYPE_CHECKING: there is no such package."""


def normal(name: str) -> str:
    """A package's name as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_image_gets_the_versions_that_were_tested() -> None:
    tested, image = pins("requirements.lock"), pins("requirements-runtime.lock")
    assert image
    assert image.items() <= tested.items()


def test_the_image_gets_no_tool_of_development() -> None:
    assert not {"pytest", "mypy", "ruff", "hypothesis", "import-linter"} & pins("requirements-runtime.lock").keys()


def test_the_image_gets_all_that_the_code_imports() -> None:
    image = {normal(name) for name in pins("requirements-runtime.lock")}
    distributions = packages_distributions()
    missing = {
        module: distributions.get(module)
        for module in (imported("crawler") | imported("migrations")) - FOR_TYPES_ALONE
        if not image.intersection(map(normal, distributions.get(module, [])))
    }
    assert not missing
