/** Line icons on a 16 × 16 grid, and the small pictures of a link. */

import type { AnswerKind } from "../contract";
import { s } from "./dom";

const PATHS = {
  chevronDown: "M4 6l4 4 4-4",
  chevronRight: "M6 4l4 4-4 4",
  chevronLeft: "M10 4l-4 4 4 4",
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
  tag: "M2.5 2.5h5l6 6-5 5-6-6zM4.8 5.4a.6.6 0 101.2 0 .6.6 0 10-1.2 0",
  close: "M4 4l8 8M12 4l-8 8",
  play: "M5 3.5l7.5 4.5L5 12.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  steps: "M2 13h3.5V9.5H9V6h3.5V2.5H14",
  toFirst: "M4 3.5v9M12 4L7.5 8l4.5 4",
  eye: "M1.5 8s2.4-4.5 6.5-4.5S14.5 8 14.5 8 12.1 12.5 8 12.5 1.5 8 1.5 8zM6 8a2 2 0 104 0 2 2 0 10-4 0",
  check: "M3.5 8.5l3 3 6-7",
  stopped: "M2 8a6 6 0 1012 0 6 6 0 10-12 0M3.8 3.8l8.4 8.4",
  dots: "M3.2 8h.01M8 8h.01M12.8 8h.01",
  fitAll: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  fitSelection:
    "M2.5 5V2.5H5M11 2.5h2.5V5M13.5 11v2.5H11M5 13.5H2.5V11M5.2 8a2.8 2.8 0 105.6 0 2.8 2.8 0 10-5.6 0",
  fitMost: "M2 4.5h8v8H2zM4.5 9h.01M7.5 7.5h.01M6 10.5h.01M13.5 3h.01",
  enlarge: "M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5L9 7M2.5 13.5L7 9",
  reduce: "M13 6.8H9.2V3M3 9.2h3.8V13M9.2 6.8l4.3-4.3M6.8 9.2l-4.3 4.3",
  done: "M2 8a6 6 0 1012 0 6 6 0 10-12 0M5.3 8.2l2 2L10.9 6.4",
  clock: "M2 8a6 6 0 1012 0 6 6 0 10-12 0M8 4.5V8l2.5 1.5",
  download: "M8 2v8M5 7l3 3 3-3M2.5 11v2.5h11V11",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  find: "M2.5 7a4.5 4.5 0 109 0 4.5 4.5 0 10-9 0M10.3 10.3l3.2 3.2",
  branch:
    "M2.4 3.5a1.6 1.6 0 103.2 0 1.6 1.6 0 10-3.2 0M2.4 12.5a1.6 1.6 0 103.2 0 1.6 1.6 0 10-3.2 0M10.4 5.5a1.6 1.6 0 103.2 0 1.6 1.6 0 10-3.2 0M4 5v6M12 7c0 3-4 2.5-7.4 4",
  table: "M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9",
  warning: "M8 2.5l6 11H2zM8 6.5v3.5M8 12v.1",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName, extra = ""): SVGSVGElement {
  return s(
    "svg",
    {
      class: `ssc-i ${extra}`.trim(),
      viewBox: "0 0 16 16",
      "data-icon": name,
      "aria-hidden": "true",
    },
    s("path", { d: PATHS[name] }),
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
