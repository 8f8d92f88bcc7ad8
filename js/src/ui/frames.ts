/** What may wait until a person has seen what matters more. */

/** Call `work` when the next frame has been painted. */
export function afterFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
