"""Okabe and Yamada (2012): questions about what a boosted ensemble disagrees on."""

from jupyter_sscluster.experiments.protocol_design import Method, Params, Protocol

SOURCE = (
    "Okabe, M. and Yamada, S. (2012). Uncertainty sampling for constrained cluster ensemble, "
    "section IV"
)
DIFFERS = (
    "Glass has 9 features: the tenth of the study is the number of the row. The features of "
    "pathbased and spiral go from 0 to 1 before the kernel, too. Boosting ends once a member errs "
    "on nothing or on half of the weight, so that an ensemble may be small."
)
MEMBERS: Params = {"n_estimators": 100}
SHAPES: dict[str, Params] = {
    name: {"kernel": "local_rbf", "n_neighbors": 8} for name in ("pathbased", "spiral")
}
"""What is clustered by the kernel; the questions go by that of the clusterer."""

ASKED = Protocol(
    "okabe",
    title="100 random pairs are known, 100 more are asked about; boosted ensemble",
    sets=("iris", "glass", "ecoli", "wdbc", "pathbased", "spiral"),
    methods=(
        Method("Active", "boostedensemble", MEMBERS, SHAPES, strategy="ensembleuncertainty"),
        Method(
            "Random",
            "boostedensemble",
            MEMBERS,
            SHAPES,
            strategy="random",
            asking={"entailed": True},
        ),
    ),
    told="questions",
    levels=(0, 25, 50, 75, 100),
    folds=0,
    repeats=20,
    preprocess="unit",
    scores=("gnmi", "ari"),
    start=100,
    source=SOURCE,
    printed="figure 4",
    differs=DIFFERS,
)

CRITERIA = ASKED.with_(
    name="okabe-criteria",
    title="The same questions by the entropy alone, and by the kernel alone",
    sets=ASKED.sets[:4],
    methods=tuple(
        Method(
            f"{criterion.capitalize()} alone",
            "boostedensemble",
            MEMBERS,
            strategy="ensembleuncertainty",
            asking={"criterion": criterion},
        )
        for criterion in ("entropy", "kernel")
    ),
    printed="",
    differs=f"The study introduces both (section III) without an experiment on either. {DIFFERS}",
)

PROTOCOLS = (ASKED, CRITERIA)
