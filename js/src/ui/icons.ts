/** Line icons on a 16 × 16 grid, and the small pictures of a link. */

import type { AnswerKind } from "../contract";
import { s } from "../core/dom";

const PATHS = {
  chevronDown: "M4 6l4 4 4-4",
  chevronRight: "M6 4l4 4-4 4",
  minus: "M4 8h8",
  plus: "M4 8h8M8 4v8",
  sliders:
    "M2 5h6M12 5h2M2 11h2M8 11h6M8.2 5a1.8 1.8 0 103.6 0 1.8 1.8 0 10-3.6 0M4.2 11a1.8 1.8 0 103.6 0 1.8 1.8 0 10-3.6 0",
  inspect: "M3.5 2.5l9 4.3-4 1.3-1.5 4z",
  link: "M2 12a2 2 0 104 0 2 2 0 10-4 0M10 4a2 2 0 104 0 2 2 0 10-4 0M5.5 10.5l5-5",
  lasso:
    "M2.6 6.3a5.7 3.8 0 1011.4 0 5.7 3.8 0 10-11.4 0M4.2 9c-1.5 1-.8 2.6.5 2.3 1.2-.3.6-1.8-.7-1.3-1.5.6-1.3 2.6.2 3.8",
  undo: "M5.5 3L2.5 6l3 3M3 6h6.5a3.5 3.5 0 010 7H6",
  redo: "M10.5 3l3 3-3 3M13 6H6.5a3.5 3.5 0 000 7H10",
  help: "M2 8a6 6 0 1012 0 6 6 0 10-12 0M6.3 6.3a1.8 1.8 0 113 1.3c-.8.5-1.3.9-1.3 1.7M8 11.4v.1",
  close: "M4 4l8 8M12 4l-8 8",
  steps: "M2 13h3.5V9.5H9V6h3.5V2.5H14",
  eye: "M1.5 8s2.4-4.5 6.5-4.5S14.5 8 14.5 8 12.1 12.5 8 12.5 1.5 8 1.5 8zM6 8a2 2 0 104 0 2 2 0 10-4 0",
  stopped: "M2 8a6 6 0 1012 0 6 6 0 10-12 0M3.8 3.8l8.4 8.4",
  dots: "M3.2 8h.01M8 8h.01M12.8 8h.01",
  enlarge: "M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5L9 7M2.5 13.5L7 9",
  reduce: "M13 6.8H9.2V3M3 9.2h3.8V13M9.2 6.8l4.3-4.3M6.8 9.2l-4.3 4.3",
  clock: "M2 8a6 6 0 1012 0 6 6 0 10-12 0M8 4.5V8l2.5 1.5",
  download: "M8 2v8M5 7l3 3 3-3M2.5 11v2.5h11V11",
  warning: "M8 2.5l6 11H2zM8 6.5v3.5M8 12v.1",
} as const;

export type IconName = keyof typeof PATHS;

export const icon = (name: IconName, extra = ""): SVGSVGElement =>
  iconFrom(name, PATHS[name], extra);

/** An icon from its path; its name is for style sheets. */
export function iconFrom(name: string, path: string, extra: string): SVGSVGElement {
  return s(
    "svg",
    {
      class: `ssc-i ${extra}`.trim(),
      viewBox: "0 0 16 16",
      "data-icon": name,
      "aria-hidden": "true",
    },
    s("path", { d: path }),
  );
}

const DASHES: Record<AnswerKind, string> = { must: "", cannot: "ssc-dash", unknown: "ssc-dots" };

/** Two points and the line between them: solid, dashed or dotted. */
export function linkIcon(kind: AnswerKind): SVGSVGElement {
  return s(
    "svg",
    { class: "ssc-lg", viewBox: "0 0 24 12", "aria-hidden": "true" },
    s("circle", { cx: 3, cy: 6, r: 2.4 }),
    s("line", { class: DASHES[kind], x1: 5, x2: 19, y1: 6, y2: 6 }),
    s("circle", { cx: 21, cy: 6, r: 2.4 }),
  );
}
