import { afterAll, beforeAll, describe } from 'vitest';
import { killEachProcess } from './events/kill-processes.ts';
import { loseDatabase } from './events/lose-database.ts';
import { loseHints } from './events/lose-hints.ts';
import { stopPhotoStore } from './events/stop-photo-store.ts';
import { openWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.cluster.stop());

describe('every acknowledged message is on every screen once, in one order, when', () => {
  const current = () => world;
  killEachProcess(current);
  loseHints(current);
  stopPhotoStore(current);
  // Last, because it leaves one server.
  loseDatabase(current);
});
