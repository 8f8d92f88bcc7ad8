/** Vite reads files while it bundles a test; this is the one form that is used here. */
interface ImportMeta {
  glob(
    pattern: string[],
    options: { query: "?raw"; import: "default"; eager: true },
  ): Record<string, string>;
}
