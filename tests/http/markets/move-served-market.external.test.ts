import { afterAll, beforeAll, expect, test } from 'vitest';
import { algorithms } from '#tests/support/server/test-world.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { startTalking } from '#tests/support/markets/market-talk.ts';
import { queryUrl, startCell, TestDeployment } from '#tests/support/markets/test-deployment.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { ProductProcess } from '#tests/support/processes/product-process.ts';
import { TestClient } from '#tests/support/server/test-app.ts';

const MAX_PAUSE_MS = 10_000;
const replicating = {
  wal_level: 'logical',
  max_sync_workers_per_subscription: '4',
  max_logical_replication_workers: '8',
  max_worker_processes: '16',
  max_replication_slots: '20',
  max_wal_senders: '20',
};

let east: PostgresNode;
let deployment: TestDeployment;
let products: ProductProcess[];

beforeAll(async () => {
  const [main, other] = await Promise.all([startCell(replicating), startCell(replicating)]);
  east = other;
  deployment = await TestDeployment.start(main);
  await deployment.run(['cells', 'add', 'east', '--url', `postgres://127.0.0.1:${east.port}`]);
  // A host that clients reach without a name server.
  await deployment.run(['create', 'westfield', '--host', '127.0.0.3']);
  const { DATABASE_ADMIN_URL: _, ...variables } = deployment.variables;
  const start = () => ProductProcess.start({ ...variables, HOST: '0.0.0.0', UNLIMITED: '1' });
  products = await Promise.all([start(), start()]);
});
afterAll(async () => {
  for (const product of products) product.signal('SIGINT');
  await Promise.all(products.map(({ ended }) => ended));
  await deployment.stop();
  await east.stop();
});

test('a market that two processes serve moves while its users write: they wait for seconds, and lose nothing', async () => {
  const address = (index: number) => `http://127.0.0.3:${products[index]!.port}`;
  const seller = new TestClient(address(0), systemClock);
  const buyer = new TestClient(address(0), systemClock);
  await seller.signUp('Sam', 'sam@westfield.example');
  await buyer.signUp('Bo', 'bo@westfield.example');
  const { body: book } = await seller.post('/api/books', algorithms);
  const { body: conversation } = await buyer.post('/api/conversations', { bookId: book.id });
  const talk = startTalking([buyer, buyer.movedTo(address(1))], conversation.id);
  await expect.poll(() => talk.acknowledged.length).toBeGreaterThan(5);
  await deployment.run(['move', 'westfield', '--to', 'east']);
  const before = talk.acknowledged.length;
  await expect.poll(() => talk.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 5);
  await talk.stop();
  const { database, cell } = await deployment.entry('westfield');
  expect([cell, new URL(database.url).port]).toEqual(['east', String(east.port)]);
  const rows = await queryUrl(database.url, 'SELECT client_message_id::text AS id FROM messages');
  const there = new Set(rows.map(({ id }) => id));
  expect(talk.acknowledged.filter((id) => !there.has(id))).toEqual([]);
  expect(talk.longest()).toBeLessThan(MAX_PAUSE_MS);
});
