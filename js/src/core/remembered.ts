/** Choices that the browser keeps, or this page alone where a host lets it keep nothing. */

const here = new Map<string, string>();

export function remember(key: string, value: string): void {
  here.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice lasts as long as the page.
  }
}

/** What was chosen last, on this page or on an earlier one. */
export function remembered(key: string): string | null {
  try {
    return here.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}
