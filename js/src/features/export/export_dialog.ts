/** The export dialog: files made by the kernel, pictures made here, and code to copy. */

import type { Export, Reply } from "../../contract";
import { h, pushButton, put, setText, uid, whenChanged } from "../../core/dom";
import type { KeyHandler } from "../../core/lazy_bundle";
import * as common from "../../core/text";
import type { View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { anyIcon } from "../../ui/lazy_icons";
import { under } from "../../ui/menu_behaviour";
import { Popover } from "../../ui/popover";
import { download, png } from "./download";
import { figure } from "./figure_svg";
import * as words from "./text";

export interface Exporter extends KeyHandler {
  /** A file from the kernel, perhaps for another view. */
  receive(reply: Reply, buffers: readonly DataView[]): void;
  toggle(): void;
  sync(): void;
}

type Wanted = Pick<Export, "file" | "form">;
type Verb = (event: Event) => unknown;

/** How long the button confirms the copy, in milliseconds. */
const SAID = 2000;

export function exportDialog(view: View, { buttons, popovers }: PageSlots): Exporter {
  const button = buttons.export;
  const to = `${uid("out")}-${Math.random().toString(36).slice(2)}`;
  const ask = ({ file, form }: Wanted): void => view.send({ type: "export", file, form, to });
  const code = scripted(view);
  const files = offers(view, ask);
  const el = h("div", {}, ...files.rows, ...code.parts);
  const renew = whenChanged(() => ask({ file: "code", form: "py" }));
  const sync = (): void => {
    const { state } = view;
    files.sync();
    under(view, popover.el, button);
    if (!state.fit) renew([state.links, state.clusters, state.settings]);
  };
  const popover = new Popover(view, common.EXPORT, "ssc-export", () => button, { el, sync });
  const toggle = (): void => {
    popover.toggle();
    const violated = view.state.links.filter((link) => link.violated).length;
    const shown = !popover.el.hidden;
    view.set({ message: shown ? words.exporting(view.state.links.length, violated) : null });
  };
  const receive = (message: Reply, [content]: readonly DataView[]): void => {
    if (message.type !== "file" || message.to !== to || !content) return;
    const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
    if (message.file === "code") code.show(new TextDecoder().decode(bytes));
    else download(message.name, new Blob([bytes.slice()], { type: message.mime }));
  };
  popovers.append(popover.el);
  return {
    ...{ receive, toggle },
    sync: () => popover.sync(),
    press: (event) => popover.press(event),
  };
}

/** One row for each kind of file, with a button for each form. */
function offers(view: View, ask: (wanted: Wanted) => void): { rows: Element[]; sync(): void } {
  const links = h("small", {});
  const labels = h("small", {});
  const { constraints, labels: clusters, figure: plot, replay, session } = words.FILES;
  const first = row(constraints, links, [
    [words.FORMS.csv, () => ask({ file: "constraints", form: "csv" })],
    [words.FORMS.json, () => ask({ file: "constraints", form: "json" })],
  ]);
  put(first.querySelector("button") as Element, "data-first", true);
  const rows = [
    first,
    row(clusters, labels, [[words.FORMS.csv, () => ask({ file: "labels", form: "csv" })]]),
    row(plot, h("small", {}, words.FIGURE_ABOUT), [
      [words.FORMS.svg, () => picture(view, "svg")],
      [words.FORMS.png, () => picture(view, "png")],
    ]),
    row(replay, h("small", {}, words.REPLAY_ABOUT), [
      [words.FORMS.html, () => ask({ file: "replay", form: "html" })],
    ]),
    row(session, h("small", {}, words.SESSION_ABOUT), [
      [words.FORMS.jsonl, () => ask({ file: "session", form: "jsonl" })],
    ]),
  ];
  const sync = (): void => {
    setText(links, words.linksAbout(view.state.links.length));
    setText(labels, words.labelsAbout(view.state.n_rows, view.state.clusters.length));
  };
  return { rows, sync };
}

function row(name: string, about: Element, verbs: [form: string, verb: Verb][]): HTMLElement {
  const buttons = verbs.map(([form, onclick]) => {
    const label = { "aria-label": words.fileLabel(name, form), onclick };
    return pushButton({ class: "ssc-b", ...label }, form);
  });
  const label = h("span", {}, name, about);
  return h(
    "div",
    { class: "ssc-exp", role: "group", "aria-label": name },
    label,
    h("span", {}, ...buttons),
  );
}

async function picture(view: View, form: "svg" | "png"): Promise<void> {
  const made = figure(view);
  if (!made) return view.announce(words.NO_FIGURE);
  const { svg, width, height } = made;
  const name = `${view.state.file_name}-figure.${form}`;
  try {
    const file =
      form === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : png(svg, width, height);
    download(name, await file);
  } catch {
    view.announce(words.figureFailed(words.FORMS[form], form === "png"));
  }
}

/** The code, and the button that copies it; where that is forbidden the code is selected instead. */
function scripted(view: View): { parts: Element[]; show(text: string): void } {
  const field = h("textarea", {
    class: "ssc-code",
    readonly: true,
    wrap: "off",
    spellcheck: "false",
    "aria-label": words.CODE,
  });
  const word = h("span", { "aria-live": "polite" }, words.COPY);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const copied = (): void => {
    setText(word, words.COPIED);
    clearTimeout(timer);
    timer = setTimeout(() => setText(word, words.COPY), SAID);
  };
  const manually = (): void => {
    field.focus();
    field.select();
    view.announce(words.COPY_BY_HAND);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(field.value);
      copied();
    } catch {
      manually();
    }
  };
  view.signal.addEventListener("abort", () => clearTimeout(timer));
  const look = { class: "ssc-b", type: "button", "aria-label": words.COPY_LABEL };
  const button = h("button", { ...look, onclick: copy }, anyIcon("copy"), word);
  const head = h(
    "div",
    { class: "ssc-exp" },
    h("span", {}, words.CODE, h("small", {}, words.CODE_ABOUT)),
    h("span", {}, button),
  );
  const show = (text: string): void => {
    field.value = text;
  };
  return { parts: [head, field], show };
}
