import type { GridShape, Material, Mesh } from '../tracer/mesh.ts';
import type { Texture } from '../tracer/texture.ts';
import { add, turn, type Vector } from '../tracer/vector.ts';
import { paperEdgeTexture, plainTexture } from './page-textures.ts';

type ClosedBook = {
  width: number;
  height: number;
  thickness: number;
  bound: 'hard' | 'paper';
  /** What faces up; the spine is on the left of a front and on the right of a back. */
  side: 'front' | 'back';
  cover: Texture;
  spine: Texture;
  /** Centimetres by which the cover's free corner stands up. */
  lift: number;
  gloss: number;
  paper?: readonly [number, number, number];
  seed: number;
};

export type Placement = { at: Vector; angle: number };

/** Grid lines that are dense where corners are round. */
const DENSE = [0, 0.008, 0.02, 0.04, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.96, 0.98, 0.992, 1];
const CORNER_CM = 0.5;

/** Pulls the corners of a rectangle to quarter circles. */
function rounded(x: number, z: number, width: number, height: number): [number, number] {
  const dx = Math.abs(x) - (width / 2 - CORNER_CM);
  const dz = Math.abs(z) - (height / 2 - CORNER_CM);
  if (dx <= 0 || dz <= 0) return [x, z];
  const by = Math.max(dx, dz) / Math.hypot(dx, dz);
  return [
    Math.sign(x) * (width / 2 - CORNER_CM + dx * by),
    Math.sign(z) * (height / 2 - CORNER_CM + dz * by),
  ];
}

type Board = {
  width: number;
  height: number;
  thickness: number;
  y: number;
  bend: (u: number, v: number) => number;
};

/** A cover board with its outside, its underside and its edge. */
function addBoard(
  mesh: Mesh,
  board: Board,
  outside: Material,
  edge: Material,
  area: GridShape['area'] = [0, 0, 1, 1],
): void {
  const { width, height, thickness, y, bend } = board;
  const at =
    (above: number) =>
    (u: number, v: number): Vector => {
      const [x, z] = rounded((u - 0.5) * width, (v - 0.5) * height, width, height);
      return [x, y + above + bend(u, v), z];
    };
  mesh.add({ at: at(thickness), material: outside, across: DENSE, down: DENSE, area });
  mesh.add({ at: at(0), material: edge, across: DENSE, down: DENSE });
  const around = (s: number): [number, number] => {
    const side = Math.min(3, Math.floor(s * 4));
    const t = s * 4 - side;
    return (
      [
        [t, 0],
        [1, t],
        [1 - t, 1],
        [0, 1 - t],
      ] as const
    )[side] as [number, number];
  };
  const lines = [0, 1, 2, 3].flatMap((side) => DENSE.slice(0, -1).map((line) => (side + line) / 4));
  mesh.add({
    at: (s, t) => at(thickness * (1 - t))(...around(s)),
    material: edge,
    across: [...lines, 1],
  });
}

/** A book that lies on its back or its front. */
export function addClosedBook(mesh: Mesh, book: ClosedBook, { at, angle }: Placement): void {
  const { width, height, thickness, bound, lift, gloss } = book;
  const hard = bound === 'hard';
  const board = hard ? 0.28 : 0.05;
  const inset = hard ? 0.35 : 0.02;
  const mirror = book.side === 'back' ? -1 : 1;
  mesh.place = ([x, y, z]) => add(at, turn([x * mirror, y, z], angle));
  const outside: Material = { texture: book.cover, gloss, roughness: hard ? 0.22 : 0.14 };
  const edge: Material = { texture: hard ? tinted(book.cover) : plainTexture(226, 220, 208) };
  const rise = (u: number, v: number) => lift * u ** 3 * (0.35 + 0.65 * v ** 2);
  const sag = hard ? 0 : 0.05;
  addBoard(
    mesh,
    {
      width,
      height,
      thickness: board,
      y: thickness - board,
      bend: (u, v) => rise(u, v) - sag * Math.sin(Math.PI * u),
    },
    outside,
    edge,
    // Mirrored, the texture has to be turned round again.
    mirror < 0 ? [1, 0, 0, 1] : [0, 0, 1, 1],
  );
  addBoard(mesh, { width, height, thickness: board, y: 0, bend: () => 0 }, edge, edge);
  addPages(mesh, book, { board, inset, rise });
  const bulge = hard ? 0.45 : 0.04;
  mesh.add({
    at: (u, v) => [-width / 2 - bulge * Math.sin(Math.PI * u), thickness * u, (v - 0.5) * height],
    material: { texture: book.spine, gloss, roughness: 0.2 },
    across: 10,
    down: 6,
  });
  mesh.place = (point) => point;
}

type Inside = { board: number; inset: number; rise: (u: number, v: number) => number };

function addPages(mesh: Mesh, book: ClosedBook, { board, inset, rise }: Inside): void {
  const { width, height, thickness, seed, bound } = book;
  const edge: Material = { texture: paperEdgeTexture(seed, book.paper ?? [236, 228, 208]) };
  const right = width / 2 - inset;
  const end = height / 2 - inset;
  const hollow = bound === 'hard' ? 0.35 : 0.06;
  const top = thickness - board - 0.02;
  // The first leaves follow the cover a little.
  const surface = (u: number, v: number): Vector => [
    -width / 2 + (right + width / 2) * u,
    top + 0.25 * rise(u, v),
    (v * 2 - 1) * end,
  ];
  mesh.add({ at: surface, material: { texture: plainTexture(240, 234, 218) }, across: 8, down: 8 });
  mesh.add({
    at: (u, v) => {
      const height1 = board + (surface(1, u)[1] - board) * (1 - v);
      return [right - hollow * Math.sin(Math.PI * v), height1, (u * 2 - 1) * end];
    },
    material: edge,
    across: 8,
    down: 8,
  });
  for (const z of [-end, end])
    mesh.add({
      at: (u, v) => {
        const height1 = board + (surface(u, z > 0 ? 1 : 0)[1] - board) * (1 - v);
        return [-width / 2 + (right + width / 2) * u, height1, z];
      },
      material: edge,
      across: 8,
    });
}

/** The color of the cloth that is folded over the edges. */
function tinted({ width, color }: Texture): Texture {
  const at = (Math.floor(width / 2) + width * 6) * 3;
  const [red, green, blue] = [color[at]!, color[at + 1]!, color[at + 2]!];
  const own = Float32Array.from([red, green, blue]);
  return { width: 1, height: 1, color: own, average: [red, green, blue] };
}
