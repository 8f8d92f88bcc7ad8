import { describe, expect, it, vi } from "vitest";
import { Camera } from "../../src/core/camera";
import { s } from "../../src/core/dom";
import { Dots, decode, places } from "../../src/core/dots";

describe("labels", () => {
  it("honour the offset within a larger buffer", () => {
    const whole = new Uint8Array([9, 9, 0, 1, 2]);
    expect([...decode(new DataView(whole.buffer, 2, 3), 1)]).toEqual([0, 1, 2]);
  });

  it("of two bytes are little endian, at odd offsets too", () => {
    const whole = new Uint8Array([9, 1, 0, 44, 1]);
    expect([...decode(new DataView(whole.buffer, 1, 4), 2)]).toEqual([1, 300]);
  });

  it("are none before the kernel has sent any", () => {
    expect(decode(undefined, 1)).toHaveLength(0);
  });
});

describe("places", () => {
  it("are little endian numbers of four bytes, at odd offsets too", () => {
    const bytes = new DataView(new ArrayBuffer(9), 1);
    bytes.setFloat32(0, 0.25, true);
    bytes.setFloat32(4, -3, true);
    expect([...places(bytes)]).toEqual([0.25, -3]);
    expect(places(undefined)).toHaveLength(0);
  });
});

describe("the points", () => {
  const shown = (
    ...xy: number[]
  ): { dots: Dots; camera: Camera; marked: ReturnType<typeof vi.fn> } => {
    const camera = new Camera();
    camera.inner = { left: 50, top: 0, width: 100, height: 100 };
    const marked = vi.fn();
    const dots = new Dots(s("svg"), camera, marked);
    dots.take(new Float32Array(xy));
    return { dots, camera, marked };
  };

  it("stand where the camera sees them, and follow it", () => {
    const { dots, camera } = shown(0, 0, 0.5, 1);
    expect([...dots.points]).toEqual([50, 100, 100, 0]);
    camera.zoomAt([50, 100], 2);
    dots.project();
    expect(dots.at(1)).toEqual([150, -100]);
    expect([dots.shows(0), dots.shows(1), dots.inView]).toEqual([true, false, 1]);
    dots.paint(Uint16Array.of(65_533, 0));
    expect([dots.shows(0), dots.inView]).toEqual([false, 0]);
  });

  it("may be drawn apart by some pixels, however close one looks", () => {
    const { dots, camera } = shown(0.5, 0.5, 0.5, 0.5);
    dots.offsets = new Float64Array([3, 0, -3, 0]);
    dots.project();
    expect([...dots.points]).toEqual([103, 50, 97, 50]);
    camera.zoomAt([100, 50], 8);
    dots.project();
    expect([...dots.points]).toEqual([103, 50, 97, 50]);
  });

  it("drawn apart at an edge stay within the axes", () => {
    const { dots } = shown(0, 0, 0, 0);
    dots.offsets = new Float64Array([-3, 4, 3, -4]);
    dots.project();
    expect([...dots.points]).toEqual([53, 96, 53, 96]);
  });

  it("wear exactly the flags they are given, and say so once", () => {
    const { dots, marked } = shown(0, 0, 1, 1, 1, 0);
    dots.flag("data-linked", [0, 2]);
    dots.flag("data-linked", [2, 0]);
    expect(marked).toHaveBeenCalledOnce();
    dots.flag("data-linked", [1]);
    expect([0, 1, 2].map((i) => dots.has("data-linked", i))).toEqual([false, true, false]);
  });
});
