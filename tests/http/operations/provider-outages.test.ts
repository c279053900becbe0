import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clerkKeys, FAKE_CLERK_HOST, FakeClerk } from '#tests/support/fakes/fake-clerk.ts';
import { FakeStripe, stripeVariables } from '#tests/support/fakes/fake-stripe.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

/** How a provider can be away. */
type Outage = 'none' | 'refuses' | 'fails' | 'hangs' | 'loses the response';

const BACK_WITHIN_MS = 10_000;

function refuse(): never {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  });
}

/** Waits until the caller gives up. */
const hang = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

function interrupt(outage: () => Outage, real: typeof fetch): typeof fetch {
  return async (input, init) => {
    const now = outage();
    if (now === 'refuses') refuse();
    if (now === 'hangs') return hang(init?.signal);
    if (now === 'fails') return Response.json({ error: { type: 'api_error' } }, { status: 500 });
    const response = await real(input, init);
    return now === 'loses the response' ? refuse() : response;
  };
}

describe('while Stripe is away', () => {
  const stripe = new FakeStripe();
  let outage: Outage = 'none';
  let app: TestApp;
  let payer: TestClient;
  let bookId: string;
  beforeAll(async () => {
    app = await TestApp.start({
      variables: stripeVariables,
      stripeFetch: interrupt(() => outage, stripe.fetch),
    });
    payer = await app.signedInClient('Priya');
    await app.verifyEmails();
  });
  beforeEach(async () => {
    outage = 'none';
    stripe.intents.clear();
    bookId = (await payer.post('/api/books', algorithms)).body.id;
  });
  afterAll(() => app.stop());

  const buy = () => payer.post('/api/create-payment-intent', { bookId, amount: 2.99 });

  it.each<Outage>(['refuses', 'fails', 'loses the response'])(
    'and %s, a purchase says so, the rest goes on, and the next attempt is the only charge',
    async (kind) => {
      outage = kind;
      const refused = await buy();
      expect([refused.status, refused.body.code]).toEqual([503, 'payment-provider-unavailable']);
      expect(refused.body.detail).toContain("You haven't been charged");
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await payer.get(`/api/books/${bookId}`)).status).toBe(200);
      expect((await payer.get('/api/payments')).status).toBe(200);
      expect((await payer.patch(`/api/books/${bookId}`, { title: 'Still mine' })).status).toBe(200);

      outage = 'none';
      await expect.poll(async () => (await buy()).status, { timeout: BACK_WITHIN_MS }).toBe(200);
      const again = await buy();
      expect([...stripe.intents.keys()].map((id) => `${id}_secret`)).toEqual([again.body.clientSecret]);
    },
  );
});

describe('while Clerk is away', () => {
  let outage: Outage = 'none';
  let clerk: FakeClerk;
  let app: TestApp;
  beforeAll(async () => {
    clerk = await FakeClerk.start();
  });
  beforeEach(async () => {
    outage = 'none';
    app = await TestApp.start({
      clerkFetch: interrupt(() => outage, clerk.fetch),
      variables: { CLERK_PUBLISHABLE_KEY: clerkKeys.publishableKey, CLERK_SECRET_KEY: clerkKeys.secretKey },
    });
    return () => app.stop();
  });
  afterAll(() => clerk.stop());

  const sync = async (name: string, claims: Record<string, unknown> = {}) => {
    const person = { sub: `user_${name}`, email: `${name}@northfield.edu`, email_verified: true, name };
    const token = await clerk.sign(app.clock.now(), { azp: app.address, ...person, ...claims });
    return app.visitor().send('POST', '/api/users/sync', {}, { authorization: `Bearer ${token}` });
  };

  it.each<Outage>(['refuses', 'fails', 'hangs'])(
    'and %s, nobody is verified without its keys, visitors read on, and it is back within ten seconds',
    async (kind) => {
      outage = kind;
      const refused = await sync('maya');
      expect([refused.status, refused.body.code]).toEqual([503, 'service-unavailable']);
      expect((await app.visitor().get('/api/books')).status).toBe(200);
      expect((await app.database.pool.query('SELECT FROM users')).rowCount).toBe(0);
      outage = 'none';
      await expect.poll(async () => (await sync('maya')).status, { timeout: BACK_WITHIN_MS }).toBe(200);
    },
  );

  it.each<Outage>(['refuses', 'fails', 'hangs'])(
    'and %s, who is signed in stays so until the token ends',
    async (kind) => {
      expect((await sync('maya')).status).toBe(200);
      outage = kind;
      expect((await sync('maya')).status).toBe(200);
      const endsAt = Math.floor(app.clock.now().getTime() / 1_000) - 6;
      expect((await sync('maya', { exp: endsAt })).status).toBe(401);
      const forged = await sync('maya', { iss: `https://${FAKE_CLERK_HOST}.evil.example` });
      expect(forged.status).toBe(401);
    },
  );
});
