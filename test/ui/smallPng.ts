// Screenshots as small files: with a palette, as pictures of an editor have few colours.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each, as one number. */
  readonly colours: Uint32Array;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

function* chunks(png: Buffer): Generator<readonly [string, Buffer]> {
  for (let at = signature.length; at < png.length;) {
    const size = png.readUInt32BE(at);
    yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + size)];
    at += size + 12;
  }
}

/** What the filter of a row takes as known of a byte: its neighbours to the left, above, and both. */
function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** The pixels of a PNG as browsers take it: eight bits a channel, not interlaced. */
export function readPng(png: Buffer): Pixels {
  const parts = [...chunks(png)];
  const header = parts[0]?.[1] ?? Buffer.alloc(13);
  const [width, height, depth, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]];
  if (depth !== 8 || (kind !== 2 && kind !== 6) || header[12] !== 0) throw new Error('no PNG of a screenshot');
  const size = kind === 6 ? 4 : 3;
  const data = inflateSync(Buffer.concat(parts.filter(([name]) => name === 'IDAT').map(([, body]) => body)));
  const stride = width * size;
  const rows = Buffer.alloc(stride * height);
  const colours = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0;
    const row = y * stride;
    for (let x = 0; x < stride; x += 1) {
      const left = x < size ? 0 : (rows[row + x - size] ?? 0);
      const above = y === 0 ? 0 : (rows[row + x - stride] ?? 0);
      const corner = x < size || y === 0 ? 0 : (rows[row + x - stride - size] ?? 0);
      rows[row + x] = (data[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, above, corner);
    }
    for (let x = 0; x < width; x += 1) colours[y * width + x] = rows.readUIntBE(row + x * size, 3);
  }
  return { width, height, colours };
}

const distance = (one: number, other: number): number => {
  const channel = (shift: number): number => (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2;
  return channel(16) + channel(8) + channel(0);
};

/** More of them would only be steps between text and what is behind it. */
const mostColours = 112;

/**
 * Colours by what would be lost without them, each with its place, and the place of the nearest for every other one: a
 * word in green has few pixels, but far from every grey.
 */
function choosePalette(colours: Uint32Array): {
  readonly palette: readonly number[];
  readonly index: Map<number, number>;
} {
  const seen = new Map<number, number>();
  for (const colour of colours) seen.set(colour, (seen.get(colour) ?? 0) + 1);
  // In one order, so that the same picture is the same file.
  const all = [...seen].toSorted(([one], [other]) => one - other);
  const palette: number[] = [];
  const place = new Map<number, number>();
  const away = new Map(all.map(([colour]) => [colour, Number.MAX_SAFE_INTEGER]));
  const loss = ([colour, count]: readonly [number, number]): number => (away.get(colour) ?? 0) * count;
  while (palette.length < Math.min(mostColours, all.length)) {
    const [next] = all.reduce((worst, one) => (loss(one) > loss(worst) ? one : worst));
    for (const [colour] of all) {
      const far = distance(colour, next);
      if (far >= (away.get(colour) ?? 0)) continue;
      away.set(colour, far);
      place.set(colour, palette.length);
    }
    palette.push(next);
  }
  return { palette, index: place };
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** The same picture with a palette. */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, colours } = readPng(png);
  const { palette, index } = choosePalette(colours);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = 3;
  const table = Buffer.alloc(palette.length * 3);
  palette.forEach((colour, at) => table.writeUIntBE(colour, at * 3, 3));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = index.get(colours[y * width + x] ?? 0) ?? 0;
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
