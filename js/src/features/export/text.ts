/** Text on the page: export. */

import { count } from "../../core/text";

export const exporting = (links: number, violated: number): string => {
  const kept = violated ? `${violated} violated` : "all kept";
  const summary = links ? `${count(links, "constraint")}, ${kept}` : "no constraints yet";
  const text = `${summary} · saved to your downloads folder; nothing leaves this computer`;
  return text.charAt(0).toUpperCase() + text.slice(1);
};
export const FILES = {
  constraints: "Constraints",
  labels: "Labels",
  figure: "Figure",
  replay: "Replay page",
  session: "Session",
};
export const linksAbout = (links: number): string =>
  links ? `${count(links, "link")}, with their answers` : "no links yet";
export const labelsAbout = (points: number, clusters: number): string =>
  `${count(points, "point")}, ${count(clusters, "cluster")}`;
export const FIGURE_ABOUT = "as it looks now, legend included";
export const REPLAY_ABOUT = "every step, one file, works offline";
export const SESSION_ABOUT = "all answers and fits; continue later with path=";
export const fileLabel = (what: string, form: string): string => `${what}, ${form}`;
export const CODE = "Python code";
export const CODE_ABOUT = "reproduces this clustering";
export const COPY = "Copy";
export const COPY_LABEL = "Copy Python code";
export const COPIED = "Copied";
export const COPY_BY_HAND = "The code is selected: press Ctrl+C to copy it.";
export const NO_FIGURE = "There is no plot to take a picture of yet.";
export const figureFailed = (form: string, other: boolean): string =>
  `The browser could not make the ${form} file${other ? "; take SVG instead" : ""}.`;
export const FORMS = {
  csv: "CSV",
  json: "JSON",
  svg: "SVG",
  png: "PNG",
  html: "HTML",
  jsonl: "JSONL",
};
