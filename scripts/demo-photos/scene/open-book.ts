import type { Material, Mesh } from '../tracer/mesh.ts';
import type { Texture } from '../tracer/texture.ts';
import { add, turn, type Vector } from '../tracer/vector.ts';
import type { Placement } from './closed-book.ts';
import { paperEdgeTexture } from './page-textures.ts';

type OpenBook = {
  /** Of one page. */
  width: number;
  height: number;
  /** How high the pages lie on the left and on the right. */
  left: number;
  right: number;
  leftPage: Texture;
  rightPage: Texture;
  cover: Texture;
  seed: number;
};

/** The height of a page over the cover, from the fold (0) to the free edge (1). */
function curve(share: number, thickness: number, width: number): number {
  const x = share * width;
  const rise = thickness * (1 - Math.exp(-((x / 1.5) ** 1.3)));
  const arch = 0.9 * Math.sin(Math.PI * Math.min(1, share * 1.15)) * Math.exp(-share * 1.6);
  return 0.25 + rise * (1 - 0.14 * share) + arch * (0.5 + thickness * 0.3);
}

/** An open book, with a leaf that does not lie flat. */
export function addOpenBook(mesh: Mesh, book: OpenBook, { at, angle }: Placement): void {
  mesh.place = (point) => add(at, turn(point, angle));
  const { width, height } = book;
  const edge: Material = { texture: paperEdgeTexture(book.seed, [236, 228, 208]) };
  for (const side of [-1, 1] as const) {
    const thickness = side < 0 ? book.left : book.right;
    const page: Material = {
      texture: side < 0 ? book.leftPage : book.rightPage,
      gloss: 0.12,
      roughness: 0.4,
    };
    const top = (share: number, v: number): Vector => [
      side * share * width,
      curve(share, thickness, width) + 0.06 * Math.sin(v * 5 + share * 3),
      (v - 0.5) * height,
    ];
    const area = side < 0 ? ([1, 0, 0, 1] as const) : ([0, 0, 1, 1] as const);
    mesh.add({ at: top, material: page, across: 28, down: 8, area });
    const leaf = (share: number, v: number): Vector => {
      const [x, y, z] = top(share, v);
      return [x * 0.985, y + 0.02 + 0.55 * share ** 2 * (0.4 + 0.6 * v), z];
    };
    if (side > 0) mesh.add({ at: leaf, material: page, across: 28, down: 8, area });
    const cut = (share: number, v: number, t: number): Vector => {
      const [x, y, z] = top(share, v);
      return [x + side * 0.5 * t * share * thickness * 0.4, 0.22 + (y - 0.22) * (1 - t), z];
    };
    mesh.add({ at: (u, t) => cut(1, u, t), material: edge, across: 8, down: 4 });
    for (const v of [0, 1]) mesh.add({ at: (u, t) => cut(u, v, t), material: edge, across: 28, down: 4 });
    addCover(mesh, book, side);
  }
  mesh.place = (point) => point;
}

function addCover(mesh: Mesh, { width, height, cover }: OpenBook, side: 1 | -1): void {
  const material: Material = { texture: cover };
  const reach = width + 0.9;
  mesh.add({ at: (u, v) => [side * u * reach, 0.2, (v - 0.5) * (height + 0.7)], material });
  mesh.add({ at: (u, v) => [side * reach, 0.2 * v, (u - 0.5) * (height + 0.7)], material });
  for (const end of [-0.5, 0.5])
    mesh.add({ at: (u, v) => [side * u * reach, 0.2 * v, end * (height + 0.7)], material });
}
