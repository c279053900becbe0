import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeInModel } from '#tests/support/models/take-step.ts';
import { Trade } from '#tests/support/models/trade-driver.ts';
import { TradeModel } from '#tests/support/models/trade-model.ts';
import { examples, PRICE, type RandomStory, randomStories } from '#tests/support/models/trade-steps.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

const NOON_MS = Date.UTC(2026, 8, 1, 12);
const KINDS = [
  'offer',
  'counter',
  'accepted',
  'declined',
  'withdrawn',
  'reserve',
  'cancel',
  'confirm',
  'review',
  'propose',
  'changeMeeting',
  'acceptMeeting',
  'cancelMeeting',
];

let world: TestWorld;
let otherBuyer: TestClient;
beforeAll(async () => {
  world = await TestWorld.open({ variables: { CAMPUS_TIME_ZONE: 'UTC' } });
  otherBuyer = await world.app.signedInClient('Grace Lim');
  await world.app.verifyEmails();
});
afterAll(() => world.app.stop());

async function run({ start, tail }: RandomStory): Promise<void> {
  const trade = await Trade.start(world, otherBuyer);
  for (const [step, isTwice] of [...start, ...tail]) {
    await trade.take(step, isTwice);
    await trade.compare();
  }
  await trade.runJobs();
}

it(
  'is as the model says, in any order, with requests sent twice, and whenever the jobs run',
  { timeout: 240_000 },
  async () => {
    await fc.assert(fc.asyncProperty(randomStories, run), {
      numRuns: 10,
      examples: examples.map((tail): [RandomStory] => [{ start: [], tail }]),
    });
  },
);

/** The kinds of requests that change something after the start, by the model alone. */
function successesOf({ start, tail }: RandomStory): Set<string> {
  const model = new TradeModel(NOON_MS, PRICE);
  for (const [step] of start) takeInModel(model, step);
  const successes = new Set<string>();
  for (const [step] of tail) {
    const before = JSON.stringify(model);
    if (takeInModel(model, step) !== 200) continue;
    const isChanged = step.kind === 'review' || JSON.stringify(model) !== before;
    if (isChanged) successes.add(step.kind === 'respond' ? step.response : step.kind);
  }
  return successes;
}

it('meets each kind of success in one of 50 stories or more', () => {
  const samples = fc.sample(randomStories, { numRuns: 1_000, seed: 1 }).map(successesOf);
  const isRare = (kind: string) =>
    samples.filter((successes) => successes.has(kind)).length < samples.length / 50;
  expect(KINDS.filter(isRare)).toEqual([]);
});
