/** Moves points at the same place apart, in pixels only. */

const STEP = 10;
/** The angle that keeps the points of a spiral evenly apart. */
const TURN = Math.PI * (3 - Math.sqrt(5));
const RING = 12;

/** Points that share a place, largest group first; single points are left out. */
export function spots(xy: Float32Array): number[][] {
  const words = new Uint32Array(xy.buffer, xy.byteOffset, xy.length);
  const found = new Map<string, number[]>();
  for (let i = 0; i < xy.length / 2; i++) {
    const key = `${words[2 * i]},${words[2 * i + 1]}`;
    const there = found.get(key);
    if (there) there.push(i);
    else found.set(key, [i]);
  }
  return [...found.values()].filter((all) => all.length > 1).sort((a, b) => b.length - a.length);
}

/** Whether so many points share spots that the plot hides most of them. */
export function isHeaped(heaps: readonly number[][], n: number): boolean {
  const shared = heaps.reduce((sum, heap) => sum + heap.length, 0);
  return n > 1 && shared - heaps.length >= n / 2;
}

/** By how many pixels each point is moved: a ring around the spot, a spiral where they are many. */
export function offsets(heaps: readonly number[][], n: number, step = STEP): Float64Array {
  const moved = new Float64Array(2 * n);
  for (const heap of heaps) {
    const ring = heap.length <= RING ? Math.max(step, (heap.length * step) / (2 * Math.PI)) : 0;
    heap.forEach((i, k) => {
      const angle = ring ? (2 * Math.PI * k) / heap.length - Math.PI / 2 : k * TURN;
      const reach = ring || step * 0.6 * Math.sqrt(k);
      moved[2 * i] = reach * Math.cos(angle);
      moved[2 * i + 1] = reach * Math.sin(angle);
    });
  }
  return moved;
}
