// Bundles the layer, and the replay page, into one script and one style sheet each, where the Python
// package looks for them. The layer is a module; the page's script stands in the page itself.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const outdir = process.argv[2] ?? here("../jupyter_sscluster/widget/static");

const options = {
  absWorkingDir: here("."),
  outdir,
  bundle: true,
  minify: true,
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};
await build({ ...options, entryPoints: ["src/layer.ts", "src/layer.css"], format: "esm" });
const replay = ["replay/replay.ts", "replay/replay.css"].map((name) => ({
  in: `src/${name}`,
  out: "replay",
}));
await build({ ...options, entryPoints: replay, format: "iife" });
