/** What holds of every file of the page's code: no circles, no long files, tests where one looks for them. */

import { describe, expect, it } from "vitest";

const sources = import.meta.glob(["../src/**/*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const styles = import.meta.glob(["../src/**/*.css"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const tests = import.meta.glob(["./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const declarations = import.meta.glob(["../src/features/*/bundles.json"], {
  import: "default",
  eager: true,
});

/** The modules that features declare for a bundle. */
function declared(): string[] {
  return Object.entries(declarations).flatMap(([path, bundles]) =>
    Object.values(bundles).flatMap((names) =>
      names.map((name) => path.replace("bundles.json", `${name}.ts`)),
    ),
  );
}

/** The files of `files` that each of them imports, for its types too. */
function imports(files: Record<string, string>): Map<string, string[]> {
  const known = new Set(Object.keys(files));
  const found = new Map<string, string[]>();
  for (const [path, text] of Object.entries(files)) {
    const named = [...text.matchAll(/(?:\bfrom|\bimport|@import)\s*\(?\s*"(\.[^"]+)"/g)].map(
      ([, name]) => resolved(path, name ?? ""),
    );
    const targets = named.map(
      (name) =>
        [name, `${name}.ts`, `${name}/index.ts`].find((each) => known.has(each)) ??
        `${name}: not found`,
    );
    found.set(path, targets);
  }
  return found;
}

function resolved(from: string, name: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of name.split("/")) {
    if (part === ".." && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** The first circle that is met, as the files on it; empty if there is none. */
function circle(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const walk = (path: string, above: string[]): string[] => {
    if (above.includes(path)) return [...above.slice(above.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const target of graph.get(path) ?? []) {
      const found = walk(target, [...above, path]);
      if (found.length) return found;
    }
    done.add(path);
    return [];
  };
  return [...graph.keys()].map((path) => walk(path, [])).find((found) => found.length) ?? [];
}

describe("the imports", () => {
  it("go in no circle", () => {
    const graph = imports(sources);
    expect([...graph.values()].flat().length).toBeGreaterThan(100);
    expect(circle(graph)).toEqual([]);
  });

  it("of a feature reach no other feature, and only bundles and features reach features", () => {
    const featureOf = (path: string): string => /\/features\/(\w+)\//.exec(path)?.[1] ?? "";
    const wrong = [...imports(sources)].flatMap(([path, targets]) =>
      targets
        .filter((target) => featureOf(target) !== "" && featureOf(target) !== featureOf(path))
        .filter(() => !path.includes("/bundles/"))
        .map((target) => `${path}: ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("name files that are there, and reach every file", () => {
    const targets = [...imports({ ...sources, ...styles }).values()].flat();
    expect(targets.filter((target) => target.endsWith("not found"))).toEqual([]);
    const entries = ["layer", "replay/replay"].flatMap((name) =>
      [".ts", ".css"].map((end) => `../src/${name}${end}`),
    );
    const reached = new Set([...targets, ...entries, ...declared()]);
    expect(Object.keys({ ...sources, ...styles }).filter((path) => !reached.has(path))).toEqual([]);
  });

  it("of a bundle are those that the features declare", () => {
    const lists = [...imports(sources)].filter(([path]) => path.includes("/bundles/"));
    const taken = lists.flatMap(([, targets]) => targets).filter((one) => /features/.test(one));
    expect(declared().length).toBeGreaterThan(20);
    expect(Object.keys(declarations)).toHaveLength(27);
    expect(taken.filter((path) => !declared().includes(path))).toEqual([]);
  });

  it("would be seen to go in a circle if they did", () => {
    const graph = imports({
      "a.ts": 'import { b } from "./b";',
      "b.ts": 'import type { C } from "./c";',
      "c.ts": 'export * from "./a";',
    });
    expect(circle(graph)).toEqual(["a.ts", "b.ts", "c.ts", "a.ts"]);
  });
});

describe("the files", () => {
  const lines = (text: string): number => text.trimEnd().split("\n").length;

  it("are read whole", () => {
    const all = Object.values({ ...sources, ...styles, ...tests });
    expect(Math.min(...all.map((text) => text.length))).toBeGreaterThan(100);
  });

  it("of code have at most 300 lines, style sheets and what a program writes 400", () => {
    const most = (path: string): number => (/\.css$|\/contract\//.test(path) ? 400 : 300);
    const long = Object.entries({ ...sources, ...styles, ...tests }).filter(
      ([path, text]) => lines(text) > most(path),
    );
    expect(long.map(([path, text]) => `${path}: ${lines(text)}`)).toEqual([]);
  });

  it("lie at most 25 in a folder, what a program writes aside", () => {
    const counts = new Map<string, number>();
    for (const path of Object.keys({ ...sources, ...styles, ...tests })) {
      const folder = path.split("/").slice(0, -1).join("/");
      if (folder.endsWith("/contract")) continue;
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
  });

  it("hold no object that a text of somebody's is looked up in: a Map knows no toString", () => {
    // TypeScript refuses to look a text up in an object without such a type.
    const bare = /Record<\s*(string|any)\b|\[\w+: string\]|\[\w+ in string\]/;
    const found = (files: Record<string, string>): string[] =>
      Object.entries(files).flatMap(([path, text]) =>
        text.split("\n").flatMap((line) => (bare.test(line) ? `${path}: ${line}` : [])),
      );
    expect(found(sources)).toEqual([
      "../src/core/dom.ts: export type Attributes = Record<string, Value>;",
    ]);
    expect(found({ "a.ts": "const WHO: Record<string, string> = {" })).toHaveLength(1);
  });

  it("flag points by attributes of their own: two that share one would clear each other's", () => {
    const flags = /\bflag\((?:[^;]*?)["`](data-[a-z]+)/g;
    const owners = Object.entries(sources).flatMap(([path, text]) =>
      [...new Set([...text.matchAll(flags)].map(([, name]) => name))].map((name) => [name, path]),
    );
    const names = owners.map(([name]) => name);
    expect(names).toContain("data-out");
    expect(owners.filter(([name]) => names.indexOf(name) !== names.lastIndexOf(name))).toEqual([]);
  });

  it("of tests are named as the file that they test", () => {
    const names = Object.keys(tests).map((path) =>
      path.replace(/^\./, "../src").replace(".test.ts", ".ts"),
    );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !(name in sources))).toEqual([]);
  });
});
