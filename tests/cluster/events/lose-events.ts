import { expect, it } from 'vitest';
import { chatThrough, MAX_RECOVERY_MS, type World } from '../support/world.ts';

const MESSAGES = 36;

export function loseEvents(world: () => World): void {
  it('Redis is stopped and started again', async () => {
    const { cluster } = world();
    await chatThrough(world(), async (chats) => {
      await cluster.stopRedis();
      await chats.acknowledgedMore(MESSAGES);
      await chats.crossAlone();
      await cluster.startRedis();
      await chats.recovered(MAX_RECOVERY_MS);
      expect(chats.failedRequests()).toEqual([]);
    });
  });

  it('events are lost on the way, without a sign', async () => {
    const { relay } = world().cluster;
    await chatThrough(world(), async (chats) => {
      relay.dropEvents(true);
      await chats.acknowledgedMore(MESSAGES);
      await chats.crossAlone();
      expect(relay.dropped()).toBeGreaterThan(0);
      relay.dropEvents(false);
      expect(chats.failedRequests()).toEqual([]);
    });
  });
}
