/** Constructed style sheets, which work where a page forbids style in its markup. */

type Tree = Document | ShadowRoot;

const treeOf = (node: Node): Tree => {
  const tree = node.getRootNode();
  return tree instanceof ShadowRoot ? tree : document;
};

/** Rules that apply around one element, wherever a host moves it, until they are dropped. */
export class Sheet {
  private readonly sheet = new CSSStyleSheet();
  private tree: Tree | null = null;

  set text(rules: string) {
    this.sheet.replaceSync(rules);
  }

  /** Apply the rules at the place of `node`. */
  adopt(node: Node): void {
    const tree = treeOf(node);
    if (tree === this.tree) return;
    this.drop();
    this.tree = tree;
    tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, this.sheet];
  }

  drop(): void {
    const { tree, sheet } = this;
    this.tree = null;
    if (tree) tree.adoptedStyleSheets = tree.adoptedStyleSheets.filter((each) => each !== sheet);
  }
}

/** The widget's own style sheet, where the host's copy does not reach the widget. */
export function bringStyle(root: HTMLElement, css: unknown, signal: AbortSignal): void {
  const came = getComputedStyle(root).getPropertyValue("--ssc-radius") !== "";
  if (came || typeof css !== "string" || !css) return;
  const sheet = new Sheet();
  sheet.text = css;
  sheet.adopt(root);
  signal.addEventListener("abort", () => sheet.drop());
}
