import { createSeededRandom } from '#platform/shared/seeded-random.ts';
import { Lighting } from './lighting.ts';
import { RayTree } from './ray-tree.ts';
import type { Camera, Scene } from './scene.ts';
import { add, cross, normalize, scale, subtract, type Vector } from './vector.ts';

/** Planes of three numbers a pixel, in linear light, and what tells surfaces apart. */
export type Layers = {
  width: number;
  height: number;
  /** The colors of the surfaces, the light on them, and what they mirror. */
  albedo: Float32Array;
  light: Float32Array;
  mirror: Float32Array;
  normal: Float32Array;
  depth: Float32Array;
};

/**
 * Follows one ray through each pixel. Light and surface are kept apart, so that only the light is smoothed;
 * the edges become smooth when the picture is made smaller.
 */
export function renderScene(scene: Scene, width: number, height: number): Layers {
  const random = createSeededRandom(scene.seed);
  const tree = new RayTree(scene.mesh.numbers);
  const lighting = new Lighting(scene, tree, random);
  const view = viewOf(scene.camera, height);
  const plane = () => new Float32Array(width * height * 3);
  const layers: Layers = {
    width,
    height,
    albedo: plane(),
    light: plane(),
    mirror: plane(),
    normal: plane(),
    depth: new Float32Array(width * height),
  };
  const ray = new Float64Array(6);
  const light = new Float64Array(3);
  const mirror = new Float64Array(3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const column = (pixel % width) - width / 2;
    const row = Math.floor(pixel / width) - height / 2;
    view(ray, column + random(), row + random(), random);
    if (!tree.cast(ray, 1e6, false)) continue;
    layers.depth[pixel] = tree.hit.distance;
    const surface = lighting.readSurface(ray);
    lighting.startPixel(pixel % width, Math.floor(pixel / width));
    light.fill(0);
    mirror.fill(0);
    lighting.addLight(light);
    if (surface.material.gloss) lighting.addMirror(ray, mirror);
    layers.albedo.set(surface.albedo, pixel * 3);
    layers.light.set(light, pixel * 3);
    layers.mirror.set(mirror, pixel * 3);
    layers.normal.set(surface.normal, pixel * 3);
  }
  return layers;
}

type View = (ray: Float64Array, x: number, y: number, random: () => number) => void;

/** Sets a ray through a point of the picture, from a random point of the lens. */
function viewOf({ from, to, angle, roll, lens }: Camera, height: number): View {
  const ahead = subtract(to, from);
  const focus = Math.hypot(...ahead);
  const forward = normalize(ahead);
  const level = normalize(cross(forward, [0, 1, Math.abs(forward[1]) > 0.98 ? -1 : 0]));
  const upright = cross(level, forward);
  const tilt = (roll * Math.PI) / 180;
  const right = add(scale(level, Math.cos(tilt)), scale(upright, Math.sin(tilt)));
  const down = scale(cross(right, forward), -1);
  const pixel = (2 * focus * Math.tan((angle * Math.PI) / 360)) / height;
  const target = (x: number, y: number): Vector =>
    add(add(from, scale(forward, focus)), add(scale(right, x * pixel), scale(down, y * pixel)));
  return (ray, x, y, random) => {
    const radius = lens * Math.sqrt(random());
    const turn = 2 * Math.PI * random();
    const start = add(from, add(scale(right, radius * Math.cos(turn)), scale(down, radius * Math.sin(turn))));
    ray.set(start);
    ray.set(normalize(subtract(target(x, y), start)), 3);
  };
}
