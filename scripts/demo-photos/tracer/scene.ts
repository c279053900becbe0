import type { Mesh } from './mesh.ts';
import type { Vector } from './vector.ts';

export type Color = readonly [red: number, green: number, blue: number];

/** A window or a lamp: a parallelogram that shines. */
export type Light = {
  center: Vector;
  /** From the center to the edges. */
  right: Vector;
  up: Vector;
  color: Color;
};

export type Camera = {
  from: Vector;
  to: Vector;
  /** Degrees of the picture's height, and by how much the phone is held askew. */
  angle: number;
  roll: number;
  /** Radius of the lens: the larger, the softer what is out of focus. */
  lens: number;
};

export type Scene = {
  mesh: Mesh;
  camera: Camera;
  lights: readonly Light[];
  /** The light that comes from the walls of the room. */
  room: Color;
  seed: number;
};
