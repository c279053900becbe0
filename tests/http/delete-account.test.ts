import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from '../support/server/test-app.ts';
import { TestWorld } from '../support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());

const leave = (person: TestClient, confirm?: string) => person.send('DELETE', '/api/users/me', { confirm });
const answerOf = async (reply: ReturnType<typeof leave>) => [(await reply).status, (await reply).body.code];
const sql = (text: string, values: unknown[]) => world.app.database.pool.query(text, values);

it('requires the password and revokes every session', async () => {
  const maya = await world.app.signedInClient();
  const socket = await maya.connect();
  expect((await maya.get('/api/users/me/removal')).body).toEqual({ confirmedBy: 'password' });
  expect(await answerOf(leave(maya))).toEqual([400, 'invalid-request']);
  expect(await answerOf(leave(maya, 'wrong horse'))).toEqual([403, 'invalid-current-password']);
  expect(await answerOf(leave(world.app.visitor(), 'correct horse'))).toEqual([401, 'sign-in-required']);
  expect((await maya.get('/api/favorites')).status).toBe(200);

  const gone = await leave(maya, 'correct horse');
  expect([gone.status, gone.body]).toEqual([200, { removed: true }]);
  expect(await socket.closed).toMatchObject({ code: 1008 });
  expect(await answerOf(leave(maya, 'correct horse'))).toEqual([401, 'invalid-token']);
  expect((await maya.post('/api/users/sync')).status).toBe(401);
});

it('requires the email from a user without a password', async () => {
  const email = 'campus.maya@northfield.example';
  const maya = await world.app.signedInClient('Maya Ross', email);
  // Simulates an account that the university's sign-in created.
  await sql(`UPDATE identity_accounts SET password = NULL, provider_id = 'campus'
     WHERE user_id::text = (SELECT subject FROM users WHERE id = $1)`, [maya.id]); // oxfmt-ignore
  expect((await maya.get('/api/users/me/removal')).body).toEqual({ confirmedBy: 'email' });
  expect(await answerOf(leave(maya, 'correct horse'))).toEqual([403, 'confirmation-mismatch']);
  expect((await leave(maya, ` ${email.toUpperCase()}`)).status).toBe(200);
});

it('limits password guesses', async () => {
  const maya = await world.app.signedInClient();
  const answers: number[] = [];
  for (let guess = 0; guess < 11; guess += 1) answers.push((await leave(maya, `guess ${guess}`)).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  expect((await leave(maya, 'correct horse')).status).toBe(429);
});

it('keeps one admin, even when the last two delete their accounts at once', async () => {
  const people = [await world.app.signedInClient(), await world.app.signedInClient()];
  const admins = people.map(({ id }) => id);
  await sql('UPDATE users SET is_admin = true, admin_granted = true WHERE id = ANY($1)', [admins]);
  const statuses = (await Promise.all(people.map((person) => leave(person, 'correct horse')))).map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
  const last = people[statuses.indexOf(409)]!;
  // Was an admin by `ADMIN_EMAILS` and has not signed in since the removal from that list.
  const former = await world.app.signedInClient();
  await sql('UPDATE users SET is_admin = true, email_verified = true WHERE id = $1', [former.id]);
  expect(await answerOf(leave(last, 'correct horse'))).toEqual([409, 'cannot-delete-last-admin']);
  await sql('UPDATE users SET is_admin = false, admin_granted = false WHERE id = $1', [last.id]);
});

it('does not fail for users who write to each other meanwhile', async () => {
  const { id: bookId } = await world.createBook();
  const buyers = await Promise.all(Array.from({ length: 4 }, () => world.app.signedInClient()));
  const talks = await Promise.all(buyers.map((buyer) => world.openConversation(bookId, buyer)));
  const chatter = buyers.flatMap((buyer, index) =>
    Array.from({ length: 5 }, (_, turn) =>
      buyer.post('/api/messages', {
        conversationId: talks[index],
        content: `Hello ${turn}`,
        clientMessageId: crypto.randomUUID(),
      }),
    ),
  );
  const watching = await world.seller.connect();
  const [gone, ...answers] = await Promise.all([leave(buyers[0]!, 'correct horse'), ...chatter]);
  // The seller's list has lost an entry, and the seller's browser is told to refetch.
  await watching.next('missed');
  expect(gone.status).toBe(200);
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  const { body: left } = await world.seller.get('/api/conversations');
  expect(left.map(({ buyerId }: { buyerId: string }) => buyerId).toSorted()).toEqual(
    buyers
      .slice(1)
      .map(({ id }) => id)
      .toSorted(),
  );
});

it('deletes all data of the user and none of others', async () => {
  const email = 'priya.export@northfield.example';
  const priya = await world.app.signedInClient('Priya Exporting', email);
  const tom = await world.app.signedInClient('Tom Othername', 'tom.other@northfield.example');
  const own = await world.createBook({ title: 'Own Listing' }, priya);
  const theirs = await world.createBook({ title: 'Their Listing' }, tom);
  await world.createBook({ title: 'Unrelated Listing' }, tom);
  await priya.post('/api/favorites/toggle', { bookId: theirs.id, favorited: true });
  await tom.post('/api/favorites/toggle', { bookId: own.id, favorited: true });
  const conversationId = await world.openConversation(theirs.id, priya);
  await world.sendMessage(conversationId, 'Is it still there?', priya);
  await world.sendMessage(conversationId, 'It is.', tom);
  await world.openConversation((await world.createBook()).id, tom);

  const { status, body: file } = await priya.get('/api/users/me/export');
  expect(status).toBe(200);
  expect(file).toMatchObject({
    account: { id: priya.id, email, name: 'Priya Exporting' },
    listings: [{ id: own.id, title: 'Own Listing' }],
    favorites: [{ bookId: theirs.id, title: 'Their Listing' }],
    conversations: [
      {
        withUserId: tom.id,
        messages: [
          { sentByYou: true, content: 'Is it still there?' },
          { sentByYou: false, content: 'It is.' },
        ],
      },
    ],
    payments: [],
    subscriptions: [],
    devices: [{ device: 'Unknown device', lastUsedAt: expect.any(String) }],
  });
  const text = JSON.stringify(file);
  for (const word of ['tom.other', 'Othername', 'Unrelated', 'correct horse', 'embedded'])
    expect(text).not.toContain(word);
  expect((await world.app.visitor().get('/api/users/me/export')).status).toBe(401);

  const more = await Promise.all(Array.from({ length: 8 }, () => priya.get('/api/users/me/export')));
  expect(more.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 200, 429, 429, 429, 429,
  ]);
  const refused = more.find((reply) => reply.status === 429)!;
  expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['too-many-requests', '3600']);
  expect((await tom.get('/api/users/me/export')).status).toBe(200);
});
