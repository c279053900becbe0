import { expect, it } from 'vitest';
import { processNames } from '../support/cluster.ts';
import { until } from '../support/until.ts';
import { chatThrough, MAX_RECOVERY_MS, type World } from '../support/world.ts';

const HEALTH_CHECK_MS = 5_000;

export function killEachProcess(world: () => World): void {
  it.each(processNames)('process %s is killed and started again', async (name) => {
    const { cluster } = world();
    const process = cluster.processes.get(name)!;
    await chatThrough(world(), async (chats) => {
      await process.kill();
      await chats.recovered(MAX_RECOVERY_MS);
      expect(chats.clients.map((client) => client.process)).not.toContain(name);
      await process.start();
      const isAnswering = async () => (await chats.visit('/api/books')).process === name;
      await until(`${name} answers again`, isAnswering, HEALTH_CHECK_MS);
      expect(chats.failedRequests()).toEqual([]);
    });
  });
}
