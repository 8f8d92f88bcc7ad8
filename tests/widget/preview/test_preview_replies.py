"""What the page is told of questions about several points, and of those after them."""

import json

import numpy as np
import pytest
from kernels.previews import CLASSES, effect, play

from jupyter_sscluster.widget.features.preview.worker import PreviewWorker

QUICK = "jupyter_sscluster.widget.features.preview.worker.QUICK"

WORDS = {"unknown": "Don't know:", None: "If none of these:"}


@pytest.fixture(autouse=True)
def any_fit_is_quick(monkeypatch):
    monkeypatch.setattr(QUICK, 60.0)


def told(kernel, what, asked):
    """What was told of each answer to a question, by the answer."""
    return {
        json.dumps(content["choice" if what == "placement_preview" else "answer"]): (
            content,
            buffers,
        )
        for content, buffers in kernel.sent
        if content["type"] == what and content["number"] == asked["number"]
    }


def all_told(kernel, question):
    """Of every card, of none of them and of don't know."""
    return len(told(kernel, "next_cards", question)) == len(question["cards"]) + 2


async def asked(kernel, shape):
    name = {"place": "placement", "sort": "sorting"}[shape]
    if kernel.state[name] is None:
        kernel.send("question_type", question_type=shape)
        kernel.send("suggest")
    await kernel.until(lambda: kernel.state[name])
    return kernel.state[name]


def test_every_card_is_told_with_the_question_after_it(bundle):
    async def story(kernel):
        for step in range(5):
            question = await asked(kernel, "place")
            choices = [*(card["face"]["i"] for card in question["cards"]), "unknown", None]
            names = {json.dumps(choice): choice for choice in choices}
            await kernel.until(
                lambda now=question: len(told(kernel, "next_cards", now)) == len(now["cards"]) + 2
            )
            found = told(kernel, "placement_preview", question)
            following = told(kernel, "next_cards", question)
            assert set(found) == set(following) == set(names)
            for key, choice in names.items():
                content, (rows, clusters) = found[key]
                wanted = kernel.session.preview(choice)
                lead = WORDS.get(choice, f"If like {choice}:")
                assert (content["effect"], content["note"][0]) == (effect(wanted.moved), lead)
                assert np.frombuffer(rows, "<u4").tolist() == wanted.moved_points.tolist()
                then = wanted.labels[wanted.moved_points].tolist()
                assert np.frombuffer(clusters, "<u2").tolist() == then
            choice = choices[[0, -1, -1, -2, 1][step]]
            point = question["point"]["i"]
            assert following[json.dumps(choice)][0]["rows"][0] == point
            kernel.send("place", number=question["number"], point=point, choice=choice)
            # in the very state that shows the answer, with a new cluster as well
            assert kernel.state["placement"] == following[json.dumps(choice)][0]["placement"]
        assert kernel.session.n_clusters > 2

    play(story, n_clusters=2)


def test_a_card_of_another_question_is_not_looked_into(bundle):
    async def story(kernel):
        question = await asked(kernel, "place")
        await kernel.until(lambda: all_told(kernel, question))
        before = len(kernel.sent)
        row, point = question["cards"][0]["face"]["i"], question["point"]["i"]
        kernel.send("preview_placement", number=99, point=point, choice=row)
        kernel.send("preview_sorting", number=question["number"], piles=[[row]])
        assert len(kernel.sent) == before
        kernel.send(
            "preview_placement", number=question["number"], point=question["point"]["i"], choice=row
        )
        assert [content["type"] for content, _ in kernel.sent[before:]] == [
            "placement_preview",
            "next_cards",
        ]

    play(story)


def test_piles_are_followed_by_the_next_sorting(bundle):
    async def story(kernel):
        for step in range(3):
            question = await asked(kernel, "sort")
            piles = {int(CLASSES[face["i"]]): [face["i"]] for face in question["cards"]}
            for face in question["points"]:
                piles.setdefault(int(CLASSES[face["i"]]), []).append(face["i"])
            given = list(piles.values())
            number = question["number"]
            await kernel.until(lambda now=question: '"unknown"' in told(kernel, "next_cards", now))
            first = [[question["points"][0]["i"], question["points"][1]["i"]]]
            kernel.send("preview_sorting", number=number, piles=first)
            kernel.send("preview_sorting", number=number, piles=given)
            key = json.dumps("unknown" if step == 1 else given)
            await kernel.until(lambda now=question, key=key: key in told(kernel, "next_cards", now))
            card = told(kernel, "next_cards", question)[key][0]["sorting"]
            if step == 1:
                kernel.send("skip", number=number)
            else:
                kernel.send("sort", number=number, piles=given)
            assert kernel.state["sorting"] == card

    play(story)


def test_slow_fits_are_previewed_only_where_somebody_points(bundle, monkeypatch):
    monkeypatch.setattr(QUICK, 0.0)

    async def story(kernel):
        question = await asked(kernel, "place")
        await kernel.until(lambda: kernel.explorer._context.of(PreviewWorker).done)
        assert told(kernel, "placement_preview", question) == {}
        row, point = question["cards"][0]["face"]["i"], question["point"]["i"]
        kernel.send("preview_placement", number=question["number"], point=point, choice=row)
        await kernel.until(lambda: told(kernel, "next_cards", question))
        assert [*told(kernel, "next_cards", question)] == [json.dumps(row)]

    play(story)
