import type { Texture } from './texture.ts';
import { cross, normalize, subtract, type Vector } from './vector.ts';

export type Material = {
  texture: Texture;
  /** How much it mirrors, 0 to 1, and how blurred the mirror image is. */
  gloss?: number;
  roughness?: number;
  /** Strength of the texture's bumps. */
  bump?: number;
};

export type GridShape = {
  at: (u: number, v: number) => Vector;
  material: Material;
  /** Where the lines of the grid lie, 0 to 1; a number is that many equal steps. */
  across?: number | readonly number[];
  down?: number | readonly number[];
  /** The part of the texture: left, top, right, bottom. */
  area?: readonly [number, number, number, number];
};

/** Numbers of a triangle: three corners, three normals, three texture points. */
export const TRIANGLE_NUMBERS = 24;

/** Triangles of a scene. Each surface is a grid that is bent in space, seen from both sides. */
export class Mesh {
  readonly numbers: number[] = [];
  readonly materials: Material[] = [];
  /** For each triangle its material's index. */
  readonly materialOf: number[] = [];
  /** Moves what is added from now on. */
  place: (point: Vector) => Vector = (point) => point;

  add({ at, material, across = 1, down = 1, area = [0, 0, 1, 1] }: GridShape): void {
    const us = steps(across);
    const vs = steps(down);
    const placed = (u: number, v: number) => this.place(at(u, v));
    const corner = (u: number, v: number) => ({
      point: placed(u, v),
      normal: normalAt(placed, u, v),
      texture: [area[0] + (area[2] - area[0]) * u, area[1] + (area[3] - area[1]) * v] as const,
    });
    const rows = vs.map((v) => us.map((u) => corner(u, v)));
    const index = this.materials.push(material) - 1;
    for (let row = 1; row < rows.length; row++)
      for (let column = 1; column < us.length; column++) {
        const a = rows[row - 1]![column - 1]!;
        const b = rows[row - 1]![column]!;
        const c = rows[row]![column]!;
        const d = rows[row]![column - 1]!;
        for (const triangle of [
          [a, b, c],
          [a, c, d],
        ]) {
          this.numbers.push(...triangle.flatMap(({ point }) => point));
          this.numbers.push(...triangle.flatMap(({ normal }) => normal));
          this.numbers.push(...triangle.flatMap(({ texture }) => texture));
          this.materialOf.push(index);
        }
      }
  }
}

const steps = (lines: number | readonly number[]): readonly number[] =>
  typeof lines === 'number' ? Array.from({ length: lines + 1 }, (_, i) => i / lines) : lines;

function normalAt(at: (u: number, v: number) => Vector, u: number, v: number): Vector {
  const e = 0.002;
  const [u0, u1] = [Math.max(0, u - e), Math.min(1, u + e)];
  const [v0, v1] = [Math.max(0, v - e), Math.min(1, v + e)];
  return normalize(cross(subtract(at(u1, v), at(u0, v)), subtract(at(u, v1), at(u, v0))));
}
