import { describe, expect, it } from "vitest";
import { Dots, decode, translation } from "../../src/plot/dots";
import { s } from "../../src/ui/dom";

describe("labels", () => {
  it("honour the offset within a larger buffer", () => {
    const whole = new Uint8Array([9, 9, 0, 1, 2]);
    expect([...decode(new DataView(whole.buffer, 2, 3), 1)]).toEqual([0, 1, 2]);
  });

  it("of two bytes are little endian, at odd offsets too", () => {
    const whole = new Uint8Array([9, 1, 0, 44, 1]);
    expect([...decode(new DataView(whole.buffer, 1, 4), 2)]).toEqual([1, 300]);
  });

  it("are none before the kernel has sent any", () => {
    expect(decode(undefined, 1)).toHaveLength(0);
  });
});

describe("bqplot's dots", () => {
  const drawn = (places: string[]): HTMLElement => {
    const figure = document.createElement("div");
    const groups = places.map((place) =>
      s("g", { class: "object_grp", transform: place || null }, s("path", { class: "dot" })),
    );
    figure.append(s("svg", {}, s("g", {}, ...groups)));
    document.body.append(figure);
    return figure;
  };

  it("are read in either notation", () => {
    expect(translation("translate(3.5, -2)")).toEqual([3.5, -2]);
    expect(translation("translate(1e-3 4)rotate(30)")).toEqual([0.001, 4]);
    expect(translation(null)).toEqual([NaN, NaN]);
  });

  it("are taken only when all are there, and told apart", () => {
    const figure = drawn(["translate(1, 2)", "translate(3, 4)"]);
    const dots = new Dots(figure, s("svg"));
    expect(dots.bind(3)).toBe(false);
    expect(dots.bind(2)).toBe(true);
    dots.paint(new Uint8Array([1, 0]));
    const marks = [...figure.querySelectorAll("path.dot")];
    expect(marks.map((mark) => mark.getAttribute("data-index"))).toEqual(["0", "1"]);
    expect(marks.map((mark) => mark.getAttribute("data-cluster"))).toEqual(["1", "0"]);
  });

  it("have no place until bqplot has given them one", () => {
    const figure = drawn(["translate(1, 2)", ""]);
    const dots = new Dots(figure, s("svg"));
    dots.bind(2);
    expect(dots.measure()).toBe(false);
    expect(dots.ready).toBe(false);
    figure.querySelectorAll("g.object_grp")[1]?.setAttribute("transform", "translate(5,6)");
    expect(dots.measure()).toBe(true);
    expect([...dots.points]).toEqual([1, 2, 5, 6]);
    expect(dots.measure()).toBe(false);
  });

  it("stand where the groups around them put them, and stay while the figure is not laid out", () => {
    const figure = drawn(["translate(1, 2)"]);
    const dots = new Dots(figure, s("svg"));
    dots.bind(1);
    figure.querySelector("svg > g")?.setAttribute("transform", "translate(62, 8)");
    dots.measure();
    expect([...dots.points]).toEqual([63, 10]);
    figure.checkVisibility = () => false;
    figure.querySelector("svg > g")?.setAttribute("transform", "translate(0, 0)");
    expect(dots.measure()).toBe(false);
    expect([...dots.points]).toEqual([63, 10]);
  });

  it("are taken anew when bqplot replaces them, and keep their colours", () => {
    const figure = drawn(["translate(1, 2)"]);
    const dots = new Dots(figure, s("svg"));
    dots.bind(1);
    dots.paint(new Uint8Array([3]));
    figure
      .querySelector(".object_grp")
      ?.replaceWith(
        s("g", { class: "object_grp", transform: "translate(7,8)" }, s("path", { class: "dot" })),
      );
    expect(dots.bind(1)).toBe(true);
    expect(figure.querySelector("path.dot")?.getAttribute("data-cluster")).toBe("3");
  });

  it("wear exactly the flags they are given", () => {
    const figure = drawn(["translate(1,2)", "translate(3,4)", "translate(5,6)"]);
    const dots = new Dots(figure, s("svg"));
    dots.bind(3);
    dots.flag("data-linked", [0, 2]);
    dots.flag("data-linked", [2, 1]);
    const flagged = [...figure.querySelectorAll("[data-linked]")].map((mark) =>
      mark.getAttribute("data-index"),
    );
    expect(flagged).toEqual(["1", "2"]);
  });
});
