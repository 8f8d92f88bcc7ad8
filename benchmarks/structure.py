"""How the source tree is arranged: folders of a feature, names of `Session`, imports, lines.

    python benchmarks/structure.py                    # this tree
    python benchmarks/structure.py --root ../before   # another checkout, such as 7ccf221
    python benchmarks/structure.py --details          # what each figure counts

A file belongs to a feature if a folder of it, or the file, has the feature's name (see `FEATURES`).
A room is a folder of a layer, or a file beside such folders; each `features/<name>` is one. Imports
run backwards where the rooms can be put in no order without them (the fewest count), or where a
feature imports another. Tests are left out.
"""

import argparse
import ast
import re
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

FEATURES = {
    "question": "session/batches* session/open_questions* session/engine/open_questions*"
    " widget/handlers/asking* widget/*/batch.* batch/* words/batch* styles/panels/batch*",
    "question_types": "session/placing* widget/*shape* widget/contract/shapes* panels/shape*"
    " */sort.* panels/place.* panels/piles* panels/cards* panels/strips* panels/dragging*"
    " words/shapes* styles/panels/sorting* drawings/shapes* styles/*/shapes*"
    " session/new_clusters*",
    "conflict": "drawings/chain*",
    "constraints": "widget/panels/constraints* table/* looking/linksshown* styles/plot/linksshown*",
    "selection": "widget/selecting* widget/panels/selected* widget/panels/lasso*"
    " content/selected* panels/lassomenu* input/lasso* drawings/span* styles/panels/selected*"
    " widget/handlers/groups*",
    "preview": "session/foreseeing/* session/run/ahead* widget/ahead/* widget/contract/ahead*"
    " ahead/* parts/ahead* styles/ahead/*",
    "history": "session/history/moments* session/history/action* session/past* widget/past/*"
    " widget/*/past.* widget/panels/history* widget/panels/progress* past/* parts/past*"
    " words/past* styles/past/* panels/progress* panels/along* styles/panels/progress*",
    "clusters": "session/hand/* widget/hand/* widget/*/hand.* hand/* words/hand* styles/hand/*"
    " widget/panels/legend* panels/legend* styles/plot/legend* drawings/planned*",
    "review": "session/again/* session/suspicions* session/weighing* widget/*/again.* again/*"
    " words/again* styles/again/*",
    "feasibility": "session/ways/* widget/*/ways.* widget/panels/trouble* ways/* words/ways*"
    " styles/ways/*",
    "stopping": "session/enough/* widget/*/enough.* enough/* words/enough* styles/enough/*",
    "annotators": "session/people/* widget/*/people.* people/* words/people*",
    "comparison": "session/comparing* widget/compare/* widget/*/compare.* compare/*"
    " words/compare* styles/compare/*",
    "noise": "",
    "oracle_run": "session/automatic/* widget/auto/* widget/*/auto.* auto/* words/auto*"
    " styles/auto/*",
    "fit_steps": "session/traced/* widget/steps/* widget/*/steps.* steps/* words/steps*"
    " styles/steps/*",
    "axes": "widget/*/projections.* panels/axes/* plot/axes* words/axes* styles/panels/axes*",
    "colours": "",
    "proposals": "",
    "check": "",
    "rows": "",
    "export": "widget/exporting* widget/*/exports.* widget/*/out.* out/* words/out*",
    "settings": "widget/parameter_words* panels/forms* panels/parameters* panels/toolbar*"
    " styles/panels/parameters* styles/panels/toolbar* widget/handlers/refusals*",
    "row_content": "widget/content/* widget/contract/content* widget/tips* content/*"
    " words/content* styles/panels/cards* styles/plot/tooltip* plot/tooltip*"
    " drawings/thumbnails*",
    "search": "widget/content/search* content/find* styles/plot/find*",
    "nearest": "session/nearest/*",
    "status": "panels/status* panels/banner* panels/help* styles/frame/banner*"
    " styles/frame/status*",
}
"""Each feature with the places that its files had under other names at commit 7ccf221."""

LAYERS = ("jupyter_sscluster/session", "jupyter_sscluster/widget", "js/src")
PLACES = (*LAYERS, "jupyter_sscluster/export")
SOURCES = ("jupyter_sscluster", "js/src")
GENERATED = "js/src/contract/"
"""Written by the build; it was tracked at 7ccf221."""

Arrows = dict[tuple[str, str], list[str]]


class Tree:
    """The tracked files of a checkout."""

    def __init__(self, root: Path) -> None:
        self.root = root
        listed = subprocess.run(
            ["git", "-C", str(root), "ls-files"], capture_output=True, text=True, check=True
        )
        self.files = [name for name in listed.stdout.splitlines() if (root / name).is_file()]

    def under(self, *places: str, ending: tuple[str, ...] = (".py", ".ts", ".css")) -> list[str]:
        return [
            name
            for name in self.files
            if name.startswith(tuple(f"{place}/" for place in places)) and name.endswith(ending)
        ]

    def text(self, name: str) -> str:
        return (self.root / name).read_text("utf-8")

    def n_lines(self, name: str) -> int:
        return len(self.text(name).splitlines())


# ---------------------------------------------------------------------- features and folders


def found_at(name: str, feature: str) -> tuple[str, str] | None:
    """The folder of a feature that a file belongs to, and what it calls the feature there."""
    parts = Path(name).parts
    if feature in parts[:-1]:
        return "/".join(parts[: parts.index(feature) + 1]), feature
    stem = parts[-1].split(".")[0].removeprefix("bundle_")
    if stem == feature:
        return "/".join(parts[:-1]), feature
    for pattern in FEATURES[feature].split():
        if any(fnmatch(name, f"{root}/{pattern}") for root in SOURCES):
            *_, before, last = pattern.split("/")
            return "/".join(parts[:-1]), (last if last != "*" else before).strip("*.")
    return None


def found_in(tree: Tree, feature: str, *places: str) -> tuple[list[str], list[str]]:
    """The folders that hold files of a feature, and the names that it has there."""
    found = [where for name in tree.under(*places) if (where := found_at(name, feature))]
    return sorted({folder for folder, _ in found}), sorted({called for _, called in found})


# ---------------------------------------------------------------------- imports between rooms


def room(name: str, layer: str) -> str:
    """The room of a layer that a file belongs to."""
    parts = Path(name).relative_to(layer).parts
    if parts[0] == "features" and len(parts) > 2:
        return "/".join(parts[:2])
    return parts[0].split(".")[0]


def imported(tree: Tree, name: str) -> Iterator[str]:
    """The files of the tree that a file imports."""
    known = set(tree.files)
    for found in (python_imports if name.endswith(".py") else page_imports)(tree, name):
        for candidate in (
            f"{found}.py",
            f"{found}/__init__.py",
            f"{found}.ts",
            f"{found}/index.ts",
        ):
            if candidate in known:
                yield candidate
                break


def python_imports(tree: Tree, name: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(tree.text(name))):
        if isinstance(node, ast.Import):
            yield from (alias.name.replace(".", "/") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = Path(name).parts[: -node.level] if node.level else ()
            base = "/".join([*up, *(node.module or "").split(".")]).rstrip("/")
            yield base
            yield from (f"{base}/{alias.name}" for alias in node.names)


def page_imports(tree: Tree, name: str) -> Iterator[str]:
    for found in re.findall(r"""(?:from|^import)\s+["'](\.[^"']+)["']""", tree.text(name), re.M):
        parts: list[str] = list(Path(name).parts[:-1])
        for part in found.removesuffix(".ts").removesuffix(".js").split("/"):
            if part == "..":
                parts.pop()
            elif part != ".":
                parts.append(part)
        yield "/".join(parts)


def arrows(tree: Tree, layer: str) -> Arrows:
    """Which rooms of a layer import which others, and by which lines."""
    found: Arrows = defaultdict(list)
    for name in tree.under(layer, ending=(".py", ".ts")):
        if name == f"{layer}/__init__.py":
            continue
        for other in imported(tree, name):
            if other.startswith(f"{layer}/") and other != f"{layer}/__init__.py":
                pair = (room(name, layer), room(other, layer))
                if pair[0] != pair[1] and not other.startswith(GENERATED):
                    found[pair].append(f"{name} -> {other}")
    return found


def backward(found: Arrows) -> list[tuple[str, str]]:
    """Arrows from a feature to another, and the fewest others without which there is an order."""
    between = [pair for pair in found if all(is_feature(each) for each in pair)]
    others = [pair for pair in found if pair not in between]
    return between + fewest_against_an_order(others)


def is_feature(name: str) -> bool:
    return name.removeprefix("features/") in FEATURES


def fewest_against_an_order(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Rooms are moved to their best place in an order until none is better elsewhere."""
    order = sorted({each for pair in pairs for each in pair})
    into = Counter(pair[1] for pair in pairs)
    order.sort(key=lambda each: into[each])
    while True:
        before = len(against(order, pairs))
        for each in list(order):
            rest = [one for one in order if one != each]
            tried = [[*rest[:at], each, *rest[at:]] for at in range(len(order))]
            order = min([order, *tried], key=lambda one: len(against(one, pairs)))
        if len(against(order, pairs)) == before:
            return against(order, pairs)


def against(order: list[str], pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The arrows that run against an order: importers come first."""
    place = {each: at for at, each in enumerate(order)}
    return [pair for pair in pairs if place[pair[0]] > place[pair[1]]]


# ---------------------------------------------------------------------- Session, classes, lines


def session_class(root: Path) -> type:
    sys.path.insert(0, str(root))
    from jupyter_sscluster import Session, __file__ as found

    assert Path(str(found)).is_relative_to(root.resolve()), f"{found} is not of {root}"
    return Session


def levels(cls: type) -> int:
    """The longest chain of classes of ours, from this one down."""
    below = [levels(base) for base in cls.__bases__ if base.__module__.startswith("jupyter_")]
    return 1 + max(below, default=0)


def public(one: object) -> list[str]:
    return [name for name in dir(one) if not name.startswith("_")]


def objects(cls: type) -> dict[str, object]:
    """The objects that a session is put together from, by the attribute that they are."""
    session = cls([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
    values = {name: getattr(session, name) for name in public(cls)}
    return {
        name: value
        for name, value in values.items()
        if type(value).__module__.startswith("jupyter_sscluster.session.")
    }


def shared_classes(tree: Tree) -> list[str]:
    """Names of classes that two modules define; the messages of the contract are left out."""
    found = Counter(
        node.name
        for name in tree.under("jupyter_sscluster", ending=(".py",))
        if "contract" not in name
        for node in ast.parse(tree.text(name)).body
        if isinstance(node, ast.ClassDef) and "TypedDict" not in map(ast.unparse, node.bases)
    )
    return sorted(f"{name} ×{n}" for name, n in found.items() if n > 1)


def short(tree: Tree, ending: str, limit: int) -> list[str]:
    """Files of fewer lines, package files aside."""
    names = [n for n in tree.under(*SOURCES, ending=(ending,)) if not n.startswith(GENERATED)]
    return [n for n in names if tree.n_lines(n) < limit and not n.endswith("__init__.py")]


def imports_of_ours(tree: Tree, name: str) -> list[str]:
    tops = ast.parse(tree.text(name)).body
    return [
        node.module or ""
        for node in tops
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("jupyter_sscluster")
    ]


def figures(tree: Tree) -> Iterator[tuple[str, float | str, Iterable[str]]]:
    """Each measure, its figure, and what it counts."""
    alone = {feature: found_in(tree, feature, *PLACES) for feature in FEATURES}
    where = {
        feature: f"{feature}, {len(each)}: {' '.join(each)}" for feature, (each, _) in alone.items()
    }
    median = statistics.median
    yield (
        "folders a feature touches (median)",
        median(len(f) for f, _ in alone.values()),
        where.values(),
    )
    called = [f"{feature}, {len(n)}: {' '.join(n)}" for feature, (_, n) in alone.items()]
    yield "names a feature has (most)", max(len(n) for _, n in alone.values()), called
    session = session_class(tree.root)
    yield "Session: levels of inheritance", levels(session), ()
    yield "Session: public names", len(public(session)), [" ".join(public(session))]
    parts = {name: public(part) for name, part in objects(session).items()}
    most = max(map(len, parts.values()), default=0)
    listed = [f"{name} {len(names)}: {' '.join(names)}" for name, names in parts.items()]
    yield f"  most public names of its {len(parts)} objects", most, listed
    total = 0
    for layer in LAYERS:
        found = arrows(tree, layer)
        back = backward(found)
        total += len(back)
        told = [f"{a} -> {b}: {found[a, b][0]}" for a, b in back]
        yield f"imports that run backwards, {layer}", len(back), told
        circles = [f"{a} <-> {b}" for a, b in found if a < b and (b, a) in found]
        yield "  pairs of rooms that import each other", len(circles), circles
    yield "imports that run backwards, all", total, ()
    yield "Python files below 40 lines", len(short(tree, ".py", 40)), short(tree, ".py", 40)
    yield "TypeScript files below 25 lines", len(short(tree, ".ts", 25)), short(tree, ".ts", 25)
    yield "class names of two modules", len(shared_classes(tree)), shared_classes(tree)
    explorer = imports_of_ours(tree, "jupyter_sscluster/widget/explorer.py")
    yield "imports of ours in explorer.py", len(explorer), explorer
    yield "lines of package and page", sum(map(tree.n_lines, tree.under(*SOURCES))), ()
    yield "words of the README", len(tree.text("README.md").split()), ()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[1])
    parser.add_argument("--details", action="store_true", help="say what each figure counts")
    args = parser.parse_args()
    for what, figure, counted in figures(Tree(args.root.resolve())):
        print(f"{what:60} {figure:>8,}")
        if args.details:
            print("".join(f"    {line}\n" for line in counted), end="")


if __name__ == "__main__":
    main()
