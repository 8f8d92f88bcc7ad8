/** What may wait until a person has seen what matters more. */

/** It waits no longer than so many milliseconds. */
const PATIENCE = 200;

/** Call `work` when the next frame has been painted, as soon as the page has nothing else to do. */
export function afterFrame(work: () => void): void {
  const { requestIdleCallback: idle } = window as Partial<Window>;
  requestAnimationFrame(() => {
    if (idle) idle(() => work(), { timeout: PATIENCE });
    else setTimeout(work);
  });
}
