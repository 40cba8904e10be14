"""What the conditions of extraction bring: each is turned off, and the pages that it decides are read again.

    python -m benchmarks.conditions [--pages 300] [--most 20] [--show 40]

Every operand of a condition in `crawler.extract` is given the value that it has on most pages, one after another, where
it has the other one on `--most` pages or fewer: so many made-up articles and threads each, and the saved articles with
gold, if there are any (see `benchmarks.extraction`). Prints the operands without which these pages are read better, by
the sum of the figures (F1 of the text, the title, ...), and without how many they are read the same. What costs more
than it brings should go, and what changes nothing may; but a page that is not among these may be what it is for, as its
tests say.
"""

from __future__ import annotations

import argparse
import ast
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

PACKAGE = "crawler.extract"
WATCH = "watch_operand"
"""What the function that sees the operands is called in the modules."""

REMEMBERS = {"remembered", "lru_cache"}
"""What keeps answers from one page to the next: a condition behind it would not be asked again."""

MAX_SECONDS = 4
"""For a page: a loop may have no end without its condition."""

MAX_SHOWN = 100

Figures = dict[str, float]
Read = Callable[[], Figures]


@dataclass(frozen=True, slots=True)
class Operand:
    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of an operand held to a value: by how much the figures of pages rise or fall, nothing where one could
    not be read."""

    operand: Operand
    value: bool
    changes: Sequence[float] | None

    @property
    def gain(self) -> float:
        """The sum of the changes."""
        return sum(self.changes or ())

    def __str__(self) -> str:
        changes = self.changes or ()
        better, worse = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
        of, text = self.operand, self.operand.text[:MAX_SHOWN]
        return f"{self.gain:+.2f}  +{better} -{worse}  {of.file}:{of.line}  held to {self.value}: {text}"


class Watch:
    """Sees the values of all operands, and holds one of them to a value."""

    def __init__(self, most: int) -> None:
        self.operands: list[Operand] = []
        self.page = -1
        self._pages: tuple[list[list[int]], list[list[int]]] = ([], [])  # on which an operand was false, and true
        self._most = most
        self._held, self._value = -1, False

    def add(self, operand: Operand) -> int:
        """The number of an operand."""
        self.operands.append(operand)
        for pages in self._pages:
            pages.append([])
        return len(self.operands) - 1

    def __call__(self, number: int, value: Any) -> Any:
        """The value of an operand, or what it is held to."""
        if number == self._held:
            return value if bool(value) is self._value else self._value
        pages = self._pages[bool(value)][number]
        if self._held < 0 and len(pages) <= self._most and (not pages or pages[-1] != self.page):
            pages.append(self.page)
        return value

    def hold(self, number: int, *, value: bool) -> None:
        self._held, self._value = number, value

    def rare(self) -> Iterator[tuple[int, bool, Sequence[int]]]:
        """The operands that have one value on some pages, but few, with the other one, and these pages."""
        for number in range(len(self.operands)):
            false, true = (pages[number] for pages in self._pages)
            few, value = (false, True) if len(false) < len(true) else (true, False)
            if 0 < len(few) <= self._most:
                yield number, value, few


class _Watched(ast.NodeTransformer):
    """A module whose operands of conditions are seen."""

    def __init__(self, file: str, source: str, watch: Watch) -> None:
        self._file, self._source, self._watch = file, source, watch

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        node.values = [self._seen(value) for value in node.values]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter = self.visit(node.iter)
        node.ifs = [self._seen(test) for test in node.ifs]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.decorator_list = [one for one in node.decorator_list if _name(one) not in REMEMBERS]
        self.generic_visit(node)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.If | ast.IfExp | ast.While) and not isinstance(node.test, ast.BoolOp):
            node.test = self._seen(node.test)
        return node

    def _seen(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            return self.visit_BoolOp(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._seen(node.operand)
            return node
        if isinstance(node, ast.Constant) or (isinstance(node, ast.Call) and _name(node) == WATCH):
            return node
        text = " ".join((ast.get_source_segment(self._source, node) or "").split())
        number = self._watch.add(Operand(self._file, node.lineno, text))
        value: ast.expr = self.visit(node)
        call = ast.Call(ast.Name(WATCH, ast.Load()), [ast.Constant(number), value], [])
        return ast.copy_location(call, node)


def _name(node: ast.expr) -> str:
    node = node.func if isinstance(node, ast.Call) else node
    return node.id if isinstance(node, ast.Name) else ""


def watched(source: str, file: str, watch: Watch) -> CodeType:
    """A module's code whose operands of conditions are seen by the name `WATCH`."""
    tree = _Watched(file, source, watch).visit(ast.parse(source))
    return compile(ast.fix_missing_locations(tree), file, "exec")


class _Finder(MetaPathFinder, Loader):
    """Loads the modules of extraction, watched."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if f"{fullname}.".startswith(f"{PACKAGE}.") and not fullname.startswith(f"{PACKAGE}.published"):
            spec = PathFinder.find_spec(fullname, path)
            if spec and spec.origin and spec.origin.endswith(".py"):
                found = spec.submodule_search_locations
                return spec_from_file_location(fullname, spec.origin, loader=self, submodule_search_locations=found)
        return None

    def exec_module(self, module: ModuleType) -> None:
        file = Path(str(module.__file__))
        module.__dict__[WATCH] = self._watch
        shown = str(file.relative_to(Path(__file__).parents[1]))
        exec(watched(file.read_text(encoding="utf-8"), shown, self._watch), module.__dict__)


def _pages(number: int) -> list[Read]:
    """What reads each page, and compares it with what was put in."""
    # Only now: these load the modules that are to be watched.
    from benchmarks import made_up_articles, robustness
    from benchmarks.changed_pages import fold
    from benchmarks.engines.comparison import f1
    from benchmarks.extraction import CORPORA
    from benchmarks.made_up_threads.__main__ import read as read_thread
    from benchmarks.made_up_threads.page import made_up as made_up_thread

    def read_saved(page: robustness.Saved) -> Figures:
        _, text, title = robustness.ours([page])[0]
        named = {"title": fold(page.title) == fold(title)} if page.title else {}
        return {"F1": f1(page.gold, text), **named}

    seeds = range(1, number + 1)
    pages: list[Read] = [partial(made_up_articles.read, made_up_articles.made_up(seed)) for seed in seeds]
    pages += [partial(read_thread, made_up_thread(seed)) for seed in seeds]
    corpora = Path(os.environ.get("CRAWLER_TEST_CORPORA", CORPORA))
    if corpora.exists():
        pages += [partial(read_saved, page) for page in robustness.articles(corpora)]
    return pages


def outcomes(watch: Watch, pages: Sequence[Read]) -> Iterator[Outcome]:
    """What comes of each operand that decides few of the pages."""
    whole = []
    for watch.page, read in enumerate(pages):
        whole.append(sum(read().values()))
    for number, value, few in list(watch.rare()):
        watch.hold(number, value=value)
        try:
            changes = [sum(_read_in_time(pages[page]).values()) - whole[page] for page in few]
        except Exception:  # it guards what follows
            yield Outcome(watch.operands[number], value, None)
        else:
            yield Outcome(watch.operands[number], value, changes)


def _read_in_time(read: Read) -> Figures:
    signal.alarm(MAX_SECONDS)
    try:
        return read()
    finally:
        signal.alarm(0)


def _give_up(*_: object) -> None:
    raise TimeoutError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=300, help="made-up articles, and as many threads")
    parser.add_argument("--most", type=int, default=20, help="pages that an operand may decide")
    parser.add_argument("--show", type=int, default=40, help="print so many operands")
    options = parser.parse_args()
    watch = Watch(options.most)
    sys.meta_path.insert(0, _Finder(watch))
    signal.signal(signal.SIGALRM, _give_up)
    pages = _pages(options.pages)
    found = list(outcomes(watch, pages))
    costly = sorted((one for one in found if one.gain > 0), key=lambda one: -one.gain)
    print("\n".join(map(str, costly[: options.show])))
    idle = sum(one.changes is not None and not any(one.changes) for one in found)
    print(f"{len(watch.operands)} operands on {len(pages)} pages; {len(found)} decide some, {options.most} at most:")
    print(f"more is read right without {len(costly)} of these, and the same without {idle}.")


if __name__ == "__main__":
    main()
