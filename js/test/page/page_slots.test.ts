import { describe, expect, it, vi } from "vitest";
import type { Reply } from "../../src/contract";
import { type Feature, together } from "../../src/page/page_slots";

const KEY = { key: "x" } as KeyboardEvent;
const REPLY: Reply = { type: "names", names: [] };

describe("the features of a part", () => {
  it("are painted in their order, and heard in the reverse until one has used the key", () => {
    const heard: string[] = [];
    const feature = (name: string, used: boolean): Feature => ({
      sync: () => heard.push(`paint ${name}`),
      press: () => {
        heard.push(`key ${name}`);
        return used;
      },
      takeBack: () => used,
    });
    const part = together([feature("a", false), feature("b", true), {}, feature("c", false)]);
    part.sync();
    expect(part.press(KEY)).toBe(true);
    expect(part.takeBack?.()).toBe(true);
    expect(heard).toEqual(["paint a", "paint b", "paint c", "key c", "key b"]);
    expect(together([feature("a", false), {}]).press(KEY)).toBe(false);
  });

  it("hear every reply", () => {
    const [first, second] = [vi.fn(), vi.fn()];
    together([{ receive: first }, {}, { receive: second }]).receive?.(REPLY, []);
    for (const each of [first, second]) expect(each.mock.calls).toEqual([[REPLY, []]]);
  });
});
