import { expect, it, vi } from 'vitest';
import { serializeByKey } from './serialize-by-key.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Long enough for two runs. */
const settled = async () => {
  for (let n = 0; n < 4; n += 1) await turn();
};

it('runs once more for all calls during a run', async () => {
  let runs = 0;
  const run = serializeByKey(async () => {
    runs += 1;
    await turn();
  }, vi.fn());
  for (let n = 0; n < 5; n += 1) run('key');
  await settled();
  expect(runs).toBe(2);
});

it('runs a key again whose task has failed, and reports the error', async () => {
  const errors: unknown[] = [];
  let runs = 0;
  const run = serializeByKey(
    async () => {
      runs += 1;
      await turn();
      throw new Error(`no ${runs}`);
    },
    (error) => errors.push(error),
  );
  run('key');
  run('key');
  await settled();
  run('key');
  await settled();
  expect(runs).toBe(3);
  expect(errors).toEqual([new Error('no 1'), new Error('no 2'), new Error('no 3')]);
});
