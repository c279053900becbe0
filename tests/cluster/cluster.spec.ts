import { afterAll, beforeAll, describe } from 'vitest';
import { killEachProcess } from './events/kill-processes.ts';
import { loseDatabase } from './events/lose-database.ts';
import { loseEvents } from './events/lose-events.ts';
import { restartInTurn } from './events/restart-in-turn.ts';
import { stopPhotoStore } from './events/stop-photo-store.ts';
import { openWorld, type World } from './support/world.ts';

let world: World | undefined;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  if (world === undefined) return;
  process.stdout.write(`\n${world.figures.map((line) => `  ${line}\n`).join('')}`);
  await world.cluster.stop();
});

describe('every acknowledged message is on every client once, in one order, when', () => {
  const current = () => world!;
  killEachProcess(current);
  restartInTurn(current);
  loseEvents(current);
  stopPhotoStore(current);
  // Last, because it leaves one server.
  loseDatabase(current);
});
