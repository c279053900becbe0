import { expect, it } from 'vitest';
import { processNames } from '../support/cluster.ts';
import { until } from '../support/until.ts';
import { chatThrough, MAX_RECOVERY_MS, type World } from '../support/world.ts';

const HEALTH_CHECK_MS = 5_000;

const TIMEOUT_MS = 180_000;

export function restartInTurn(world: () => World): void {
  it(
    'all processes are restarted, one after the other, and no request fails',
    { timeout: TIMEOUT_MS },
    async () => {
      const { cluster } = world();
      await chatThrough(world(), async (chats) => {
        for (const name of processNames) {
          const process = cluster.processes.get(name)!;
          expect(await process.stop()).toBe(0);
          await process.start();
          const isAnswering = async () => (await chats.visit('/api/books')).process === name;
          await until(`${name} answers again`, isAnswering, HEALTH_CHECK_MS);
        }
        await chats.recovered(MAX_RECOVERY_MS);
        expect(chats.failedRequests()).toEqual([]);
      });
    },
  );
}
