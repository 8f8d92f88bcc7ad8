import { describe, expect, it } from "vitest";
import { actionOf, isTyping } from "../../src/input/keys";
import { EMPTY } from "../empty_state";

const pressed = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});
const action = (key: string, more: Partial<KeyboardEvent> = {}) =>
  actionOf(pressed(key, more), EMPTY.keys);

describe("the key map", () => {
  it.each([
    ["m", "must"],
    ["M", "must"],
    ["c", "cannot"],
    ["s", "unknown"],
    ["n", "next"],
    ["l", "lasso"],
    ["?", "help"],
    ["Escape", "cancel"],
    ["Enter", "pick"],
    [" ", "pick"],
    ["ArrowLeft", "left"],
    ["ArrowDown", "down"],
  ])("%s is %s", (key, meaning) => {
    expect(action(key)).toBe(meaning);
  });

  it("undoes with Ctrl or Cmd and redoes with Shift as well", () => {
    expect(action("z", { ctrlKey: true })).toBe("undo");
    expect(action("z", { metaKey: true })).toBe("undo");
    expect(action("Z", { ctrlKey: true, shiftKey: true })).toBe("redo");
  });

  it.each([
    ["m", { ctrlKey: true }],
    ["c", { metaKey: true }],
    ["m", { altKey: true }],
    ["Enter", { shiftKey: true }],
    ["x", {}],
    ["z", {}],
    ["F5", {}],
  ])("leaves %s %o alone", (key, more) => {
    expect(action(key, more)).toBeNull();
  });

  it("can be given other letters", () => {
    expect(actionOf(pressed("j"), { ...EMPTY.keys, must: "j" })).toBe("must");
    expect(actionOf(pressed("m"), { ...EMPTY.keys, must: "j" })).toBeNull();
  });
});

describe("typing", () => {
  const input = (type: string): HTMLInputElement =>
    Object.assign(document.createElement("input"), { type });

  it("is what a text field gets, except Escape", () => {
    expect(isTyping(input("text"), pressed("m"))).toBe(true);
    expect(isTyping(input("text"), pressed("Escape"))).toBe(false);
    expect(isTyping(document.createElement("textarea"), pressed("Escape"))).toBe(true);
  });

  it("in a number field is digits and undo, not letters", () => {
    expect(isTyping(input("number"), pressed("7"))).toBe(true);
    expect(isTyping(input("number"), pressed("e"))).toBe(true);
    expect(isTyping(input("number"), pressed("ArrowUp"))).toBe(true);
    expect(isTyping(input("number"), pressed("z", { ctrlKey: true }))).toBe(true);
    expect(isTyping(input("number"), pressed("m"))).toBe(false);
  });

  it("is nothing on a radio button, a button or the plot", () => {
    expect(isTyping(input("radio"), pressed("m"))).toBe(false);
    expect(isTyping(document.createElement("button"), pressed("m"))).toBe(false);
    expect(isTyping(null, pressed("m"))).toBe(false);
  });
});
