/** What may wait until a person has seen what matters more. */

/** It waits no longer than so many milliseconds. */
const PATIENCE = 200;

/**
 * Call `work` when the next frame has been painted, as soon as the page has nothing else to do. That frame
 * is on its way to the screen until the one after it begins.
 */
export function afterFrame(work: () => void): void {
  const { requestIdleCallback: idle } = window as Partial<Window>;
  const next = (then: () => void): number => requestAnimationFrame(then);
  next(() =>
    next(() => {
      if (idle) idle(() => work(), { timeout: PATIENCE });
      else setTimeout(work);
    }),
  );
}
