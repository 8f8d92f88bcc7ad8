"""Where a run of automatic answers stands, and how the next is to be."""

from dataclasses import dataclass

from jupyter_sscluster.session import OracleRun

PACES = {"1": 2.0, "4": 0.5, "max": 0.0}
"""Seconds from one question to the next, by the name of the speed; at the most as fits go."""


@dataclass
class OracleRunState:
    """What a person has chosen, and the run that is shown.

    `goal` is the number of questions at which the run halts, None for all that there are; each
    Play after that adds `portion`. `renew` says that the next Play begins another run, as another
    share of wrong answers or other strategies were chosen. `halted` says why it halted by itself.
    """

    run: OracleRun | None = None
    on: bool = False
    speed: str = "1"
    goal: int | None = 40
    portion: int = 40
    wrong: float = 0.0
    beside: tuple[str, ...] = ("random",)
    renew: bool = False
    halted: str = ""

    @property
    def asked(self) -> int:
        """Questions asked so far."""
        return 0 if self.run is None else self.run.n_asked

    @property
    def is_done(self) -> bool:
        """Whether as many were asked as were wanted."""
        return self.goal is not None and self.asked >= self.goal
