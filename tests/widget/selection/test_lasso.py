"""Groups of points drawn round on the page, linked in one step."""


def test_ten_points_give_nine_links_and_one_undo_takes_them_back(page):
    ten = list(range(0, 20, 2))
    state = page.send("select", indices=ten)
    assert state["lasso"]["count"] == 10
    assert state["lasso"]["must_links"] == len(state["lasso"]["preview_must"]) == 9
    assert state["status"] == "10 points selected. All must-link would add 9 links."
    page.send("group", action="must")
    state = page.settled()
    assert len(state["links"]) == 9
    assert state["lasso"] is None
    assert {link["source"] for link in state["links"]} == {"lasso"}
    page.send("undo")
    assert page.settled()["links"] == []


def test_a_selection_that_is_linked_already_adds_nothing(page):
    for _ in range(2):
        page.send("select", indices=[1, 2, 3])
        page.send("group", action="must")
        page.settled()
    assert len(page.state["links"]) == 2
    assert page.state["error"] is None
    assert "Nothing to add" in page.state["status"] or page.state["status"]


def test_cannot_link_between_two_groups(page):
    for group in ([0, 1, 2], [100, 101]):
        page.send("select", indices=group)
        page.send("group", action="must")
    page.send("select", indices=[0, 1, 2])
    state = page.send("group", action="cannot_first")
    assert state["lasso"]["group"] == [0, 1, 2]
    assert "second group" in state["status"]
    state = page.send("select", indices=[100, 101])
    assert state["lasso"]["cannot_links"] == 1
    assert state["status"] == "2 points selected. Cannot-link with the first 3 would add 1 link."
    assert "in both groups" in page.send("select", indices=[2, 100])["status"]
    page.send("group", action="cannot", indices=[100, 101])
    page.settled()
    assert len(page.pairs("cannot")) == 1
    assert page.explorer.constraints.relation(2, 101) == "cannot"
    assert page.state["lasso"] is None


def test_label_as_joins_the_group_to_a_cluster(page):
    before = page.labels.copy()
    cluster = int(before[0])
    page.send("select", indices=[100, 101])
    page.send("group", action="label", cluster=cluster)
    links = page.settled()["links"]
    assert {link["source"] for link in links} == {f"label:{cluster}"}
    joined = {point for link in links for point in (link["i"], link["j"])} - {100, 101}
    assert [before[point] for point in joined] == [cluster]
    page.send("undo")
    assert page.settled()["links"] == []


def test_a_lasso_can_be_called_off(page):
    page.send("select", indices=[1, 2])
    assert page.send("group", action="cancel")["lasso"] is None
    assert page.state["links"] == []
    assert "no points are selected" in page.send("group", action="must")["error"]
