import { Mesh } from './tracer/mesh.ts';
import type { Camera, Color, Light, Scene } from './tracer/scene.ts';
import type { Development } from './tracer/develop.ts';
import { add, normalize, scale, turn, type Vector } from './tracer/vector.ts';
import { addTable } from './scene/props.ts';
import { tableTexture, type TableKind } from './scene/tables.ts';

type LightKind = 'window' | 'cloudy' | 'sun' | 'lamp' | 'ceiling';

export type Setting = {
  table: TableKind;
  /** Degrees by which the table is turned under the book. */
  tableAngle: number;
  light: LightKind;
  /** Degrees: where the light comes from; 0 is from the right, 90 from behind the book. */
  lightFrom: number;
  /** Degrees over the table, and from where around it; 0 is upright in front of the book. */
  view: { height: number; around: number; distance: number; roll?: number; offset?: Vector };
  exposure?: number;
  shake?: number;
  seed: number;
};

type Room = {
  lights: (from: number) => Light[];
  room: Color;
  tint: Color;
  grain: number;
  exposure: number;
};

function light(center: Vector, target: Vector, width: number, height: number, color: Color): Light {
  const away = normalize(add(center, scale(target, -1)));
  const right = normalize([away[2], 0, -away[0]] as Vector);
  const up: Vector = [
    away[1] * right[2] - away[2] * right[1],
    away[2] * right[0] - away[0] * right[2],
    away[0] * right[1] - away[1] * right[0],
  ];
  return { center, right: scale(right, width / 2), up: scale(up, height / 2), color };
}

const around = (from: number, far: number, high: number): Vector => turn([far, high, 0], from);

const ROOMS: Record<LightKind, Room> = {
  window: {
    lights: (from) => [light(around(from, 130, 95), [0, 0, 0], 70, 90, [24, 25, 26.4])],
    room: [0.24, 0.235, 0.23],
    tint: [1.02, 1, 0.97],
    grain: 0.009,
    exposure: 0.95,
  },
  cloudy: {
    lights: (from) => [light(around(from, 110, 150), [0, 0, 0], 220, 160, [4.4, 4.7, 5.1])],
    room: [0.42, 0.44, 0.47],
    tint: [1, 1, 1],
    grain: 0.01,
    exposure: 0.95,
  },
  sun: {
    lights: (from) => [light(around(from, 420, 400), [0, 0, 0], 16, 16, [4600, 4300, 3700])],
    room: [0.42, 0.47, 0.55],
    tint: [1, 0.99, 0.97],
    grain: 0.006,
    exposure: 0.62,
  },
  lamp: {
    lights: (from) => [light(around(from, 34, 46), [0, 0, 0], 13, 13, [92, 66, 38])],
    room: [0.17, 0.14, 0.11],
    tint: [0.86, 1, 1.28],
    grain: 0.02,
    exposure: 0.75,
  },
  ceiling: {
    lights: (from) => [
      light(around(from, 60, 190), [0, 0, 0], 30, 30, [120, 108, 88]),
      light(around(from + 140, 130, 190), [0, 0, 0], 30, 30, [70, 62, 50]),
    ],
    room: [0.36, 0.33, 0.28],
    tint: [0.96, 1, 1.1],
    grain: 0.014,
    exposure: 0.85,
  },
};

const SHINE: Partial<Record<TableKind, number>> = {
  oak: 0.3,
  walnut: 0.5,
  white: 0.5,
  stone: 0.5,
  green: 0.2,
};
const RELIEF: Partial<Record<TableKind, number>> = {
  sheet: 9,
  checked: 5,
  carpet: 0.5,
  oak: 0.3,
  walnut: 0.3,
};

/** A table in a room, seen by a phone, with what `furnish` puts on it. */
export function composePhoto(
  setting: Setting,
  furnish: (mesh: Mesh) => void,
): { scene: Scene; development: Development } {
  const { table, view, seed } = setting;
  const room = ROOMS[setting.light];
  const mesh = new Mesh();
  addTable(mesh, {
    texture: tableTexture(table),
    angle: setting.tableAngle,
    gloss: SHINE[table] ?? 0,
    bump: RELIEF[table] ?? 0,
  });
  furnish(mesh);
  const height = (view.height * Math.PI) / 180;
  const { offset = [0, 1, 0] } = view;
  const away: Vector = [0, Math.sin(height) * view.distance, Math.cos(height) * view.distance];
  const camera: Camera = {
    from: add(offset, turn(away, view.around)),
    to: offset,
    angle: 62,
    roll: view.roll ?? 0,
    lens: 0.04,
  };
  return {
    scene: { mesh, camera, lights: room.lights(setting.lightFrom), room: room.room, seed },
    development: {
      exposure: room.exposure * (setting.exposure ?? 1),
      tint: room.tint,
      grain: room.grain,
      shake: setting.shake ?? 0,
      seed,
    },
  };
}
