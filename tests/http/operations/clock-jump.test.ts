import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_PASSWORD } from '#tests/support/server/test-app.ts';
import { TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';

/** The clock of the machine jumps a day ahead, the product works, and the clock is set back. */
let shop: TestSandboxApp;
beforeEach(async () => {
  shop = await TestSandboxApp.open();
});
afterEach(() => shop.app.stop());

const jumpAhead = () => shop.app.clock.advance({ days: 1 });
const setBack = () => shop.app.clock.advance({ days: -1 });

describe('after a clock that was a day ahead is set back', () => {
  it('sessions, sockets and tokens go on, and messages arrive in order', async () => {
    const [seller, buyer] = [await shop.app.signedInClient('Priya'), await shop.app.signedInClient('Tom')];
    const bookId = await shop.list(seller);
    const { id: conversationId } = (await buyer.post('/api/conversations', { bookId })).body;
    const socket = await seller.connect();
    const send = (content: string) =>
      buyer.post('/api/messages', { conversationId, content, clientMessageId: crypto.randomUUID() });
    await send('before');
    jumpAhead();
    await send('ahead');
    const late = await shop.app.signedInClient('Una');
    setBack();
    await send('after');
    for (const content of ['before', 'ahead', 'after'])
      expect((await socket.next('new_message')).message.content).toBe(content);
    for (const client of [seller, buyer, late])
      expect((await client.get('/api/conversations')).status).toBe(200);
    const { body } = await seller.get(`/api/conversations/${conversationId}/messages`);
    expect(JSON.stringify(body)).toMatch(/before.*ahead.*after|after.*ahead.*before/);
    expect((await buyer.get('/api/conversations')).body[0].lastMessage.content).toBe('after');
  });

  it('a list that was cached is made again within seconds', async () => {
    const seller = await shop.app.signedInClient('Priya');
    await shop.list(seller, { title: 'Statistics' });
    jumpAhead();
    expect(await shop.titles()).toEqual(['Statistics']);
    setBack();
    // Without an event, as from a process that has died.
    await shop.app.database.pool.query(`UPDATE books SET title = 'Algebra'`);
    shop.app.clock.advance({ seconds: 6 });
    expect(await shop.titles()).toEqual(['Algebra']);
  });

  it('nobody is locked out for longer than the window of a limit', async () => {
    const email = 'priya@northfield.example';
    await shop.app.signedInClient('Priya', email);
    const signIn = async (password: string) =>
      (await shop.app.visitor().post('/api/auth/sign-in/email', { email, password })).status;
    jumpAhead();
    for (let attempt = 0; attempt < 11; attempt += 1) await signIn('wrong password');
    expect(await signIn(TEST_PASSWORD)).toBe(429);
    setBack();
    shop.app.clock.advance({ minutes: 16 });
    expect(await signIn(TEST_PASSWORD)).toBe(200);
  });

  it('a paid boost that was cleared too early is back until its end', async () => {
    const seller = await shop.app.signedInClient('Priya');
    await shop.app.verifyEmails();
    const bookId = await shop.list(seller);
    await shop.boost(seller, bookId);
    const { jobs } = shop.app.app.context;
    const read = async () => (await shop.app.visitor().get(`/api/books/${bookId}`)).body;
    const { boostedUntil } = await read();
    shop.app.clock.advance({ hours: 60 });
    jumpAhead();
    await jobs.runNow('expire-boosts');
    expect(await read()).toMatchObject({ isBoosted: false });
    setBack();
    await jobs.runNow('restore-boosts');
    expect(await read()).toMatchObject({ isBoosted: true, boostedUntil });
    shop.app.clock.advance({ hours: 13 });
    await jobs.runNow('expire-boosts');
    await jobs.runNow('restore-boosts');
    expect(await read()).toMatchObject({ isBoosted: false });
  });
});
