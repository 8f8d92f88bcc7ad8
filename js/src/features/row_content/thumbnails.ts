import { h, put, s } from "../../core/dom";
import type { Point } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";

/** More of them would hide each other. */
const MOST = 60;
const SIZE = 40;
/** An image of fewer pixels shows them as squares. */
const PIXELS = 20;

export class Thumbnails implements Drawing {
  readonly under = s("g", { class: "ssc-thumbs" });
  private readonly shown = new Map<number, SVGGElement>();

  constructor(private readonly view: View) {}

  draw(): void {
    const rows = this.rows();
    const kept = new Set(rows);
    for (const [row, element] of this.shown) {
      if (kept.has(row)) continue;
      element.remove();
      this.shown.delete(row);
    }
    for (const row of rows) this.place(row);
  }

  private rows(): number[] {
    const { state, stage, dots } = this.view;
    if (!state.pictures || !dots?.ready || state.conflict || stage.camera.isWhole) return [];
    const { left, top, width, height } = stage.camera.inner;
    const rows: number[] = [];
    for (let row = 0; row < dots.points.length / 2; row++) {
      const [x, y] = dots.at(row);
      if (x < left || x > left + width || y < top || y > top + height) continue;
      if (rows.length === MOST) return [];
      rows.push(row);
    }
    return rows;
  }

  private place(row: number): void {
    const src = this.view.images.get(row);
    if (!src || !this.view.dots) return;
    const element = this.shown.get(row) ?? this.made(row, src);
    const [x, y]: Point = this.view.dots.at(row);
    put(element, "transform", `translate(${Math.round(x)} ${Math.round(y)})`);
    put(element.firstElementChild as Element, "data-cluster", this.view.dots.cluster(row));
  }

  private made(row: number, src: string): SVGGElement {
    const box = { x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE };
    const frame = s("rect", { ...box, class: "ssc-thumb ssc-spot" });
    const image = s("image", { ...box, href: src });
    const probe = h("img", { src, alt: "" });
    probe.addEventListener("load", () =>
      image.classList.toggle("ssc-pixels", probe.naturalWidth <= PIXELS),
    );
    const element = s("g", { "data-row": row }, frame, image);
    this.under.append(element);
    this.shown.set(row, element);
    return element;
  }
}
