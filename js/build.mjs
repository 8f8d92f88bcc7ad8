// Bundles the layer, its parts, and the replay page, where the Python package looks for them.
//
// `layer.js` is the core bundle: the module that anywidget loads. The other bundles are modules that the page asks for
// when they are wanted. `bundles.json` in the folder of a feature names the feature's modules in each bundle. A bundle
// of several modules lists them in `src/bundles/<name>.ts`, in the order in which they are painted. No bundle has a
// second copy of what the core has: where it imports a module of the core, it gets the core's own values, which
// `src/core/bundle_store.ts` holds in the order that is settled here.
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const CORE = "core";
const TAKEN = /\$core\((\d+)\)/g;

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

/** The modules that the features declare for each bundle, as paths from here. */
async function declared() {
  const found = {};
  for (const folder of (await readdir(here("src/features"))).sort()) {
    const text = await readFile(here(`src/features/${folder}/bundles.json`), "utf-8");
    for (const [bundle, names] of Object.entries(JSON.parse(text))) {
      found[bundle] ??= [];
      found[bundle].push(...names.map((name) => `src/features/${folder}/${name}.ts`));
    }
  }
  return found;
}

/** The module that a bundle begins with: its list, or the only module that is declared for it. */
function entryOf(bundle) {
  const list = `src/bundles/${bundle}.ts`;
  if (existsSync(here(list))) return list;
  const [only, ...others] = DECLARED[bundle];
  if (others.length) throw new Error(`${bundle} has several modules: list them in ${list}`);
  return only;
}

/** Check that the list of a bundle imports what the features declare for it, and nothing else of theirs. */
async function check(bundle) {
  const path = entryOf(bundle);
  if (DECLARED[bundle].includes(path)) return;
  const text = await readFile(here(path), "utf-8");
  const imports = text.matchAll(/^import (?!type )[^;]*? from "\.\.\/(features\/[^"]+)";$/gm);
  const taken = [...imports].map(([, name]) => `src/${name}.ts`);
  const wrong = [...taken, ...DECLARED[bundle]].filter(
    (each) => !(taken.includes(each) && DECLARED[bundle].includes(each)),
  );
  if (wrong.length) throw new Error(`${path} and bundles.json differ: ${wrong.join(", ")}`);
}

/** The function that makes a bundle: `session_tools` is made by `sessionTools`. */
const maker = (bundle) => bundle.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** Texts are cheaper twice than by way of the core, and hold no state. */
const isOwn = (path) => /\/text\.ts$/.test(path);

/** The core, which offers these `[path, name]` to its parts, and the modules that it is made of. */
async function core(offered) {
  const taken = offered.map(([path, name], k) => `import { ${name} as v${k} } from "./${path}";`);
  const contents = [
    ...taken,
    'import { offer } from "./src/core/bundle_store.ts";',
    `offer([${offered.map((_, k) => `v${k}`)}]);`,
    'export { default } from "./src/layer.ts";',
  ].join("\n");
  const stdin = { contents, resolveDir: here(".") };
  const made = await build({ ...options, stdin, format: "esm", write: false, metafile: true });
  const [output] = Object.values(made.metafile.outputs);
  const modules = Object.entries(output.inputs)
    .filter(([path, { bytesInOutput }]) => path.endsWith(".ts") && bytesInOutput && !isOwn(path))
    .map(([path]) => path);
  return { text: made.outputFiles[0].text, modules: modules.sort() };
}

/** The names that each of these modules exports. */
async function exported(modules) {
  const bare = { ...options, bundle: false, format: "esm", write: false, metafile: true };
  const { metafile } = await build({ ...bare, entryPoints: modules });
  const outputs = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint);
  return new Map(outputs.map(({ entryPoint, exports }) => [entryPoint, exports]));
}

/** A part, in whose text `$core(k)` stands for the k-th of `all`. */
async function part(name, all) {
  const places = new Map();
  for (const [k, [path, each]] of all.entries())
    places.set(path, [
      ...(places.get(path) ?? []),
      `export const ${each}=/*@__PURE__*/$core(${k});`,
    ]);
  const fromCore = {
    name: "from-core",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const found = places.get(relative(here("."), path).replaceAll("\\", "/"));
        return found && { contents: found.join("\n"), loader: "js" };
      });
    },
  };
  const contents = `import { ${maker(name)} } from "./${entryOf(name)}"; $give(${maker(name)});`;
  const stdin = { contents, resolveDir: here(".") };
  const banner = { js: "export default($core,$give)=>{" };
  const more = { stdin, plugins: [fromCore], banner, footer: { js: "}" }, format: "iife" };
  return (await build({ ...options, ...more, write: false })).outputFiles[0].text;
}

/** The core and its parts. What parts take may bring more modules into the core: until none come. */
async function layer({ modules } = {}) {
  if (!modules) return layer(await core([]));
  const names = await exported(modules);
  const all = modules.flatMap((path) => names.get(path).map((name) => [path, name]));
  const texts = await Promise.all(PARTS.map((name) => part(name, all)));
  const taken = texts.flatMap((text) => [...text.matchAll(TAKEN)].map(([, k]) => Number(k)));
  const kept = [...new Set(taken)].sort((a, b) => a - b);
  const made = await core(kept.map((k) => all[k]));
  if (made.modules.join() !== modules.join()) return layer(made);
  const placed = texts.map((text) =>
    text.replace(TAKEN, (_, k) => `$core[${kept.indexOf(Number(k))}]`),
  );
  return Promise.all(
    [["layer", made.text], ...PARTS.map((name, k) => [name, placed[k]])].map(([name, text]) =>
      writeFile(`${outdir}/${name}.js`, text),
    ),
  );
}

const DECLARED = await declared();
const PARTS = Object.keys(DECLARED).filter((name) => name !== CORE);
await Promise.all(Object.keys(DECLARED).map(check));
await build({ ...options, entryPoints: ["src/layer.css"] });
await layer();
const replay = ["replay/replay.ts", "replay/replay.css"].map((name) => ({
  in: `src/${name}`,
  out: "replay",
}));
await build({ ...options, entryPoints: replay, format: "iife" });
