"""What the card of a cluster shows beside the truth, and how long it takes.

    python benchmarks/cluster_descriptions.py
    python benchmarks/cluster_descriptions.py --draws 5

Three made-up data sets with groups that are known. Reports of citizens: 5,000 texts on 12 topics,
made from frames, words of the topic, and in one of seven sentences a word of another topic; the
groups are those of k-means on 30 latent components, or, with "as given", the topics themselves.
Images: the ten digits of scikit-learn, upright and mirrored in negative, 20 groups. Customers: 900
rows of four columns in three groups. "hit" says that one of the three first words is a word of the
name of the topic, or its plural. With `--draws`, as many sets of texts more: the topics of each are
twelve of the whole list, their words frequent and rare in another order.
"""

import argparse
import time
from collections.abc import Callable, Iterator

import numpy as np
from label_economy_tables import table
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

from jupyter_sscluster import Session
from jupyter_sscluster.metrics import adjusted_rand
from jupyter_sscluster.session.clusters.words import WordCounts
from jupyter_sscluster.session.engine.text_index import words
from jupyter_sscluster.session.search.text_search import TextSearch

TOPICS = {
    "Tree pruning": "tree trees branch branches leaves roots shade pruning trunk lime oak storm",
    "Bins": "bin bins rubbish collection bags foxes containers recycling waste smell lorry",
    "Street lighting": "light lamp lamps dark lantern bulb flickers pole lit night lighting",
    "Permits": "permit application form office fee approval deadline document licence stamp",
    "Bus and tram": "bus tram stop driver timetable late line ticket passengers shelter",
    "Parking": "parking car cars space spaces resident garage meter kerb fine",
    "Parks": "park playground bench benches grass swing lawn dogs flowers pond",
    "Potholes": "pothole potholes road surface asphalt cracks cobbles wheel repair tar",
    "Noise": "noise music loud sleep drilling party barking construction hammering quiet",
    "Water supply": "water pipe leak drain flooded pressure sewer tap meter hydrant",
    "Schools": "school class children teacher classroom pupils lessons heating timetable canteen",
    "Cycling": "cycle cycling bicycle lane cyclists path helmet rack bike junction",
    "Rats": "rats rat mice poison traps droppings pests nest cellar pest",
    "Snow": "snow ice gritting slippery salt ploughed pavement frozen winter shovel",
    "Graffiti": "graffiti paint spray walls tags cleaned scribbles wall underpass vandals",
    "Library": "library books loan shelves opening returned reading card catalogue novels",
    "Swimming pool": "pool swimming lockers showers chlorine swimmers lifeguard changing lessons",
    "Council tax": "tax council payment bill reminder rebate instalments arrears account refund",
}
FRAMES = [
    *("there is a problem with the {0}", "the {0} and the {1} again", "the {0} is broken"),
    *("please look at the {0} before winter", "who is responsible for the {0}"),
    *("the {0} by the {1} worries us", "we asked for a new {0} in spring"),
    *("since friday the {0} is worse", "the {0} was promised for may", "near the {0} it is bad"),
    *("could the {0} be mended soon", "every morning the {0}, every evening the {1}"),
]
OTHERS = [
    *("please send someone", "this has been so for weeks", "i have written twice"),
    *("nobody answers the phone", "many thanks", "it gets worse every day", "we pay for this"),
    *("the neighbours say the same", "my mother is eighty and afraid", "someone will get hurt"),
    *("the street is narrow and the children play there", "it was better last year"),
]
WORDS_LIMIT, SEARCH_LIMIT = 20, 200


def reports(
    topics: dict[str, list[str]], rng: np.random.Generator, n: int = 5000
) -> tuple[list[str], np.ndarray]:
    """Texts, and the number of the topic of each."""
    names = [*topics]
    truth = rng.choice(len(names), n, p=rng.dirichlet(np.full(len(names), 6.0)))
    return [" ".join(_sentences(topics, names[topic], rng)) for topic in truth], truth


def _sentences(topics: dict[str, list[str]], name: str, rng: np.random.Generator) -> Iterator[str]:
    own, frequency = topics[name], 1 / np.arange(2, len(topics[name]) + 2)
    for _ in range(rng.integers(2, 4)):
        said = rng.choice(own, 2, replace=False, p=frequency / frequency.sum())
        if rng.random() < 1 / 7:
            said[rng.integers(2)] = rng.choice(topics[rng.choice([*topics])])
        yield rng.choice(FRAMES).format(*said).capitalize() + "."
    if rng.random() < 0.3:
        yield f"{name} is what I write about."
    for each in rng.choice(OTHERS, rng.integers(1, 4), replace=False):
        yield each.capitalize() + "."


def is_hit(said: list[str], name: str) -> bool:
    """Whether one of the words is a word of the name, or differs from it by a final s."""
    own = {word.removesuffix("s") for word in words(name)} - {"and"}
    return any(word.removesuffix("s") in own for word in said)


def texts() -> None:
    """The topics as k-means finds them, and the words of each."""
    names = [*TOPICS][:12]
    topics = {name: TOPICS[name].split() for name in names}
    told, truth = reports(topics, np.random.default_rng(0))
    counts = TfidfVectorizer(stop_words="english", min_df=3).fit_transform(told)
    X = normalize(TruncatedSVD(30, random_state=0).fit_transform(counts))
    session = Session(X, "kmeans", n_clusters=12, texts=told)
    rows, hits = [], 0
    for cluster in session.clusters:
        about, sizes = cluster.describe(), np.bincount(truth[cluster.rows], minlength=12)
        name, three = names[sizes.argmax()], [word.word for word in about.words[:3]]
        hits += is_hit(three, name)
        hit = "hit" if is_hit(three, name) else "-"
        share = f"{sizes.max() / sizes.sum():.2f}"
        rows.append([name, share, ", ".join(three), about.suggested_name or "-", hit])
    print(
        f"\n5,000 texts, 12 topics, adjusted Rand index {adjusted_rand(truth, session.labels):.2f}"
    )
    print(*table(["topic", "its share", "three words", "suggested name", ""], rows), sep="\n")
    print(f"{hits} of 12 topics named by one of three words\n")
    kept = WordCounts(told)
    spent = timed(lambda: kept.of(session.labels).about(0), 15)
    print(f"words after a fit: median {spent:.0f} ms of processor (limit {WORDS_LIMIT})")


def other_draws(draws: int) -> None:
    """The topics as given: twelve of all, their words in another order."""
    for seed in range(draws):
        rng = np.random.default_rng(seed + 1)
        names = [str(name) for name in rng.choice([*TOPICS], 12, replace=False)]
        topics = {
            name: [str(each) for each in rng.permutation(TOPICS[name].split())] for name in names
        }
        told, truth = reports(topics, rng)
        sums = WordCounts(told).of(truth)
        said = [[word.word for word in sums.about(k)[0][:3]] for k in range(12)]
        missed = [
            f"{name}: {', '.join(three)}"
            for name, three in zip(names, said, strict=True)
            if not is_hit(three, name)
        ]
        print(f"draw {seed + 1}, as given: {12 - len(missed)} of 12", *missed, sep="; ")


def images() -> None:
    """Which groups the images of a card are of."""
    digits, target = load_digits(return_X_y=True)
    mirrored = 16 - digits.reshape(-1, 8, 8)[:, :, ::-1].reshape(len(digits), -1)
    pixels, truth = np.vstack([digits, mirrored]), np.concatenate([target, target + 10])
    X = PCA(30, random_state=0).fit_transform(pixels)
    session = Session(X, "kmeans", n_clusters=20)
    rows, spent = [], []
    for cluster in session.clusters:
        began = time.process_time()
        about = cluster.describe()
        spent.append(1000 * (time.process_time() - began))
        sizes = np.bincount(truth[cluster.rows], minlength=20)
        group = int(sizes.argmax())
        told = f"{group % 10}{', mirrored' if group > 9 else ''}"
        shares = [
            f"{np.mean(truth[np.array(each, dtype=int)] == group):.2f}" if len(each) else "-"
            for each in (cluster.rows, about.typical, about.doubtful)
        ]
        rows.append([told, str(cluster.size), *shares, str(about.n_doubtful)])
    print(f"\n{len(X):,} images, 20 groups, index {adjusted_rand(truth, session.labels):.2f}")
    head = ["most are", "images", "of all", "of 24 typical", "of 12 doubtful", "doubtful"]
    print(*table(head, sorted(rows)), sep="\n")
    print(f"describe(): median {np.median(spent):.0f} ms of processor")


def customers() -> None:
    """The columns that a card names first."""
    rng = np.random.default_rng(0)
    centres = {
        "students": (23, 9, 18, 6),
        "families": (41, 4, 120, 6),
        "pensioners": (70, 5, 45, 6),
    }
    columns = ["age", "orders", "basket", "visits"]
    spread = (4, 2, 12, 2)
    X = np.vstack([rng.normal(mean, spread, (300, 4)) for mean in centres.values()])
    session = Session((X - X.mean(0)) / X.std(0), "kmeans", n_clusters=3)
    rows = []
    for number, (name, mean) in enumerate(centres.items()):
        features = session.clusters[int(session.labels[300 * number])].describe(X).features[:2]
        said = [
            f"{columns[each.column]} {each.medians[0]:.1f} (others {each.medians[1]:.1f})"
            for each in features
        ]
        truth = ", ".join(f"{c} {m}" for c, m in zip(columns, mean, strict=True))
        rows.append([name, truth, ", ".join(said)])
    print("\n900 customers, 3 groups")
    print(*table(["group", "made with means of", "its card"], rows), sep="\n")


def search() -> None:
    """Words, beginnings and signs in 100,000 texts."""
    topics = {name: own.split() for name, own in TOPICS.items()}
    told, _ = reports(topics, np.random.default_rng(0), 100_000)
    index = TextSearch([[each] for each in told].__getitem__)
    for first in range(0, len(told), 2000):
        index.add(range(first, first + 2000))
    rows = [
        [repr(text), f"{len(index.find(text)):,}", f"{timed(lambda t=text: index.find(t), 9):.0f}"]
        for text in ("pothole", "p", "bus tram", "amp", "again.", "xylophone")
    ]
    print(f"\nSearch of {len(told):,} texts (limit {SEARCH_LIMIT} ms)")
    print(*table(["typed", "found", "ms of processor"], rows), sep="\n")


def timed(work: Callable[[], object], repeats: int) -> float:
    """Median milliseconds of processor time."""
    spent = []
    for _ in range(repeats):
        began = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - began))
    return float(np.median(spent))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--draws", type=int, default=0, help="sets of other topics")
    chosen = parser.parse_args()
    texts()
    other_draws(chosen.draws)
    images()
    customers()
    search()


if __name__ == "__main__":
    main()
