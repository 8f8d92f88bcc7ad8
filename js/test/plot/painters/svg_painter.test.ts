import { describe, expect, it } from "vitest";
import { Camera } from "../../../src/core/camera";
import { s } from "../../../src/core/dom";
import { Nodes, translation } from "../../../src/plot/painters/svg_painter";

function drawn(count: number): HTMLElement {
  const figure = document.createElement("div");
  const groups = Array.from({ length: count }, () =>
    s("g", { class: "object_grp", transform: "translate(1,2)" }, s("path", { class: "dot" })),
  );
  figure.append(s("svg", {}, s("g", {}, ...groups)));
  document.body.append(figure);
  return figure;
}

const camera = new Camera();
camera.inner = { left: 0, top: 0, width: 100, height: 100 };

const groups = (figure: Element): SVGElement[] => [
  ...figure.querySelectorAll<SVGElement>(".object_grp"),
];

describe("bqplot's nodes", () => {
  it("are read in either notation", () => {
    expect(translation("translate(3.5, -2)")).toEqual([3.5, -2]);
    expect(translation("translate(1e-3 4)rotate(30)")).toEqual([0.001, 4]);
    expect(translation(null)).toEqual([NaN, NaN]);
  });

  it("are taken only when all are there, and told apart", () => {
    const figure = drawn(2);
    const nodes = new Nodes(figure);
    expect(nodes.bind(3)).toBe(false);
    expect(nodes.bind(2)).toBe(true);
    expect(nodes.holds(2)).toBe(true);
    nodes.paint(new Uint8Array([1, 0]));
    const marks = [...figure.querySelectorAll("path.dot")];
    expect(marks.map((mark) => mark.getAttribute("data-index"))).toEqual(["0", "1"]);
    expect(marks.map((mark) => mark.getAttribute("data-cluster"))).toEqual(["1", "0"]);
  });

  it("are held no more once bqplot has made others", () => {
    const figure = drawn(1);
    const nodes = new Nodes(figure);
    nodes.bind(1);
    groups(figure)[0]?.remove();
    expect(nodes.holds(1)).toBe(false);
  });

  it("stand where the camera sees them, in the space that bqplot has given them", () => {
    const figure = drawn(2);
    const space = figure.querySelector("svg > g");
    space?.setAttribute("transform", "translate(62, 8)");
    const nodes = new Nodes(figure);
    nodes.bind(2);
    nodes.place(new Float64Array([70, 20, 130, 20]), camera);
    const [first, second] = groups(figure);
    expect(first?.style.transform).toBe("translate(8px,12px)");
    expect([first?.style.display, second?.style.display]).toEqual(["", "none"]);
    nodes.place(new Float64Array([70, 20, 90, 20]), camera);
    expect(second?.style.display).toBe("");
    expect(nodes.isShifted()).toBe(false);
    space?.setAttribute("transform", "translate(60, 8)");
    expect(nodes.isShifted()).toBe(true);
  });

  it("wear exactly the flags they are given", () => {
    const figure = drawn(3);
    const nodes = new Nodes(figure);
    nodes.bind(3);
    nodes.flag("data-linked", new Set([0, 2]));
    nodes.flag("data-linked", new Set([2, 1]));
    const flagged = [...figure.querySelectorAll("[data-linked]")].map((mark) =>
      mark.getAttribute("data-index"),
    );
    expect(flagged).toEqual(["1", "2"]);
  });
});
