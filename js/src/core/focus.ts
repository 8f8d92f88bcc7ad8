/** The focus, where a host keeps the widget in a shadow tree: the document sees no further than its root. */

/** The element that has the focus, as it is seen from the tree that `near` stands in. */
export function focusOf(near: Node | null | undefined): Element | null {
  const tree = near?.getRootNode();
  const inside = tree instanceof ShadowRoot ? tree.activeElement : null;
  return inside ?? document.activeElement;
}

/** What stands around a node, out of shadow trees too. */
export function parentOf(node: Node): Element | null {
  const parent = node.parentNode;
  return parent instanceof ShadowRoot ? parent.host : node.parentElement;
}

/** Whether `inner` is `outer`, or somewhere in it, be it in a shadow tree. */
export function isWithin(outer: Node, inner: Node): boolean {
  if (outer.contains(inner)) return true;
  const tree = inner.getRootNode();
  return tree instanceof ShadowRoot && isWithin(outer, tree.host);
}
