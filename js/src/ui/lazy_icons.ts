/** Icons that only lazy bundles use. */

import { type IconName, icon, iconFrom } from "./icons";

const PATHS = {
  chevronLeft: "M10 4l-4 4 4 4",
  tag: "M2.5 2.5h5l6 6-5 5-6-6zM4.8 5.4a.6.6 0 101.2 0 .6.6 0 10-1.2 0",
  play: "M5 3.5l7.5 4.5L5 12.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  toFirst: "M4 3.5v9M12 4L7.5 8l4.5 4",
  check: "M3.5 8.5l3 3 6-7",
  fitAll: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  fitSelection:
    "M2.5 5V2.5H5M11 2.5h2.5V5M13.5 11v2.5H11M5 13.5H2.5V11M5.2 8a2.8 2.8 0 105.6 0 2.8 2.8 0 10-5.6 0",
  fitMost: "M2 4.5h8v8H2zM4.5 9h.01M7.5 7.5h.01M6 10.5h.01M13.5 3h.01",
  done: "M2 8a6 6 0 1012 0 6 6 0 10-12 0M5.3 8.2l2 2L10.9 6.4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  find: "M2.5 7a4.5 4.5 0 109 0 4.5 4.5 0 10-9 0M10.3 10.3l3.2 3.2",
  compare: "M2.5 3.5h11v9h-11zM8 3.5v9M4.5 8h1.5M10 7h1.5M10 9h1.5",
  table: "M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9",
} as const;

type Own = keyof typeof PATHS;
export type AnyIcon = IconName | Own;

const isOwn = (name: AnyIcon): name is Own => name in PATHS;

export const anyIcon = (name: AnyIcon, extra = ""): SVGSVGElement =>
  isOwn(name) ? iconFrom(name, PATHS[name], extra) : icon(name, extra);
