import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { Trade } from '#tests/support/models/trade-driver.ts';
import { steps, stories, type Story } from '#tests/support/models/trade-steps.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let otherBuyer: TestClient;
beforeAll(async () => {
  world = await TestWorld.open({ variables: { CAMPUS_TIME_ZONE: 'UTC' } });
  otherBuyer = await world.app.signedInClient('Grace Lim');
  await world.app.verifyEmails();
});
afterAll(() => world.app.stop());

async function run(taken: Story): Promise<void> {
  const trade = await Trade.start(world, otherBuyer);
  for (const [step, isTwice] of taken) {
    await trade.take(step, isTwice);
    await trade.compare();
  }
  await trade.runJobs();
}

it(
  'is as the model says, in any order, with requests sent twice, and whenever the jobs run',
  { timeout: 240_000 },
  async () => {
    await fc.assert(fc.asyncProperty(steps, run), {
      numRuns: 10,
      examples: stories.map((story): [Story] => [story]),
    });
  },
);
