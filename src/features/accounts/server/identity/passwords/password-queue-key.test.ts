import { expect, it } from 'vitest';
import { BoundedQueue } from '#platform/server/concurrency/bounded-queue.ts';
import { passwordQueueLimits } from './hash-passwords.ts';
import { keyOfKnown, keyOfStranger } from './password-queue-key.ts';

it('sign-ups from many networks that fill the queue refuse no known device', async () => {
  const queue = new BoundedQueue(passwordQueueLimits);
  const hash = Promise.withResolvers<void>();
  const order: string[] = [];
  const run = (name: string, key: ReturnType<typeof keyOfStranger>) =>
    queue.run(() => (order.push(name), hash.promise), { key });
  const flood = Array.from({ length: 64 }, (_, at) =>
    run('sign-up', keyOfStranger({ ip: `198.51.100.${at}`, account: `ann-${at}@campus.edu` })).catch(
      (error: Error) => error.name,
    ),
  );
  const known = Array.from({ length: 5 }, (_, at) =>
    run('known', keyOfKnown({ ip: `203.0.113.${at}`, account: `bob-${at}@campus.edu`, device: `${at}` })),
  );
  hash.resolve();
  await Promise.all(known);
  // Of the others at least as many were refused.
  expect((await Promise.all(flood)).filter((name) => name === 'QueueFullError').length).toBeGreaterThan(40);
  const { running } = passwordQueueLimits;
  expect(order.slice(running, running + 2 * known.length).filter((name) => name === 'known').length).toBe(
    known.length,
  );
});
