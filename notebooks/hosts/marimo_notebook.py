"""First steps in marimo: `marimo edit notebooks/hosts/marimo_notebook.py`."""

import marimo

__generated_with = "0.25.2"

app = marimo.App(width="full")


@app.cell
def _():
    import marimo as mo

    mo.md(
        """
        # First steps in marimo

        Click a point, press `M` (same cluster) or `C` (different clusters), and click another.
        `N` asks the next question. Run the last cell to see what came of it.
        """
    )
    return (mo,)


@app.cell
def _():
    from sklearn.datasets import load_iris

    from jupyter_sscluster import ClusterExplorer

    explorer = ClusterExplorer(load_iris(as_frame=True).data, n_clusters=3)
    explorer
    return (explorer,)


@app.cell
def _(explorer, mo):
    mo.md(f"{len(explorer.session.answers)} answers; clusters of {explorer.labels.size} rows")
    return


if __name__ == "__main__":
    app.run()
