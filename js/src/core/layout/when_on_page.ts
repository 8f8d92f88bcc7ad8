/** When an element is on the page: a view is made before its host puts it there. */

/** How often to look, in milliseconds: what happens in a shadow tree is not told outside. */
const EVERY = 250;

/** Call `start` once the element is on the page: now, or as soon as it is. */
export function whenOnPage(element: Element, start: () => void, signal: AbortSignal): void {
  if (element.isConnected) return start();
  const look = (): void => {
    if (!element.isConnected) return;
    end();
    start();
  };
  const observer = new MutationObserver(look);
  const timer = setInterval(look, EVERY);
  const end = (): void => {
    clearInterval(timer);
    observer.disconnect();
  };
  observer.observe(document, { childList: true, subtree: true });
  signal.addEventListener("abort", end);
}
