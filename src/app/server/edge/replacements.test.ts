import { expect, it } from 'vitest';
import { Replacements } from './replacements.ts';

it('a hundred requests make two replacements, a second apart', async () => {
  const began: number[] = [];
  const first = Promise.withResolvers<void>();
  const replacements = new Replacements(async () => {
    began.push(performance.now());
    if (began.length === 1) await first.promise;
  }, new AbortController().signal);
  const requests = [replacements.request()];
  await expect.poll(() => began.length).toBe(1);
  for (let count = 1; count < 100; count += 1) requests.push(replacements.request());
  first.resolve();
  await Promise.all(requests);
  expect(began).toHaveLength(2);
  expect(began[1]! - began[0]!).toBeGreaterThan(990);
});

it('one that fails rejects for those that asked for it, and the next one runs at once when the process closes', async () => {
  const closing = new AbortController();
  let runs = 0;
  const replacements = new Replacements(async () => {
    runs += 1;
    if (runs === 1) throw new Error('not now');
  }, closing.signal);
  await expect(replacements.request()).rejects.toThrow('not now');
  const startedAt = performance.now();
  const next = replacements.request();
  closing.abort();
  await next;
  await replacements.settled();
  expect(performance.now() - startedAt).toBeLessThan(900);
  expect(runs).toBe(2);
});
