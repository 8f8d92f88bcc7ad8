import { defineConfig } from "vitest/config";

// One page for all files: jsdom takes a second to start, and `setup.ts` clears up after every test.
export default defineConfig({
  test: {
    environment: "jsdom",
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/listeners.mjs", "test/setup.ts"],
    isolate: false,
    css: true,
    testTimeout: 30_000, // for machines with other work to do
  },
});
