import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANARY_DOMAIN } from '#tests/support/markets/filled-market.ts';
import { checksums, findLeaks } from '#tests/support/markets/foreign-rows.ts';
import { readAnswer, sessionCookie, TwoMarkets } from '#tests/support/markets/two-markets.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import { plainPicture } from '#tests/support/server/sample-images.ts';
import { TEST_PASSWORD } from '#tests/support/server/test-app.ts';
import { TestSocket } from '#tests/support/server/test-socket.ts';

let two: TwoMarkets;
beforeAll(async () => void (two = await TwoMarkets.open()));
afterAll(() => two?.stop());

/** The same link at the other market. */
async function open(url: string, init: RequestInit = {}) {
  const { pathname, search } = new URL(url, two.full.app.address);
  const before = await checksums(two.full.app.database);
  const response = await fetch(two.asking.address + pathname + search, { redirect: 'manual', ...init });
  const text = await readAnswer(response);
  expect(findLeaks(text, two.secrets, url)).toEqual([]);
  expect(await checksums(two.full.app.database)).toEqual(before);
  return response.status;
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('a link of one market, opened at another', () => {
  it('uploads nothing, and shows no photo', async () => {
    const { uploadURL } = (await two.full.seller.post('/api/objects/upload')).body;
    const body = new Uint8Array(await plainPicture(40, 40).jpeg().toBuffer());
    expect(await open(uploadURL, { method: 'PUT', body })).toBe(404);
    expect(await open(`/objects/uploads/${two.full.ids['uploads/:file']}`)).toBe(404);
    expect((await fetch(uploadURL, { method: 'PUT', body })).status).toBe(200);
  });

  it('ends no emails', async () => {
    const { app, buyer } = two.full;
    const email = `tom@${CANARY_DOMAIN}`;
    const signature = app.app.context.secrets.sign('unsubscribe from wanted books', `${buyer.id} ${email}`);
    const path = `/unsubscribe/${buyer.id}/${signature}`;
    expect((await fetch(app.address + path)).status).toBe(200);
    for (const method of ['GET', 'POST']) expect(await open(path, { method })).toBe(404);
  });

  it('verifies no address, and sets no password', async () => {
    const { app } = two.full;
    const email = `nora@${CANARY_DOMAIN}`;
    const nora = await app.signedInClient('Nora', email);
    expect((await nora.post('/api/auth/forgot-password', { email })).status).toBeLessThan(300);
    // Someone else has the same address here.
    const twin = await two.asking.signedInClient('Nora', email);
    const mails = (await readOutbox(app, nora.id)).join('\n');
    const [verify, reset] = ['verify-email', 'reset-password'].map(
      (page) => new RegExp(`${page}\\?token=(\\S+)`).exec(mails)![1]!,
    );
    expect(await open('/api/auth/verify-email', json({ token: verify! }))).toBe(401);
    const before = await checksums(two.asking.database);
    expect((await twin.post('/api/auth/verify-email', { token: verify })).status).toBe(400);
    expect(
      await open('/api/auth/reset-password', json({ token: reset!, newPassword: 'battery staple' })),
    ).toBe(400);
    expect(await checksums(two.asking.database)).toEqual(before);
    await two.asking.visitor().signIn(email, TEST_PASSWORD);
    const changed = await app
      .visitor()
      .post('/api/auth/reset-password', { token: reset, newPassword: 'battery staple' });
    expect(changed.status).toBe(200);
    await two.asking.visitor().signIn(email, TEST_PASSWORD);
  });

  it('hands over no book', async () => {
    const { full } = two;
    const id = full.ids['reservations/:id']!;
    const talks = (await full.buyer.get('/api/conversations')).body as { id: string }[];
    const shown = await Promise.all(talks.map((talk) => full.buyer.get(`/api/conversations/${talk.id}`)));
    const { code } = shown.map(({ body }) => body.reservation).find((reservation) => reservation?.id === id);
    const authorization = `Bearer ${await two.admin.token()}`;
    const init = json({ code });
    const headers = { ...init.headers, authorization };
    expect(await open(`/api/reservations/${id}/confirm`, { ...init, headers })).toBe(404);
  });

  it('pays nothing', async () => {
    const { full } = two;
    const { clientSecret } = (await full.buyer.post('/api/create-adfree-purchase')).body ?? {};
    const intent = full.ids['payment_intents/:id'];
    const path = `/api/payment-sandbox/v1/payment_intents/${intent}`;
    for (const key of [
      full.values['key'],
      (await two.admin.get('/api/payments/provider')).body.provider.publishableKey,
    ]) {
      const secret = clientSecret ?? `${intent}_secret_x`;
      expect(await open(`${path}?key=${key}&client_secret=${secret}`)).toBeGreaterThanOrEqual(400);
    }
  });

  it('signs nobody in', async () => {
    const { cookie } = two;
    expect(await open('/api/auth/token', { headers: { cookie } })).toBe(401);
    // Nor beside a session of the asking market.
    const email = 'both@westfield.edu';
    await two.asking.signedInClient('Both', email);
    const own = await sessionCookie(two.asking, email);
    expect((await fetch(`${two.asking.address}/api/auth/token`, { headers: { cookie: own } })).status).toBe(
      200,
    );
    for (const together of [`${cookie}; ${own}`, `${own}; ${cookie}`])
      expect(await open('/api/auth/token', { headers: { cookie: together } })).toBe(400);
  });
});

const messages = (): Record<string, object> => {
  const conversationId = two.full.ids['conversations/:id']!;
  return {
    auth: {},
    send_message: { conversationId, content: 'Hello', clientMessageId: crypto.randomUUID() },
    typing: { conversationId, isTyping: true },
    resume: { conversationId, afterSeq: 0 },
    noticed: { conversationId, upToSeq: 1 },
  };
};

describe('a socket', () => {
  it('has an entry for each message', () =>
    expect(Object.keys(messages()).toSorted()).toEqual(two.asking.app.live.clientMessageTypes().toSorted()));

  it('shows nothing of another market, and tells it nothing', async () => {
    const { full, asking, admin } = two;
    const [seller, buyer] = [await full.seller.connect(), await full.buyer.connect()];
    const [atSeller, atBuyer] = [seller.received.length, buyer.received.length];
    const before = await checksums(full.app.database);
    const tokens = {
      nobody: null,
      'own token': await admin.token(),
      'foreign token': await full.seller.token(),
    };
    for (const [name, token] of Object.entries(tokens))
      for (const cookie of [null, two.cookie])
        for (const [type, message] of Object.entries(messages())) {
          const socket = await TestSocket.open(asking.address, cookie === null ? {} : { cookie });
          if (token !== null) socket.send({ type: 'auth', token });
          if (type !== 'auth') socket.send({ type, ...message });
          else socket.send({ type, token: await full.buyer.token() });
          await socket.settled();
          const frames = JSON.stringify(socket.received);
          expect(findLeaks(frames, two.secrets, JSON.stringify(message)), `${type} by ${name}`).toEqual([]);
          if (name !== 'own token') expect(frames).not.toContain('auth_success');
          socket.terminate();
        }
    expect(await checksums(full.app.database)).toEqual(before);
    for (const socket of [seller, buyer]) await socket.settled();
    const heard = [...seller.received.slice(atSeller), ...buyer.received.slice(atBuyer)];
    // A job of the other market may have changed one of its books.
    expect(heard.filter(({ type }) => type !== 'error' && type !== 'book')).toEqual([]);
    for (const socket of [seller, buyer]) socket.terminate();
  });

  it('opens from pages of its own market only', async () => {
    const url = `${two.asking.address.replace('http', 'ws')}/ws`;
    const foreign = new TestSocket(url, { origin: two.full.app.address, cookie: two.cookie });
    expect((await foreign.closed).reason).toContain('403');
  });
});
