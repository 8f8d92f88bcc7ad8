/** One view over the whole screen; where the browser refuses that, over its whole page. */

import type { View } from "../view_state";

export class FullScreen {
  constructor(private readonly view: View) {
    const { signal } = view;
    const changed = (): void => this.follow();
    document.addEventListener("fullscreenchange", changed, { signal });
    signal.addEventListener("abort", () => this.leave());
  }

  toggle(): void {
    if (this.view.local.full) this.leave();
    else this.enter();
  }

  private enter(): void {
    const { view } = this;
    view.set({ full: true });
    const refused = (): unknown => view.local.full && cover(view.root);
    if (view.root.requestFullscreen) view.root.requestFullscreen().catch(refused);
    else refused();
  }

  private leave(): void {
    const { view } = this;
    if (!view.local.full) return;
    uncover(view.root);
    if (isFull(view.root)) document.exitFullscreen().catch(() => undefined);
    view.set({ full: false });
    view.reveal(view.root); // the page around it may have been scrolled elsewhere
  }

  /** The browser can leave full screen by itself. */
  private follow(): void {
    const { root, local } = this.view;
    if (local.full && !isFull(root) && !root.popover) this.leave();
  }
}

const isFull = (root: HTMLElement): boolean =>
  (root.getRootNode() as Document | ShadowRoot).fullscreenElement === root;

/** The browser's top layer, which no box of the host can clip. */
function cover(root: HTMLElement): void {
  if (!root.showPopover) return;
  root.popover = "manual";
  root.showPopover();
}

function uncover(root: HTMLElement): void {
  if (root.popover) root.popover = null;
}
