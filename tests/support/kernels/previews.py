"""A kernel with an event loop and a page, which hears what is previewed."""

import asyncio
import time

from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer

X, CLASSES = load_iris(return_X_y=True)
KINDS = ("must", "cannot", "unknown")
WAIT = 20.0


def effect(moved):
    return {0: "nothing moves", 1: "1 point moves"}.get(moved, f"{moved} points move")


class Kernel:
    """A page and an explorer whose kernel has an event loop."""

    def __init__(self, **settings):
        self.explorer = ClusterExplorer(X, **{"n_clusters": 3, **settings})
        self.session = self.explorer.session
        self.sent = []
        self.explorer.layer.send = lambda content, buffers=None: self.sent.append(
            (content, list(buffers or []))
        )

    @property
    def state(self):
        return self.explorer.layer.state

    def send(self, what, **content):
        data = {"method": "custom", "content": {"type": what, **content}}
        self.explorer.layer._handle_msg({"content": {"data": data}, "buffers": []})

    def answer(self, kind):
        question = self.state["question"]
        self.send("answer", kind=kind, **{name: question[name] for name in ("number", "i", "j")})

    def told(self, what="pair_preview"):
        """The last that was told of each answer to the open question."""
        question = self.state["question"]
        key = [question[name] for name in ("number", "i", "j")]
        return {
            content["kind"]: (content, buffers)
            for content, buffers in self.sent
            if content["type"] == what and [content[name] for name in ("number", "i", "j")] == key
        }

    async def until(self, condition):
        end = time.monotonic() + WAIT
        while not condition():
            assert time.monotonic() < end, self.sent[-5:]
            await asyncio.sleep(0.005)

    async def asked(self):
        self.send("suggest")
        await self.until(lambda: self.state["question"])

    async def previewed(self):
        """All that there is to tell of the open question was told."""
        await self.until(lambda: self.state["question"] and len(self.told("next")) == len(KINDS))
        return self.told()


def play(story, **settings):
    async def run():
        kernel = Kernel(**settings)
        try:
            await story(kernel)
        finally:
            kernel.explorer.close()

    asyncio.run(run())
