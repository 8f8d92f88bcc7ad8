/** The picture has what is seen: points in their clusters' colours, links, the legend, all as data. */

import { expect, it } from "vitest";
import type { View } from "../../../src/core/view_state";
import { figure } from "../../../src/features/export/figure_svg";
import { EMPTY } from "../../empty_state";
import { link, shown } from "../../fixtures";

const NAME = '<b onload="alert(1)">&';

async function pictured(n: number, painter: "svg" | "squares" = "svg"): Promise<Document> {
  const { root } = await shown({ links: [link(1, 0, 1)] });
  const overlay = root.querySelector(".ssc-overlay") as SVGSVGElement;
  overlay.getBoundingClientRect = () => ({ width: 500, height: 300 }) as DOMRect;
  const at = (i: number): [number, number] => (i === 1 ? [900, 20] : [10 + (i % 400), 20]);
  const dots = { ready: true, at, cluster: (i: number) => i % 2 };
  const clusters = [0, 1].map((id) => ({ id, name: `${NAME}${id}`, size: 7 }));
  const axes = { ...EMPTY.axes, painter };
  const state = { ...EMPTY, n, axes, clusters, links: [link(1, 0, 1)] };
  const made = figure({ root, dots, state } as unknown as View);
  return new DOMParser().parseFromString(made?.svg ?? "", "image/svg+xml");
}

it("draws every point in view once, linked ones with a darker edge", async () => {
  const picture = await pictured(6);
  expect(picture.documentElement.getAttribute("width")).toBe("500");
  const marks = [...picture.querySelectorAll("svg > g:last-of-type > g > g > path")];
  expect(marks).toHaveLength(5);
  expect(marks.filter((mark) => mark.getAttribute("stroke") === "#000")).toHaveLength(1);
  const fills = new Set(marks.map((mark) => mark.parentElement?.getAttribute("fill")));
  expect([...fills]).toEqual(["#E69F00", "#56B4E9"]);
});

it("takes names as text and needs nothing from elsewhere", async () => {
  const picture = await pictured(4);
  const texts = [...picture.querySelectorAll("text")].map((text) => text.textContent);
  expect(texts).toEqual(expect.arrayContaining([`${NAME}0`, `${NAME}1`, "7"]));
  expect(picture.querySelector("b,image,script,style,[class],[href]")).toBeNull();
});

it("draws very many points as small squares", async () => {
  const picture = await pictured(600, "squares");
  expect(picture.querySelectorAll('path[d="M-1-1h2v2h-2z"]').length).toBe(598);
});

it("is none while there is no plot", () => {
  const root = document.createElement("div");
  expect(figure({ root, dots: null, state: EMPTY } as unknown as View)).toBeNull();
});
