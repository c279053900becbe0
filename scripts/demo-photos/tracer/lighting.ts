import type { Material } from './mesh.ts';
import { TRIANGLE_NUMBERS } from './mesh.ts';
import type { RayTree } from './ray-tree.ts';
import type { Light, Scene } from './scene.ts';
import { sampleTexture, slopeAt } from './texture.ts';
import { cross, normalize, type Vector } from './vector.ts';

/** What a ray from the camera has met. Vectors are x, y, z. */
type Surface = { point: Float64Array; normal: Float64Array; albedo: Float64Array; material: Material };

/** How far light that comes from the things around is looked for. */
const NEAR_CM = 30;

type Lamp = Light & { normal: Vector; area: number };

/** Computes what light reaches a point. One random direction a call: the noise is averaged out later. */
export class Lighting {
  readonly surface: Surface;
  private readonly scene: Scene;
  private readonly tree: RayTree;
  private readonly numbers: readonly number[];
  private readonly lamps: Lamp[];
  private readonly ray = new Float64Array(6);
  private readonly spread = new Float64Array(4);
  private readonly random: () => number;

  constructor(scene: Scene, tree: RayTree, random: () => number) {
    this.scene = scene;
    this.tree = tree;
    this.random = random;
    this.numbers = scene.mesh.numbers;
    this.surface = {
      point: new Float64Array(3),
      normal: new Float64Array(3),
      albedo: new Float64Array(3),
      material: scene.mesh.materials[0]!,
    };
    this.lamps = scene.lights.map((light) => {
      const across = cross(light.right, light.up);
      return { ...light, normal: normalize(across), area: 4 * Math.hypot(...across) };
    });
  }

  /** Chooses directions for this pixel that neighbors do not take: then averaging few gives all. */
  startPixel(x: number, y: number): void {
    const jitter = 0.25 * this.random();
    this.spread[0] = (x * 0.7548776662 + y * 0.569840291 + jitter) % 1;
    this.spread[1] = (x * 0.569840291 + y * 0.2451223338 + 0.5 + jitter) % 1;
    this.spread[2] = (x * 0.8191725134 + y * 0.6710436067 + jitter) % 1;
    this.spread[3] = (x * 0.5497004779 + y * 0.8191725134 + 0.3 + jitter) % 1;
  }

  /** Reads the surface that `ray` has just met. */
  readSurface(ray: Float64Array): Surface {
    const { triangle, distance, u, v } = this.tree.hit;
    const { mesh } = this.scene;
    const at = triangle * TRIANGLE_NUMBERS;
    const w = 1 - u - v;
    const mixed = (first: number, step: number) =>
      this.numbers[at + first]! * w +
      this.numbers[at + first + step]! * u +
      this.numbers[at + first + 2 * step]! * v;
    const { point, normal, albedo } = this.surface;
    const material = mesh.materials[mesh.materialOf[triangle]!]!;
    const s = mixed(18, 2);
    const t = mixed(19, 2);
    sampleTexture(material.texture, s, t, albedo);
    for (let axis = 0; axis < 3; axis++) {
      point[axis] = ray[axis]! + ray[axis + 3]! * distance;
      normal[axis] = mixed(9 + axis, 3);
    }
    if (material.bump !== undefined) {
      const [x, z] = slopeAt(material.texture, s, t);
      normal[0]! -= x * material.bump;
      normal[2]! -= z * material.bump;
    }
    const facing = normal[0]! * ray[3]! + normal[1]! * ray[4]! + normal[2]! * ray[5]!;
    const length = Math.hypot(normal[0]!, normal[1]!, normal[2]!) * (facing > 0 ? -1 : 1);
    for (let axis = 0; axis < 3; axis++) normal[axis]! /= length;
    this.surface.material = material;
    return this.surface;
  }

  /** Adds the light that falls on the surface from one lamp and from one direction of the room. */
  addLight(into: Float64Array): void {
    const { normal } = this.surface;
    for (const lamp of this.lamps) this.addLamp(lamp, into);
    // A direction around the normal, the more likely the steeper.
    const z = 2 * this.spread[2]! - 1;
    const angle = 2 * Math.PI * this.spread[3]!;
    const r = Math.sqrt(1 - z * z);
    this.aim(normal[0]! + r * Math.cos(angle), normal[1]! + z, normal[2]! + r * Math.sin(angle));
    this.addSeen(into, 1, 0.62);
  }

  private addLamp({ center, right, up, color, normal: facing, area }: Lamp, into: Float64Array): void {
    const { point, normal } = this.surface;
    const a = 2 * this.spread[0]! - 1;
    const b = 2 * this.spread[1]! - 1;
    const dx = center[0] + right[0] * a + up[0] * b - point[0]!;
    const dy = center[1] + right[1] * a + up[1] * b - point[1]!;
    const dz = center[2] + right[2] * a + up[2] * b - point[2]!;
    const distance = Math.hypot(dx, dy, dz);
    const falls = (dx * normal[0]! + dy * normal[1]! + dz * normal[2]!) / distance;
    if (falls <= 0) return;
    const leaves = Math.abs(dx * facing[0] + dy * facing[1] + dz * facing[2]) / distance;
    this.aim(dx, dy, dz);
    if (this.tree.cast(this.ray, distance - 0.01, true)) return;
    const strength = (falls * leaves * area) / (Math.PI * distance * distance);
    for (let channel = 0; channel < 3; channel++) into[channel]! += strength * color[channel]!;
  }

  /** Adds the mirror image, which the surface blurs. */
  addMirror(ray: Float64Array, into: Float64Array): void {
    const { normal, material } = this.surface;
    const { gloss = 0, roughness = 0.1 } = material;
    const towards = ray[3]! * normal[0]! + ray[4]! * normal[1]! + ray[5]! * normal[2]!;
    const share = gloss * (0.05 + 0.95 * (1 + towards) ** 5);
    const blurred = (axis: number) =>
      ray[axis + 3]! - 2 * towards * normal[axis]! + roughness * (this.random() + this.random() - 1);
    this.aim(blurred(0), blurred(1), blurred(2));
    this.addSeen(into, share, 0.5);
  }

  /** Points the ray from the surface into this direction. */
  private aim(x: number, y: number, z: number): void {
    const { point, normal } = this.surface;
    const length = Math.hypot(x, y, z) || 1;
    for (let axis = 0; axis < 3; axis++) this.ray[axis] = point[axis]! + normal[axis]! * 0.004;
    this.ray[3] = x / length;
    this.ray[4] = y / length;
    this.ray[5] = z / length;
  }

  /** What the ray sees: a thing in the light of the room, or the room and, in mirrors, its lamps. */
  private addSeen(into: Float64Array, share: number, shade: number): void {
    const { tree, ray, scene } = this;
    if (tree.cast(ray, NEAR_CM, false)) {
      const { average } = scene.mesh.materials[scene.mesh.materialOf[tree.hit.triangle]!]!.texture;
      for (let channel = 0; channel < 3; channel++)
        into[channel]! += share * shade * average[channel]! * (scene.room[channel]! + 0.35);
      return;
    }
    const height = 0.55 + 0.45 * ray[4]!;
    const lamp = share < 1 ? this.lamps.find((one) => this.sees(one)) : undefined;
    for (let channel = 0; channel < 3; channel++)
      into[channel]! += share * (lamp?.color[channel] ?? scene.room[channel]! * height);
  }

  private sees({ center, right, up, normal }: Lamp): boolean {
    const { ray } = this;
    const along = ray[3]! * normal[0] + ray[4]! * normal[1] + ray[5]! * normal[2];
    const away = [0, 1, 2].reduce((sum, axis) => sum + (center[axis]! - ray[axis]!) * normal[axis]!, 0);
    const distance = away / along;
    if (!(distance > 0)) return false;
    const offset = (side: Vector) =>
      [0, 1, 2].reduce((sum, axis) => {
        const from = ray[axis]! + ray[axis + 3]! * distance - center[axis]!;
        return sum + from * side[axis]!;
      }, 0) /
      (side[0] ** 2 + side[1] ** 2 + side[2] ** 2);
    return Math.abs(offset(right)) < 1 && Math.abs(offset(up)) < 1;
  }
}
