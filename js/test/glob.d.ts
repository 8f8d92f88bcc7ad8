/** Vite reads files while it bundles a test; these are the forms that are used here. */
interface ImportMeta {
  glob(
    pattern: string[],
    options: { query: "?raw"; import: "default"; eager: true },
  ): Record<string, string>;
  glob(
    pattern: string[],
    options: { import: "default"; eager: true },
  ): Record<string, Record<string, string[]>>;
  glob(pattern: string): Record<string, unknown>;
}
