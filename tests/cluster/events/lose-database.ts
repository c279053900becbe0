import { expect, it } from 'vitest';
import type { Chats } from '../support/chats.ts';
import { chatThrough, MAX_RECOVERY_MS, type World } from '../support/world.ts';

export function loseDatabase(world: () => World): void {
  it('PostgreSQL is restarted', async () => {
    const { primary } = world().cluster;
    await chatThrough(world(), async (chats) => {
      await lose(chats, async () => {
        await primary.shutDown();
        await chats.refused();
        await primary.start();
      });
    });
  });

  it('PostgreSQL fails over to the replica', async () => {
    const { cluster } = world();
    await chatThrough(world(), async (chats) => {
      await lose(chats, () => cluster.failOver());
    });
  });
}

/** Each request meanwhile is answered, from a cache or with a refusal that says when to come back. */
async function lose(chats: Chats, event: () => Promise<void>): Promise<void> {
  chats.history.record({ kind: 'lost', part: 'postgresql' });
  await event();
  chats.history.record({ kind: 'restored', part: 'postgresql' });
  await chats.recovered(MAX_RECOVERY_MS);
  const wrong = chats
    .failedRequests()
    .filter(({ status, retryAfter }) => status !== 503 || retryAfter === null);
  expect(wrong).toEqual([]);
}
