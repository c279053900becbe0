import { TRIANGLE_NUMBERS } from './mesh.ts';

/** What a ray has met last. */
type Hit = { distance: number; triangle: number; u: number; v: number };

const LEAF = 3;
const LARGE_CM = 100;

/** Triangles in a tree of boxes, for finding what a ray meets. */
export class RayTree {
  readonly hit: Hit = { distance: 0, triangle: -1, u: 0, v: 0 };
  private readonly triangles: Float64Array;
  private readonly order: Int32Array;
  /** Of each box: its corners, then the first triangle or child, and how many triangles. */
  private readonly boxes: number[] = [];
  private readonly links: number[] = [];
  /** The axis that a box is split along. */
  private readonly splits: number[] = [];
  private readonly axes: Int32Array;
  /** The table: in the tree it would make every box large. */
  private readonly large: readonly number[];
  private readonly bounds: Float64Array;
  private readonly children: Int32Array;
  private readonly stack = new Int32Array(64);

  constructor(numbers: readonly number[]) {
    this.triangles = Float64Array.from(numbers);
    const all = Array.from({ length: numbers.length / TRIANGLE_NUMBERS }, (_, i) => i);
    this.large = all.filter((index) => this.sizeOf(index) > LARGE_CM);
    this.order = Int32Array.from(all.filter((index) => !this.large.includes(index)));
    this.build(this.reserve(), 0, this.order.length);
    this.bounds = Float64Array.from(this.boxes);
    this.children = Int32Array.from(this.links);
    this.axes = Int32Array.from(this.splits);
  }

  private sizeOf(index: number): number {
    const at = index * TRIANGLE_NUMBERS;
    const corners = [0, 3, 6].map((corner) => this.triangles[at + corner]!);
    return Math.max(...corners) - Math.min(...corners);
  }

  private reserve(): number {
    this.links.push(0, 0);
    this.splits.push(0);
    this.boxes.push(0, 0, 0, 0, 0, 0);
    return this.links.length / 2 - 1;
  }

  private build(node: number, from: number, to: number): void {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let at = from; at < to; at++)
      for (let n = 0; n < 9; n++) {
        const value = this.triangles[this.order[at]! * TRIANGLE_NUMBERS + n]!;
        box[n % 3] = Math.min(box[n % 3]!, value);
        box[(n % 3) + 3] = Math.max(box[(n % 3) + 3]!, value);
      }
    for (let n = 0; n < 6; n++) this.boxes[node * 6 + n] = box[n]! + (n < 3 ? -1e-6 : 1e-6);
    if (to - from <= LEAF) {
      this.links[node * 2] = from;
      this.links[node * 2 + 1] = to - from;
      return;
    }
    const { axis, middle } = this.bestSplit(from, to);
    this.splits[node] = axis;
    const left = this.reserve();
    this.reserve();
    this.links[node * 2] = left;
    this.build(left, from, middle);
    this.build(left + 1, middle, to);
  }

  /** Sorts the triangles so that two boxes, each as small as its triangles are many, hold them. */
  private bestSplit(from: number, to: number): { axis: number; middle: number } {
    const part = this.order.subarray(from, to);
    const sortAlong = (axis: number) => {
      const center = (i: number) => {
        const at = i * TRIANGLE_NUMBERS + axis;
        return this.triangles[at]! + this.triangles[at + 3]! + this.triangles[at + 6]!;
      };
      part.sort((a, b) => center(a) - center(b));
    };
    let best = { axis: 0, middle: (from + to) >> 1, cost: Infinity };
    for (let axis = 0; axis < 3; axis++) {
      sortAlong(axis);
      const below = this.growingAreas(part);
      const above = this.growingAreas(part.toReversed()).toReversed();
      for (let at = 1; at < part.length; at++) {
        const cost = below[at - 1]! * at + above[at]! * (part.length - at);
        if (cost < best.cost) best = { axis, middle: from + at, cost };
      }
    }
    sortAlong(best.axis);
    return best;
  }

  /** Surfaces of the boxes around the first triangle, the first two and so on. */
  private growingAreas(part: Int32Array): number[] {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    return Array.from(part, (index) => {
      for (let n = 0; n < 9; n++) {
        const value = this.triangles[index * TRIANGLE_NUMBERS + n]!;
        low[n % 3] = Math.min(low[n % 3]!, value);
        high[n % 3] = Math.max(high[n % 3]!, value);
      }
      const [x, y, z] = [high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!];
      return x * y + y * z + z * x;
    });
  }

  /**
   * Whether the ray meets something nearer than `limit`. `hit` is then the nearest; with `any`, the first
   * that was found.
   */
  cast(ray: Float64Array, limit: number, any: boolean): boolean {
    const { hit, stack, bounds, children, order } = this;
    const ox = ray[0]!;
    const oy = ray[1]!;
    const oz = ray[2]!;
    const dx = ray[3]!;
    const dy = ray[4]!;
    const dz = ray[5]!;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    hit.distance = limit;
    hit.triangle = -1;
    for (const index of this.large) if (this.meet(index, ox, oy, oz, dx, dy, dz) && any) return true;
    let depth = 1;
    stack[0] = 0;
    while (depth > 0) {
      const node = stack[--depth]!;
      const at = node * 6;
      const x0 = (bounds[at]! - ox) * ix;
      const x1 = (bounds[at + 3]! - ox) * ix;
      const y0 = (bounds[at + 1]! - oy) * iy;
      const y1 = (bounds[at + 4]! - oy) * iy;
      const z0 = (bounds[at + 2]! - oz) * iz;
      const z1 = (bounds[at + 5]! - oz) * iz;
      const near = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1), 0);
      const far = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1), hit.distance);
      if (near > far) continue;
      const first = children[node * 2]!;
      const count = children[node * 2 + 1]!;
      if (count === 0) {
        // The nearer half first: what it shows often hides the other.
        const isForward = ray[3 + this.axes[node]!]! > 0;
        stack[depth++] = isForward ? first + 1 : first;
        stack[depth++] = isForward ? first : first + 1;
        continue;
      }
      for (let i = first; i < first + count; i++)
        if (this.meet(order[i]!, ox, oy, oz, dx, dy, dz) && any) return true;
    }
    return hit.triangle >= 0;
  }

  /** Möller and Trumbore's test. */
  private meet(
    index: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
  ): boolean {
    const t = this.triangles;
    const at = index * TRIANGLE_NUMBERS;
    const ax = t[at]!;
    const ay = t[at + 1]!;
    const az = t[at + 2]!;
    const ex = t[at + 3]! - ax;
    const ey = t[at + 4]! - ay;
    const ez = t[at + 5]! - az;
    const fx = t[at + 6]! - ax;
    const fy = t[at + 7]! - ay;
    const fz = t[at + 8]! - az;
    const px = dy * fz - dz * fy;
    const py = dz * fx - dx * fz;
    const pz = dx * fy - dy * fx;
    const det = ex * px + ey * py + ez * pz;
    if (det > -1e-12 && det < 1e-12) return false;
    const inv = 1 / det;
    const sx = ox - ax;
    const sy = oy - ay;
    const sz = oz - az;
    const u = (sx * px + sy * py + sz * pz) * inv;
    if (u < 0 || u > 1) return false;
    const qx = sy * ez - sz * ey;
    const qy = sz * ex - sx * ez;
    const qz = sx * ey - sy * ex;
    const v = (dx * qx + dy * qy + dz * qz) * inv;
    if (v < 0 || u + v > 1) return false;
    const distance = (fx * qx + fy * qy + fz * qz) * inv;
    if (distance < 1e-4 || distance >= this.hit.distance) return false;
    this.hit.distance = distance;
    this.hit.triangle = index;
    this.hit.u = u;
    this.hit.v = v;
    return true;
  }
}
