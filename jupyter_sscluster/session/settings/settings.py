"""The methods of a session that set what clusters and what asks."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.engine import HasEngine


def set_clusterer(session: HasEngine, clusterer: Any, /, **params: Any) -> None:
    """Use another clusterer: its name, class, or an instance (which brings its own K)."""
    engine = session._engine
    engine.apply(lambda now: operations.clusterer(now, clusterer, params, engine.n_features))


def set_params(session: HasEngine, /, **params: Any) -> None:
    """Change parameters of the clusterer."""
    engine = session._engine
    engine.apply(lambda now: operations.parameters(now, params, engine.n_features))


def set_n_clusters(session: HasEngine, n_clusters: int) -> None:
    """Change the number of clusters."""
    engine = session._engine
    engine.apply(lambda now: operations.settings(now, engine.n_features, n_clusters=n_clusters))


def set_strategy(session: HasEngine, strategy: Any = None, /, **params: Any) -> None:
    """Use another strategy, or (without one) other parameters; open questions are dropped."""
    engine, n = session._engine, session._engine.n_features
    if strategy is None:
        engine.apply(lambda now: operations.strategy_parameters(now, params, n))
    else:
        engine.apply(lambda now: operations.strategy(now, strategy, params, n))
