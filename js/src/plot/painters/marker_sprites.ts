/** Marks as small pictures that are copied into the pixels of a canvas. */

export type Colour = readonly [number, number, number];

/** A picture of `width` × `height` device pixels, `scale` of them a pixel, each as four bytes. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly bytes: Uint8ClampedArray;
}

/** A mark as square pixels, a word each. */
export interface Sprite {
  readonly side: number;
  readonly words: Uint32Array;
}

/** The four bytes of each pixel as a word: opacity the highest, as in all machines with browsers. */
export const words = ({ buffer }: Uint8ClampedArray): Uint32Array => new Uint32Array(buffer);

export const word = (colour: Colour): number =>
  words(new Uint8ClampedArray([...colour, 255]))[0] as number;

export function fill({ bytes }: Pick<Picture, "bytes">, colour: Colour): void {
  words(bytes).fill(word(colour));
}

/** Put a mark with its middle at a device pixel; `strength` 1 is in full. */
export function blend(picture: Picture, mark: Sprite, x: number, y: number, strength = 1): void {
  const { width, height, bytes } = picture;
  const { side } = mark;
  const pixels = words(bytes);
  const left = Math.round(x - side / 2);
  const top = Math.round(y - side / 2);
  const end = Math.min(side, width - left);
  for (let row = Math.max(0, -top); row < Math.min(side, height - top); row++) {
    for (let column = Math.max(0, -left); column < end; column++) {
      const over = mark.words[row * side + column] as number;
      const share = ((over >>> 24) / 255) * strength;
      if (!share) continue;
      const at = (top + row) * width + left + column;
      pixels[at] = share === 1 ? over : mixed(pixels[at] as number, over, share);
    }
  }
}

/** Of two colours the second with so much opacity over the first. */
export function mixed(under: number, over: number, share: number): number {
  const part = (shift: number): number => {
    const below = (under >> shift) & 255;
    return (below + (((over >> shift) & 255) - below) * share + 0.5) << shift;
  };
  return (255 << 24) | part(16) | part(8) | part(0);
}
