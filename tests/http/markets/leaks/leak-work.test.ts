import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushServices } from '#features/notifications/rules.ts';
import { listStoredPhotoKeys } from '#features/photos/server/list-stored-photo-keys.ts';
import { createBackup } from '#platform/server/backup/create-backup.ts';
import { FakePushService, type TestDevice } from '#tests/support/fakes/fake-push-service.ts';
import { recordLogLines } from '#tests/support/fakes/log-lines.ts';
import { CANARY, CANARY_DOMAIN } from '#tests/support/markets/filled-market.ts';
import { checksums, findLeaks } from '#tests/support/markets/foreign-rows.ts';
import { FULL, TwoMarkets } from '#tests/support/markets/two-markets.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import type { TestApp, TestClient } from '#tests/support/server/test-app.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../../../db/migrations');

let two: TwoMarkets;
let service: FakePushService;
const log = recordLogLines();
beforeAll(async () => {
  service = await FakePushService.start();
  const push = { services: [...pushServices, service.origin], pushDelaySeconds: 0 };
  two = await TwoMarkets.open({ push, logStream: log.logStream });
});
afterAll(async () => {
  await two?.stop();
  await service.stop();
});

async function addDevice(person: TestClient): Promise<TestDevice> {
  const device = service.device();
  const token = JSON.stringify(device.subscription);
  expect((await person.send('PUT', '/api/users/me/push-token', { token })).status).toBe(200);
  return device;
}

const mailsIn = ({ app }: TestApp) => {
  const folder = join(app.context.dataDir, 'mail-outbox');
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
};

it('emails and notifications of an event reach people of its market alone', async () => {
  const { full, asking, admin } = two;
  // The same person in both, as far as anyone can tell.
  const twin = await asking.signedInClient('Tom', `tom@${CANARY_DOMAIN}`);
  await asking.verifyEmails();
  const [theirs, own] = [await addDevice(full.buyer), await addDevice(twin)];
  const ownOfAdmin = await addDevice(admin);
  const socket = await twin.connect();
  const before = await checksums(asking.database);
  const conversationId = full.ids['conversations/:id'];
  const content = `Come at noon ${CANARY}`;
  const sent = await full.seller.post('/api/messages', {
    conversationId,
    content,
    clientMessageId: crypto.randomUUID(),
  });
  expect(sent.status).toBe(200);
  const listing = {
    title: `Chemistry ${CANARY}`,
    author: 'A',
    subject: 'Biology',
    condition: 'Good',
    price: 900,
    images: [],
  };
  expect((await full.seller.post('/api/books', listing)).status).toBe(201);
  await expect.poll(() => theirs.received.length).toBeGreaterThan(0);
  const mailed = await readOutbox(full.app, full.buyer.id);
  expect(mailed.join('\n').toLowerCase()).toContain(CANARY);
  await socket.settled();
  expect(socket.received.filter(({ type }) => !['auth_success', 'error'].includes(type))).toEqual([]);
  expect([...own.received, ...ownOfAdmin.received]).toEqual([]);
  expect(await checksums(asking.database)).toEqual(before);
  await readOutbox(asking, twin.id);
  const address = `tom@${CANARY_DOMAIN}`;
  for (const mail of mailsIn(asking)) expect(findLeaks(mail, two.secrets, address)).toEqual([]);
  socket.terminate();
});

it('the jobs of one market do not run those of another', async () => {
  const { full, asking } = two;
  full.app.app.context.jobs.drain();
  const before = await full.app.database.pool.query('SELECT count(*)::int AS waiting FROM queued_emails');
  await full.seller.post('/api/auth/forgot-password', { email: `priya@${CANARY_DOMAIN}` });
  const count = async () =>
    (await full.app.database.pool.query('SELECT count(*)::int AS waiting FROM queued_emails')).rows[0]
      .waiting;
  const waiting = await count();
  expect(waiting).toBeGreaterThanOrEqual(before.rows[0].waiting);
  const queues = [...(await asking.app.context.jobs.countWaiting()).keys()];
  expect(queues).toContain('send-email');
  for (const queue of queues) await asking.app.context.jobs.runNow(queue);
  expect(await count()).toBe(waiting);
  for (const mail of mailsIn(asking)) expect(mail).not.toContain('priya@');
});

it('what operators read has no word of a market', async () => {
  const metrics = await (await fetch(`${two.asking.address}/metrics`)).text();
  expect(metrics).toContain('bookswap_http_request');
  expect(metrics.toLowerCase()).not.toContain(CANARY);
  const own = log.lines.filter(({ market }) => market !== FULL).map((line) => JSON.stringify(line));
  expect(own.length).toBeGreaterThan(10);
  const shown = own.filter((line) => findLeaks(line, two.secrets, `tom@${CANARY_DOMAIN}`).length > 0);
  expect(shown).toEqual([]);
});

it('a backup has one market', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bookswap-leaks-'));
  const backUp = async ({ app, clock }: TestApp, name: string) => {
    const { database, storage } = app.context;
    await createBackup(join(folder, name), {
      database,
      storage,
      folder: MIGRATIONS,
      listObjectKeys: async (client) => {
        const keys: string[] = [];
        for await (const step of listStoredPhotoKeys({ orm: drizzle(client) })) keys.push(...step);
        return keys;
      },
      secret: 'the secret of this installation, long enough',
      sign: () => null,
      productVersion: '1.2.3',
      now: clock.now(),
      progress: () => {},
      signal: new AbortController().signal,
    });
    return gunzipSync(readFileSync(join(folder, name))).toString('latin1');
  };
  expect((await backUp(two.full.app, 'full.tar.gz')).toLowerCase()).toContain(CANARY);
  const own = await backUp(two.asking, 'asking.tar.gz');
  expect(own).toContain('A book of westfield');
  expect(findLeaks(own, two.secrets, `tom@${CANARY_DOMAIN}`)).toEqual([]);
  rmSync(folder, { recursive: true });
});
