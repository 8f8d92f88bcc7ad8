"""Švehla (2018): labels, pairs, questions, neighbourhoods, wrong ones, in 5 folds."""

from jupyter_sscluster.active import ExploreConsolidate
from jupyter_sscluster.experiments.protocol_design import Method, Params, Protocol

SOURCE = (
    "Švehla, J. (2018). Active semi-supervised clustering. MSc thesis, Czech Technical University "
    "in Prague, chapter 5"
)
SETS = ("wdbc", "digits389", "glass", "ionosphere", "iris", "wine")
SHARES = tuple(step / 10 for step in range(11))
PAIRS = tuple(range(0, 1001, 100))
QUESTIONS = tuple(range(0, 101, 10))
DIFFERS = (
    "K is 3 for the digits, where table 5.1 prints 10. k-means++ has ten starts, others one each. "
    "The weights are those that the thesis found best by the final score, with an implementation "
    "that counts each violated pair of MPCK-means twice and takes logarithms to base 2. PCK-means "
    "starts as printed, with a deviation of the perturbed means that the thesis does not state."
)
ASKED = (
    f"{DIFFERS} The strategies other than Random never ask what follows from other answers. They "
    "know K, and compare a point with the nearest member of a neighbourhood, but for "
    "Explore-Consolidate, which takes any. NPU clusters again where an answer contradicts the "
    "clusters and after ten answers, and reckons with the expectation that its text means."
)
WEIGHTS = (0.001, 0.01, 0.1, 1.0, 10.0)
ONCE: Params = {"n_init": 1}
AS_PRINTED: Params = {**ONCE, "algorithm": "paper"}
"""With few answers some clusters start from no neighbourhood, perhaps from an outlier."""
PCK_START: Params = {**ONCE, "init": "largest_neighbourhoods"}


def _weights(*values: float) -> dict[str, Params]:
    """What the thesis found best for each set, by the final score."""
    return {name: {"constraint_weight": value} for name, value in zip(SETS, values, strict=True)}


PCK_WEIGHTS = _weights(10.0, 10.0, 0.1, 1.0, 1.0, 1.0)
MPCK_WEIGHTS = _weights(0.01, 0.1, 0.001, 1.0, 0.01, 10.0)
MPCK: Params = {
    **ONCE,
    "init": "weighted_neighbourhoods",
    "metric": "diagonal",
    "shrinkage": 0.0,
}

BASELINE = Method("k-means", "kmeans")
PCK = Method("PCK", "pckmeans", PCK_START, PCK_WEIGHTS)

LABELS = Protocol(
    "svehla-labels",
    title="Labels of a share of the training rows",
    sets=SETS,
    methods=(
        BASELINE,
        Method("Seeded", "seededkmeans", {**ONCE, "init": "random"}),
        Method("Constrained", "constrainedkmeans", {**ONCE, "init": "random"}),
    ),
    told="labels",
    levels=SHARES,
    source=SOURCE,
    printed="figure 5.1",
    differs=DIFFERS,
)

RANDOM_PAIRS = Protocol(
    "svehla-pairs",
    title="Random pairs of training rows",
    sets=SETS,
    methods=(
        BASELINE,
        Method("COP", "copkmeans", ONCE),
        PCK,
        Method("MK", "mkmeans", {"metric": "diagonal", "shrinkage": 0.0}),
        Method("MPCK", "mpckmeans", MPCK, MPCK_WEIGHTS),
        Method("COP, as printed", "copkmeans", AS_PRINTED),
        Method("PCK, as printed", "pckmeans", {**PCK_START, **AS_PRINTED}, PCK_WEIGHTS),
        Method("MPCK, as printed", "mpckmeans", {**MPCK, **AS_PRINTED}, MPCK_WEIGHTS),
    ),
    levels=PAIRS,
    source=SOURCE,
    printed="figure 5.2",
    differs=DIFFERS,
)

WEIGHED = Protocol(
    "svehla-weights",
    title="The weight of a pair: tuned by the final score, and chosen on training rows",
    sets=SETS,
    methods=(
        Method("PCK", "pckmeans", PCK_START, grid=("constraint_weight", WEIGHTS)),
        Method("PCK, automatic", "pckmeans", PCK_START),
        Method("MPCK", "mpckmeans", MPCK, grid=("constraint_weight", WEIGHTS)),
    ),
    levels=PAIRS[::2],
    source=SOURCE,
    printed="table 5.2, figures B.1 and B.2",
    differs=f"Every second number of pairs. {DIFFERS}",
    drawn=("tried",),
)

STRATEGIES: dict[str, tuple[str, Params]] = {
    "Random": ("random", {"entailed": True}),
    "Explore-Consolidate": ("exploreconsolidate", {"member": "random"}),
    "Min-Max": ("minmax", {}),
    "NPU": ("npu", {}),
}

ACTIVE = Protocol(
    "svehla-active",
    title="Questions of four strategies, PCK-means",
    sets=SETS,
    methods=tuple(
        Method(name, "pckmeans", PCK_START, PCK_WEIGHTS, strategy=strategy, asking=asking)
        for name, (strategy, asking) in STRATEGIES.items()
    ),
    told="questions",
    levels=QUESTIONS,
    source=SOURCE,
    printed="figure 5.3",
    differs=ASKED,
)

BEFORE, AT_ONCE = 50, 10

COMBINED = ACTIVE.with_(
    name="svehla-combined",
    title="NPU after Explore-Consolidate, and in batches",
    methods=(
        *(
            Method(name, "pckmeans", PCK_START, PCK_WEIGHTS, strategy=strategy, asking=asking)
            for name, (strategy, asking) in STRATEGIES.items()
            if name in ("Explore-Consolidate", "NPU")
        ),
        Method(
            "Explore-Consolidate, then NPU",
            "pckmeans",
            PCK_START,
            PCK_WEIGHTS,
            strategy="npu",
            first=(ExploreConsolidate(member="random"), BEFORE),
        ),
        *(
            Method(
                f"NPU, batches of {which} points",
                "pckmeans",
                PCK_START,
                PCK_WEIGHTS,
                strategy="npu",
                asking={"diversity": diversity},
                batch=AT_ONCE,
            )
            for which, diversity in (("diverse", 1.0), ("the best", 0.0))
        ),
    ),
    printed="",
    differs=(
        "The thesis proposes both (chapters 3 and 6) without an experiment. Half of the questions "
        f"are Explore-Consolidate's, and a batch has {AT_ONCE} pairs. {ASKED}"
    ),
)

NUMBER = Protocol(
    "svehla-number",
    title="The number of neighbourhoods that random pairs make",
    sets=SETS,
    methods=(Method("Random pairs", "kmeans", ONCE),),
    levels=(100, 300, 1000, 2000, 5000),
    source=SOURCE,
    differs=(
        "The thesis assumes it (chapter 6) without an experiment; it draws 1000 pairs at most. "
        "K-means, which uses no pairs, is there because a protocol has a clusterer; ignore its "
        "scores."
    ),
    drawn=("n_neighbourhoods",),
)

STATED = "The thesis states it of the methods (sections 2.2, 2.3) without an experiment."

WRONG_LABELS = LABELS.with_(
    name="svehla-wrong-labels",
    title="Labels of half of the training rows, a fifth of them wrong",
    levels=(0.5,),
    noise=0.2,
    printed="",
    differs=f"{STATED} {DIFFERS}",
)

WRONG_PAIRS = RANDOM_PAIRS.with_(
    name="svehla-wrong-pairs",
    title="Random pairs of training rows, a fifth of them wrong",
    methods=(
        *(m for m in RANDOM_PAIRS.methods if m.clusterer in ("kmeans", "copkmeans", "pckmeans")),
        Method("PCK, automatic", "pckmeans", PCK_START),
    ),
    levels=(100,),
    noise=0.2,
    printed="",
    differs=(
        f"{STATED} Of pairs that contradict each other the cannot-links are told softly, which "
        f"COP ignores. {DIFFERS}"
    ),
)

PROTOCOLS = (
    LABELS,
    RANDOM_PAIRS,
    WEIGHED,
    ACTIVE,
    COMBINED,
    NUMBER,
    WRONG_LABELS,
    WRONG_PAIRS,
)
