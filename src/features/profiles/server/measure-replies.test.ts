import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { replyTimes } from './table.ts';

let world: TestWorld;
let buyers: TestClient[];
beforeAll(async () => {
  world = await TestWorld.open();
  buyers = await Promise.all([1, 2, 3, 4, 5].map((n) => world.app.signedInClient(`Buyer ${n}`)));
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE reply_times');
  world.clearCachedBooks();
});

/** Each buyer asks about one listing. Returns the conversations. */
async function askAll(from = buyers): Promise<string[]> {
  const { id } = await world.createBook();
  const conversations: string[] = [];
  for (const buyer of from) {
    const conversation = await world.openConversation(id, buyer);
    await world.sendMessage(conversation, 'Is it still available?', buyer);
    conversations.push(conversation);
  }
  return conversations;
}
const answer = async (conversations: string[]) => {
  for (const id of conversations) await world.sendMessage(id, 'Yes, it is.', world.seller);
};
const measure = () => world.app.app.context.jobs.runNow('measure-replies');
/** What the profile says after a measurement that is due. */
async function measuredLater(): Promise<string | null> {
  await world.app.database.pool.query(`UPDATE reply_times SET measured_at = measured_at - interval '1 day'`);
  await measure();
  return shown();
}
async function shown(): Promise<string | null> {
  world.clearCachedBooks();
  return (await world.app.visitor().get(`/api/users/${world.seller.id}`)).body.usuallyAnswers;
}

describe('the measurement', () => {
  it('tells how soon a seller answers, from five buyers on', async () => {
    const conversations = await askAll();
    world.app.clock.advance({ minutes: 40 });
    await answer(conversations.slice(1));
    expect(await measuredLater()).toBeNull();
    await answer(conversations.slice(0, 1));
    expect(await measuredLater()).toBe('hour');
  });

  it('counts the first answer to the first message', async () => {
    const conversations = await askAll();
    world.app.clock.advance({ hours: 3 });
    await answer(conversations);
    for (const [at, id] of conversations.entries()) await world.sendMessage(id, 'Thanks!', buyers[at]);
    world.app.clock.advance({ days: 4 });
    await answer(conversations);
    expect(await measuredLater()).toBe('day');
  });

  it('counts each buyer once, with the newest conversation that says something', async () => {
    const buyer = buyers[0]!;
    for (let question = 0; question < 5; question += 1) await answer(await askAll([buyer]));
    await answer(await askAll(buyers.slice(1, 4)));
    expect(await measuredLater()).toBeNull();
    const [last] = await askAll([buyers[4]!]);
    world.app.clock.advance({ hours: 3 });
    await answer([last!]);
    expect(await measuredLater()).toBe('hour');
    for (const asking of buyers.slice(0, 3)) {
      const conversations = await askAll([asking]);
      world.app.clock.advance({ hours: 3 });
      await answer(conversations);
    }
    expect(await measuredLater()).toBe('day');
    await askAll();
    expect(await measuredLater()).toBe('day');
  });

  it('counts accounts of one mailbox as one buyer', async () => {
    const accounts = [1, 2].map((n) =>
      world.app.signedInClient('Buyer', `one.buyer+${n}@northfield.example`),
    );
    await answer(await askAll([...buyers.slice(0, 3), ...(await Promise.all(accounts))]));
    expect(await measuredLater()).toBeNull();
    await answer(await askAll(buyers.slice(3, 4)));
    expect(await measuredLater()).toBe('hour');
  });

  it('measures a seller once a day, and makes up for the days on which no job ran', async () => {
    await answer(await askAll());
    await measure();
    expect(await shown()).toBe('hour');
    world.app.clock.advance({ hours: 1 });
    const conversations = await askAll();
    world.app.clock.advance({ hours: 5 });
    await answer(conversations);
    world.app.clock.advance({ hours: 17, minutes: 29 });
    await measure();
    expect(await shown()).toBe('hour');
    world.app.clock.advance({ minutes: 1 });
    await measure();
    expect(await shown()).toBe('day');
    world.app.clock.advance({ days: 100 });
    await measure();
    expect(await shown()).toBeNull();
  });

  it('counts a message without an answer once the time of an answer is over', async () => {
    const conversations = await askAll();
    await answer(conversations.slice(0, 2));
    world.app.clock.advance({ days: 4 });
    expect(await measuredLater()).toBeNull();
    await answer(conversations.slice(2));
    expect(await measuredLater()).toBe('days');
    await askAll(await Promise.all([6, 7, 8, 9, 10].map((n) => world.app.signedInClient(`Buyer ${n}`))));
    expect(await measuredLater()).toBe('days');
    world.app.clock.advance({ days: 6 });
    expect(await measuredLater()).toBeNull();
  });

  it('counts a reservation and a declined offer as answers', async () => {
    const { id } = await world.createBook();
    for (const [at, buyer] of buyers.entries()) {
      const conversation = await world.openConversation(id, buyer);
      await world.sendMessage(conversation, 'Would you take less?', buyer);
      const { body: offer } = await buyer.post(`/api/conversations/${conversation}/offers`, {
        amount: 5_000 + at,
        clientMessageId: crypto.randomUUID(),
      });
      if (at < 4) await world.seller.post(`/api/offers/${offer.id}/decline`, {});
      else await world.seller.post(`/api/offers/${offer.id}/accept`, {});
    }
    expect(await measuredLater()).toBe('hour');
  });

  it('ignores what a block withholds from the seller', async () => {
    const [blocked, ...others] = buyers as [TestClient, ...TestClient[]];
    await world.seller.send('PUT', `/api/blocks/${blocked.id}`);
    const conversations = await askAll([blocked, ...others]);
    await answer(conversations.slice(1));
    world.app.clock.advance({ days: 10 });
    expect(await measuredLater()).toBeNull();
    await world.seller.send('DELETE', `/api/blocks/${blocked.id}`);
    await world.sendMessage(conversations[0]!, 'Is it still available?', blocked);
    await answer(conversations.slice(0, 1));
    expect(await measuredLater()).toBe('hour');
  });

  it('forgets conversations older than 90 days, and then tells nothing', async () => {
    await answer(await askAll());
    expect(await measuredLater()).toBe('hour');
    world.app.clock.advance({ days: 89 });
    expect(await measuredLater()).toBe('hour');
    world.app.clock.advance({ days: 2 });
    expect(await measuredLater()).toBeNull();
    const { rows } = await world.app.database.pool.query('SELECT * FROM reply_times');
    expect(rows).toEqual([]);
  });

  it('measures more sellers than one statement reads', async () => {
    await answer(await askAll());
    await world.app.database.pool.query(
      `WITH sellers AS (INSERT INTO users (id, issuer, subject, email, name, created_at)
         SELECT gen_random_uuid(), 'test', 'seller ' || n, 'seller' || n || '@northfield.example', 'Seller', now()
         FROM generate_series(1, 250) n RETURNING id)
       INSERT INTO conversations (id, book_id, buyer_id, seller_id, last_message_at, created_at)
         SELECT gen_random_uuid(), (SELECT id FROM books LIMIT 1), id, lag(id, 1, $1::uuid) OVER (ORDER BY id), $2, $2
         FROM sellers`,
      [world.seller.id, world.app.clock.now()],
    );
    expect(await measuredLater()).toBe('hour');
    expect(await world.app.database.orm.$count(replyTimes)).toBe(250);
  });
});

it('a user exports how soon they answer, and the row goes with the account', async () => {
  const leaving = await world.app.signedInClient('Leaving Seller');
  await world.app.database.pool.query(`INSERT INTO reply_times VALUES ($1, 'day', $2)`, [
    leaving.id,
    world.app.clock.now(),
  ]);
  const { body } = await leaving.get('/api/users/me/export');
  expect(body.replyTime).toEqual([{ usuallyAnswers: 'day', measuredAt: expect.any(String) }]);
  await world.app.app.accounts.deleteUser(leaving.id);
  const { rows } = await world.app.database.pool.query('SELECT * FROM reply_times');
  expect(rows).toEqual([]);
});
