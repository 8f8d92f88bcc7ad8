/** When an element is on the page: a view is made before its host puts it there. */

/** Call `start` once the element is on the page: now, or as soon as it is. */
export function whenOnPage(element: Element, start: () => void, signal: AbortSignal): void {
  if (element.isConnected) return start();
  const observer = new MutationObserver(() => {
    if (!element.isConnected) return;
    observer.disconnect();
    start();
  });
  observer.observe(document, { childList: true, subtree: true });
  signal.addEventListener("abort", () => observer.disconnect());
}
