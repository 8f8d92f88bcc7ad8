// Bundles the layer into one ESM file and one style sheet, where the Python package looks for them.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const outdir = process.argv[2] ?? here("../jupyter_sscluster/widget/static");

await build({
  absWorkingDir: here("."),
  entryPoints: ["src/layer.ts", "src/layer.css"],
  outdir,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});
