import type { Material, Mesh } from '../tracer/mesh.ts';
import type { Texture } from '../tracer/texture.ts';
import { add, turn, type Vector } from '../tracer/vector.ts';
import type { Placement } from './closed-book.ts';
import { plainTexture } from './page-textures.ts';
import { TABLE_CM } from './tables.ts';

type TableLook = { texture: Texture; angle: number; gloss: number; bump: number };

/** A table that fills the picture. */
export function addTable(mesh: Mesh, { texture, angle, gloss, bump }: TableLook): void {
  const size = TABLE_CM * 3;
  mesh.add({
    at: (u, v) => turn([(u - 0.5) * size, 0, (v - 0.5) * size], angle),
    material: { texture, gloss, roughness: 0.3, bump },
    area: [0, 0, 3, 3],
  });
}

/** A pencil or a pen that lies on the table. */
export function addPencil(
  mesh: Mesh,
  color: readonly [number, number, number],
  { at, angle }: Placement,
): void {
  mesh.place = (point) => add(at, turn(point, angle));
  const tube = (from: number, to: number, r0: number, r1: number, material: Material) =>
    mesh.add({
      at: (u, v) => {
        const r = r0 + (r1 - r0) * v;
        return [from + (to - from) * v, 0.38 + r * Math.sin(2 * Math.PI * u), r * Math.cos(2 * Math.PI * u)];
      },
      material,
      across: 12,
    });
  tube(0, 14, 0.37, 0.37, { texture: plainTexture(...color), gloss: 0.7, roughness: 0.1 });
  tube(14, 16.2, 0.37, 0.09, { texture: plainTexture(216, 178, 132) });
  tube(16.2, 16.8, 0.09, 0.01, { texture: plainTexture(42, 42, 46) });
  tube(-1.3, 0, 0.34, 0.37, { texture: plainTexture(196, 130, 124) });
  tube(-1.32, -1.3, 0.01, 0.34, { texture: plainTexture(196, 130, 124) });
  mesh.place = (point) => point;
}

/** A mug with coffee. */
export function addMug(mesh: Mesh, color: readonly [number, number, number], { at, angle }: Placement): void {
  mesh.place = (point) => add(at, turn(point, angle));
  const glaze: Material = { texture: plainTexture(...color), gloss: 1, roughness: 0.05 };
  const ring = (radius: number, height: number, u: number): Vector => [
    radius * Math.cos(2 * Math.PI * u),
    height,
    radius * Math.sin(2 * Math.PI * u),
  ];
  mesh.add({ at: (u, v) => ring(3.9 + 0.25 * v * v, 9.2 * v, u), material: glaze, across: 36, down: 6 });
  mesh.add({ at: (u, v) => ring(4.15 - 0.35 * v, 9.2, u), material: glaze, across: 36 });
  mesh.add({ at: (u, v) => ring(3.8, 9.2 - 2.4 * v, u), material: glaze, across: 36 });
  const coffee: Material = { texture: plainTexture(58, 34, 20), gloss: 1, roughness: 0.02 };
  mesh.add({ at: (u, v) => ring(3.8 * v, 7.6, u), material: coffee, across: 36 });
  mesh.add({
    at: (u, v) => {
      const bow = Math.PI * (u - 0.5);
      const tube = 2 * Math.PI * v;
      const reach = 4 + (2.6 + 0.5 * Math.cos(tube)) * Math.cos(bow);
      return [reach, 4.8 + (2.6 + 0.5 * Math.cos(tube)) * Math.sin(bow), 0.6 * Math.sin(tube)];
    },
    material: glaze,
    across: 16,
    down: 10,
  });
  mesh.place = (point) => point;
}

type Paper = { width: number; height: number; texture: Texture; curl: number };

/** A sheet or a sticky note; its lower edge curls up. */
export function addPaper(
  mesh: Mesh,
  { width, height, texture, curl }: Paper,
  { at, angle }: Placement,
): void {
  mesh.place = (point) => add(at, turn(point, angle));
  mesh.add({
    at: (u, v) => [(u - 0.5) * width, 0.03 + curl * v ** 2.5 * (0.7 + 0.3 * u), (v - 0.5) * height],
    material: { texture },
    across: 6,
    down: 10,
  });
  mesh.place = (point) => point;
}

/** Keys in rows: the corner of a computer. */
export function addKeyboard(mesh: Mesh, { at, angle }: Placement): void {
  mesh.place = (point) => add(at, turn(point, angle));
  const body: Material = { texture: plainTexture(150, 152, 156), gloss: 0.5, roughness: 0.3 };
  const key: Material = { texture: plainTexture(34, 35, 38), gloss: 0.3, roughness: 0.3 };
  const block = (x: number, z: number, width: number, depth: number, top: number, material: Material) => {
    mesh.add({ at: (u, v) => [x + u * width, top, z + v * depth], material });
    mesh.add({ at: (u, v) => [x + u * width, top * v, z + depth], material });
    for (const side of [0, width]) mesh.add({ at: (u, v) => [x + side, top * v, z + u * depth], material });
  };
  block(-1, -1, 31, 21, 1.2, body);
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 14; column++)
      block(0.6 + column * 1.95 + (row % 3) * 0.4, 0.6 + row * 1.95, 1.65, 1.65, 1.42, key);
  mesh.place = (point) => point;
}

/** A charging cable along a wavy line. */
export function addCable(
  mesh: Mesh,
  color: readonly [number, number, number],
  { at, angle }: Placement,
): void {
  mesh.place = (point) => add(at, turn(point, angle));
  mesh.add({
    at: (u, v) => {
      const x = u * 60 - 10;
      const z = 5 * Math.sin(u * 5) + 2 * Math.sin(u * 11);
      const round = 2 * Math.PI * v;
      return [x, 0.2 + 0.2 * Math.sin(round), z + 0.2 * Math.cos(round)];
    },
    material: { texture: plainTexture(...color), gloss: 0.3, roughness: 0.3 },
    across: 60,
    down: 8,
  });
  mesh.place = (point) => point;
}

/** What stands between the light and the table, behind the camera: a hand with a phone. */
export function addShade(mesh: Mesh, width: number, height: number, { at, angle }: Placement): void {
  mesh.place = (point) => add(at, turn(point, angle));
  mesh.add({
    at: (u, v) => [(u - 0.5) * width, 0, (v - 0.5) * height],
    material: { texture: plainTexture(60, 55, 52) },
  });
  mesh.place = (point) => point;
}
