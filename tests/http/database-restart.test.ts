import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#app/server/config.ts';
import { type App, createApp } from '#app/server/create-app.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { freePort } from '../support/server/free-port.ts';
import { createRecordingLog } from '../support/fakes/recording-log.ts';
import { intentIdOf } from '../support/server/pay-with-card.ts';
import { TEST_PASSWORD, type Reply, TestClient } from '../support/server/test-app.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';

const MAX_OUTAGE_MS = 4_000;
/** Each restart in a row waits longer than the one before. */
const MAX_REPEATED_OUTAGE_MS = 15_000;
const MAX_OUTAGES = 5;
const CONCURRENT_REQUESTS = 4;

let dataDir: string;
let database: Database;
let app: App;
let visitor: TestClient;
let address: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(memoryDirectory(), 'bookswap-restart-'));
  database = await openDatabase({ dataDir, log: createRecordingLog() });
  await migrateDatabase(database, { folder: 'db/migrations', log: createRecordingLog() });
  const variables = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' };
  app = await createApp({ config: readConfig(variables), database, unlimited: true });
  address = await app.listen();
  visitor = new TestClient(address, systemClock);
  await visitor.signUp('Maya Lindgren', 'maya@northfield.example');
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const book = { title: 'Campbell Biology', author: 'Lisa A. Urry', condition: 'Good', price: 4500 };

/**
 * Kills the database server and sends requests until it is back. Returns the responses with a status other
 * than 200.
 */
async function refusalsOfOutage(send: () => Promise<Reply[]>): Promise<Reply[]> {
  const refusals: Reply[] = [];
  const { restartCount } = database.embedded!;
  process.kill(database.embedded!.postmasterPid!, 'SIGKILL');
  await expect
    .poll(
      async () => {
        const rounds = await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, send));
        const refused = rounds.flat().filter(({ status }) => status !== 200);
        refusals.push(...refused);
        return refused.length === 0 && database.embedded!.restartCount > restartCount;
      },
      { timeout: MAX_REPEATED_OUTAGE_MS, interval: 1 },
    )
    .toBe(true);
  return refusals;
}

/** The error responses during outages. Repeats the outage until at least one request fails. */
async function meetOutage(send: () => Promise<Reply[]>): Promise<Reply[]> {
  for (let outage = 0; outage < MAX_OUTAGES; outage += 1) {
    const refusals = await refusalsOfOutage(send);
    if (refusals.length > 0) return refusals;
  }
  throw new Error('No request met an outage');
}

async function request(
  method: string,
  path: string,
  { body, cookie }: { body?: object; cookie?: string },
): Promise<Reply> {
  const response = await fetch(new URL(path, address), {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie !== undefined && { cookie }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const outcomeOf = ({ status, headers, body }: Reply) => ({
  status,
  code: body.code,
  hasRetryAfter: Number(headers.get('retry-after')) > 0,
});

it('restarts a dead database server; requests get 503 meanwhile', async () => {
  const { body } = await visitor.post('/api/books', book);
  const read = () => visitor.get(`/api/books/${body.id}`);
  const refusals = await meetOutage(() =>
    Promise.all([
      read(),
      read(),
      visitor.post('/api/favorites/toggle', { bookId: body.id, favorited: true }),
    ]),
  );
  for (const refusal of refusals)
    expect(outcomeOf(refusal)).toEqual({ status: 503, code: 'service-unavailable', hasRetryAfter: true });
  await expect.poll(async () => (await read()).status, { timeout: MAX_OUTAGE_MS }).toBe(200);
  expect((await visitor.get('/readyz')).status).toBe(200);
});

it('does not end a session while the database is unreachable', async () => {
  const daniel = { name: 'Daniel', email: 'daniel@northfield.example', password: TEST_PASSWORD };
  const signedUp = await request('POST', '/api/auth/sign-up/email', { body: daniel });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const refusals = await meetOutage(async () => [
    await request('GET', '/api/auth/token', { cookie }),
    await request('GET', '/api/auth/get-session', { cookie }),
  ]);
  for (const refusal of refusals) {
    expect(outcomeOf(refusal)).toEqual({ status: 503, code: 'service-unavailable', hasRetryAfter: true });
    expect(refusal.headers.getSetCookie()).toEqual([]);
  }
  expect((await request('GET', '/api/auth/token', { cookie })).status).toBe(200);
});

it('payment requests get 503 while the database is unreachable', async () => {
  const { body } = await visitor.post('/api/books', book);
  const { clientSecret } = await app.payments.start({
    userId: visitor.id,
    type: 'boost',
    bookId: body.id,
  });
  const paymentIntentId = intentIdOf(clientSecret);
  for (let outage = 0; outage < 2; outage += 1) {
    const refusals = await meetOutage(async () => [
      await visitor.post('/api/payments/settle', { paymentIntentId }),
    ]);
    for (const refusal of refusals)
      expect(outcomeOf(refusal)).toMatchObject({ status: 503, hasRetryAfter: true });
  }
});
