/** Values by row; missing ones are requested from the kernel. */

/** Values by row; missing rows are requested together, in one message. */
export class Lookup extends Map<number, string> {
  private readonly missed = new Set<number>();
  private readonly asked = new Set<number>();

  override get(row: number): string | undefined {
    const value = super.get(row);
    if (value === undefined && !this.asked.has(row)) this.missed.add(row);
    return value;
  }

  taken(): number[] {
    const rows = [...this.missed].filter((row) => !this.has(row));
    for (const row of rows) this.asked.add(row);
    this.missed.clear();
    return rows;
  }

  override delete(row: number): boolean {
    this.asked.delete(row);
    return super.delete(row);
  }
}
