import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/shared/clock.ts';
import { startTalking } from '#tests/support/markets/market-talk.ts';
import { queryUrl, startCell, TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { ProductProcess } from '#tests/support/processes/product-process.ts';
import { algorithms } from '#tests/support/server/test-world.ts';
import { TestClient } from '#tests/support/server/test-app.ts';
import { hasPatroni, PatroniCluster } from './support/patroni.ts';
import { until } from './support/until.ts';

/** Ten take four minutes. */
const KILLS = Number(process.env['PATRONI_KILLS'] ?? 2);
const MAX_WITHOUT_WRITES_MS = 20_000;
const HOST = '127.0.2.2';

describe.skipIf(!hasPatroni())('a cell that Patroni keeps', () => {
  let cell: PatroniCluster;
  let deployment: TestDeployment;
  let product: ProductProcess;

  beforeAll(async () => {
    cell = await PatroniCluster.start();
    deployment = await TestDeployment.start(await startCell());
    const url = `postgres://127.0.0.1:${cell.proxy.port}`;
    expect(await deployment.run(['cells', 'add', 'east', '--url', url])).toBe(0);
    expect(await deployment.run(['create', 'eastfield', '--host', HOST, '--cell', 'east'])).toBe(0);
    const { DATABASE_ADMIN_URL: _, ...variables } = deployment.variables;
    product = await ProductProcess.start({ ...variables, HOST: '0.0.0.0', UNLIMITED: '1' });
  });
  afterAll(async () => {
    product.signal('SIGINT');
    await product.ended;
    await deployment.stop();
    await cell.stop();
  });

  it(
    'loses its primary again and again while its users write, and no acknowledged message',
    async () => {
      const address = `http://${HOST}:${product.port}`;
      const [seller, buyer] = [new TestClient(address, systemClock), new TestClient(address, systemClock)];
      await seller.signUp('Sam', 'sam@eastfield.example');
      await buyer.signUp('Bo', 'bo@eastfield.example');
      const { database } = await deployment.entry('eastfield');
      // Whoever has not verified an email has a smaller daily budget.
      for (const table of ['users', 'identity_users'])
        await queryUrl(database.url, `UPDATE ${table} SET email_verified = true`);
      const { body: book } = await seller.post('/api/books', algorithms);
      const { body: conversation } = await buyer.post('/api/conversations', { bookId: book.id });
      const talk = startTalking([buyer], conversation.id);
      const gaps: number[] = [];
      for (let count = 0; count < KILLS; count += 1) {
        await until('messages are written', writtenSince(talk, 10), MAX_WITHOUT_WRITES_MS);
        const startAgain = await cell.killPrimary();
        gaps.push(await until('messages are written again', writtenSince(talk, 2), MAX_WITHOUT_WRITES_MS));
        await startAgain();
      }
      await talk.stop();
      const rows = await queryUrl(database.url, 'SELECT client_message_id::text AS id FROM messages');
      const there = new Set(rows.map(({ id }) => id));
      expect(talk.acknowledged.filter((id) => !there.has(id))).toEqual([]);
      process.stdout.write(
        `\n  primary killed ${KILLS} times: ${talk.acknowledged.length} messages acknowledged, none lost; ` +
          `writes are back after ${gaps.join(', ')} ms\n`,
      );
    },
    KILLS * 60_000,
  );
});

/** A message may be under way: the count is of those that begin now. */
function writtenSince({ acknowledged }: { acknowledged: readonly string[] }, count: number): () => boolean {
  const before = acknowledged.length;
  return () => acknowledged.length > before + count;
}
