import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { type ConversationUser, TestConversations } from '#tests/support/server/test-conversations.ts';
import type { Block } from '../contract.ts';
import { MAX_BLOCKS } from '../rules.ts';
import { exportBlocks } from './list-blocks.ts';

let database: TestDatabase;
let talk: TestConversations;
let maya: ConversationUser;
let daniel: ConversationUser;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.reset();
  talk = new TestConversations(database);
  await talk.startNode();
  [maya, daniel] = [await talk.person('Maya'), await talk.person('Daniel')];
});
afterEach(() => talk.close());
afterAll(() => database.close());

const list = (person: ConversationUser | null, path = '/api/blocks') =>
  talk.call<Block[]>(person, 'GET', path);
const names = async (person: ConversationUser) => (await list(person)).body.map(({ user }) => user.name);

it('belongs to one user, and is idempotent', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => talk.block(maya, daniel)));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { blocked: true } });
  const { body } = await list(maya);
  expect(body).toMatchObject([{ user: { id: daniel.id }, createdAt: talk.clock.now().toISOString() }]);
  expect(Object.keys(body[0]!.user)).not.toContain('email');
  expect(await names(daniel)).toEqual([]);
  expect(await exportBlocks(database, maya.id)).toMatchObject([{ userId: daniel.id }]);
  expect(await exportBlocks(database, daniel.id)).toEqual([]);

  // No user can end a block of another.
  await talk.unblock(daniel, maya);
  expect(await names(maya)).toEqual(['Daniel']);
  for (let n = 0; n < 2; n += 1)
    expect(await talk.unblock(maya, daniel)).toMatchObject({ status: 200, body: { blocked: false } });
  expect(await names(maya)).toEqual([]);
});

it('requires a session and another existing user', async () => {
  expect(await talk.block(maya, maya)).toMatchObject({ status: 409, body: { code: 'cannot-block-self' } });
  const nobody = { id: randomUUID(), token: '' };
  expect(await talk.block(maya, nobody)).toMatchObject({ status: 404, body: { code: 'user-not-found' } });
  expect((await list(null)).status).toBe(401);
});

it('is listed in pages, the latest first, and found by user', async () => {
  for (const name of ['Eve', 'Mallory', 'Trudy']) {
    await talk.block(maya, await talk.person(name));
    talk.clock.advance(1_000);
  }
  const first = await list(maya, '/api/blocks?limit=2');
  const second = await list(maya, first.next!);
  expect([first, second].map(({ body }) => body.map(({ user }) => user.name))).toEqual([
    ['Trudy', 'Mallory'],
    ['Eve'],
  ]);
  expect(second.next).toBeNull();
  const eve = second.body[0]!.user.id;
  expect((await list(maya, `/api/blocks?userId=${eve}`)).body).toHaveLength(1);
  expect((await list(maya, `/api/blocks?userId=${daniel.id}`)).body).toEqual([]);
});

it('has a limit', async () => {
  await database.pool.query(
    `WITH crowd AS (INSERT INTO users (id, issuer, subject, email, name, created_at)
       SELECT id, 'test', id::text, id || '@campus.example', 'One of many', $2
       FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $3::int)) AS new RETURNING id)
     INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT $1, id, $2 FROM crowd`,
    [maya.id, talk.clock.now(), MAX_BLOCKS],
  );
  expect(await talk.block(maya, daniel)).toMatchObject({ status: 409, body: { code: 'too-many-blocks' } });
  const [someone] = (await list(maya)).body;
  expect((await talk.block(maya, { id: someone!.user.id, token: '' })).status).toBe(200);
});
