import { afterAll, beforeAll, describe } from 'vitest';
import { killBeforeRelay } from './markets/kill-relay.ts';
import { loseCells } from './markets/lose-cell.ts';
import { moveMarket } from './markets/move-market.ts';
import { MarketWorld } from './support/market-world.ts';

let world: MarketWorld | undefined;
beforeAll(async () => {
  world = await MarketWorld.open();
});
afterAll(async () => {
  if (world === undefined) return;
  process.stdout.write(`\n${world.figures.map((line) => `  ${line}\n`).join('')}`);
  await world.stop();
});

describe('markets in two cells, one of them behind PgBouncer, lose nothing when', () => {
  const current = () => world!;
  loseCells(current);
  moveMarket(current);
  // Last, because it leaves one process for a while.
  killBeforeRelay(current);
});
