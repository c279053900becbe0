import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deletedIdentities,
  identityEmailTokens,
  identityRateLimits,
} from '#features/accounts/server/identity/table.ts';
import { bannedEmails, users } from '#features/accounts/server/table.ts';
import { conversations, messages } from '#features/conversations/server/table.ts';
import {
  notificationSettings,
  pendingPushNotifications,
  pushSubscriptions,
  unreadMessageEmails,
} from '#features/notifications/server/table.ts';
import { payments, paymentStatusHistory } from '#features/payments/server/table.ts';
import { photos } from '#features/photos/server/table.ts';
import { subscriptions } from '#features/subscriptions/server/table.ts';
import { migrateDatabase } from '#platform/server/database/migrate-database.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { openJobQueue } from '#platform/server/jobs/pg-boss-job-queue.ts';
import { queuedEmails } from '#platform/server/mail/table.ts';
import { installationState } from '#platform/server/secrets/table.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

/** The last migration of the version with the former names. */
const FORMER = '0007';
const MIGRATIONS = resolve(import.meta.dirname, '../../db/migrations');

const silent = { info() {}, warn() {}, error() {} } as unknown as Logger;
const at = new Date('2026-11-20T09:30:00.125Z');
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [anna, bert, book, conversation, message, photo, payment, subscription, device, identity] = Array.from(
  { length: 10 },
  (_, n) => id(n + 1),
);

const formerRows = `
  INSERT INTO users (id, issuer, subject, email, name, created_at, subscription_expires_at) VALUES
    ('${anna}', 'i', 'anna', 'anna@a.edu', 'Anna', :at, :at), ('${bert}', 'i', 'bert', 'bert@a.edu', 'Bert', :at, NULL);
  INSERT INTO identity_users (id, name, email, created_at, updated_at) VALUES ('${identity}', 'Anna', 'anna@a.edu', :at, :at);
  INSERT INTO identity_links VALUES ('hash', 'verify-email', '${identity}', 'anna@a.edu', :at, :at);
  INSERT INTO identity_attempts VALUES ('key', 3, :at);
  INSERT INTO removed_identities VALUES ('i', 'gone', :at);
  INSERT INTO barred_emails VALUES ('hash', :at);
  INSERT INTO kept_values VALUES ('demo campus', 'filled', :at);
  INSERT INTO books (id, seller_id, title, author, condition, price, created_at, updated_at)
    VALUES ('${book}', '${anna}', 'Title', 'Author', 'Good', 100, :at, :at);
  INSERT INTO conversations (id, book_id, buyer_id, seller_id, last_seq, last_message_id, last_message_withheld, last_message_at, created_at)
    VALUES ('${conversation}', '${book}', '${bert}', '${anna}', 1, '${message}', true, :at, :at);
  INSERT INTO messages (id, conversation_id, sender_id, receiver_id, content, seq, client_message_id, withheld, created_at)
    VALUES ('${message}', '${conversation}', '${bert}', '${anna}', 'Hello', 1, '${id(99)}', true, :at);
  INSERT INTO push_devices VALUES ('${device}', '${anna}', 'https://push.example/1', 'p', 'a', NULL, :at, :at);
  INSERT INTO notification_settings VALUES ('${anna}', true);
  INSERT INTO message_notices VALUES ('${message}', '${device}', '${anna}', '${conversation}', 1, true, :at);
  INSERT INTO message_mails VALUES ('${message}', '${anna}', '${conversation}', 1, :at, :at);
  INSERT INTO mails VALUES ('${id(50)}', 'anna@a.edu', 'Subject', 'Body', 'bert@a.edu', '${bert}', :at);
  INSERT INTO photos (id, owner_id, status, created_at, loose_since, claimed_until) VALUES ('${photo}', '${anna}', 'pending', :at, :at, :at);
  INSERT INTO photos (id, owner_id, portrait_of, status, width, height, sizes, bytes, created_at, stored_at)
    VALUES ('${id(51)}', '${anna}', '${anna}', 'stored', 1, 1, '{1}', 1, :at, :at);
  INSERT INTO payments (id, provider, stripe_payment_intent_id, user_id, type, amount, processing, attempted, announced_at, ask_at, created_at)
    VALUES ('${payment}', 'sandbox', 'pi_1', '${anna}', 'boost', 299, true, true, :at, :at, :at);
  INSERT INTO payment_changes (payment_id, to_status, cause, at) VALUES ('${payment}', 'pending', 'start', :at);
  INSERT INTO subscriptions
      (id, provider, stripe_subscription_id, user_id, status, called_off_at, free_through, period_end, ask_at, created_at, updated_at)
    VALUES ('${subscription}', 'sandbox', 'sub_1', '${anna}', 'active', :at, :at, :at, :at, :at, :at)`;

let database: TestDatabase;
let folder: string;

async function copyFormerMigrations(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'bookswap-former-'));
  await cp(MIGRATIONS, copy, { recursive: true });
  const file = join(copy, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  journal.entries = journal.entries.filter(({ tag }) => tag.slice(0, 4) <= FORMER);
  await writeFile(file, JSON.stringify(journal));
  return copy;
}

/** Simulates a stopped process of the previous version: one waiting job, and the schedule of one. */
async function leaveFormerJobs(): Promise<void> {
  const jobs = await openJobQueue(database, silent);
  await jobs.handle('notifications-tell', async () => {});
  await database.transaction((tx) =>
    jobs.enqueue(tx, 'notifications-tell', { messageId: message, deviceId: device }, { after: 3600 }),
  );
  await jobs.schedule('sweep-photos', '*/10 * * * *', async () => {});
  await jobs.close();
  await database.pool.query(
    `INSERT INTO pgboss.job (name, data, singleton_key) VALUES ('scheduled', '{"name": "sweep-photos"}', 'sweep-photos')`,
  );
}

beforeAll(async () => {
  folder = await copyFormerMigrations();
  database = await createTestDatabase({ own: true, migrations: folder });
  await database.pool.query(formerRows.replaceAll(':at', `'${at.toISOString()}'`));
  await leaveFormerJobs();
  const { applied } = await migrateDatabase(database, { folder: MIGRATIONS, log: createRecordingLog() });
  expect(applied[0]).toBe('0008_standard-names');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

describe('the upgrade from the former names', () => {
  it('keeps the rows of every renamed table and column', async () => {
    const { orm } = database;
    expect(await orm.select().from(bannedEmails)).toEqual([{ emailHash: 'hash', createdAt: at }]);
    expect(await orm.select().from(identityRateLimits)).toEqual([{ key: 'key', attempts: 3, resetsAt: at }]);
    expect(await orm.select().from(identityEmailTokens)).toMatchObject([
      { tokenHash: 'hash', expiresAt: at },
    ]);
    expect(await orm.select().from(deletedIdentities)).toMatchObject([{ subject: 'gone', removedAt: at }]);
    expect(await orm.select().from(installationState)).toMatchObject([{ value: 'filled', createdAt: at }]);
    expect(await orm.select().from(queuedEmails)).toMatchObject([
      { recipient: 'anna@a.edu', aboutUserId: bert },
    ]);
    expect(await orm.select().from(pushSubscriptions)).toMatchObject([{ id: device, userId: anna }]);
    expect(await orm.select().from(notificationSettings)).toMatchObject([
      { userId: anna, emailOnUnread: true },
    ]);
    expect(await orm.select().from(pendingPushNotifications)).toMatchObject([
      { deviceId: device, isQueued: true },
    ]);
    expect(await orm.select().from(unreadMessageEmails)).toMatchObject([{ userId: anna, mailedAt: at }]);
    expect(await orm.select().from(messages)).toMatchObject([{ id: message, isWithheld: true }]);
    expect(await orm.select().from(conversations)).toMatchObject([{ lastMessageIsWithheld: true }]);
    expect(await orm.select().from(users).orderBy(users.id)).toMatchObject([
      { id: anna, createdAt: at, subscriptionExpiresAt: at },
      { id: bert, createdAt: at, subscriptionExpiresAt: null },
    ]);
    expect(await orm.select().from(photos).orderBy(photos.id)).toMatchObject([
      { id: photo, unattachedSince: at, processingLeaseUntil: at, profileImageOfUserId: null },
      { id: id(51), unattachedSince: null, profileImageOfUserId: anna, storedAt: at },
    ]);
  });

  it('keeps payment records', async () => {
    const { orm } = database;
    expect(await orm.select().from(payments)).toMatchObject([
      { isProcessing: true, wasAttempted: true, notifiedAt: at, nextCheckAt: at },
    ]);
    expect(await orm.select().from(paymentStatusHistory)).toMatchObject([
      { paymentId: payment, cause: 'start' },
    ]);
    expect(await orm.select().from(subscriptions)).toMatchObject([
      { terminatedAt: at, complimentaryThrough: at, nextCheckAt: at },
    ]);
  });

  it('leaves no former name on a table, column, index, constraint or sequence', async () => {
    const { rows } = await database.pool.query(
      `SELECT conname AS name FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       UNION SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
       UNION SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT a.attisdropped`,
    );
    const former =
      /barred|identity_attempts|identity_links|removed_identities|kept_values|^mails|message_(notices|mails)|push_devices|payment_changes|ask|announced|called_off|free_through|loose|portrait|claimed/;
    expect(rows.map(({ name }) => name as string).filter((name) => former.test(name))).toEqual([]);
  });

  it('carries out the jobs that waited, and schedules nothing under a former name', async () => {
    const jobs = await openJobQueue(database, silent);
    const done: object[] = [];
    await jobs.handle('send-push-notification', async (data) => void done.push(data));
    await jobs.runNow('send-push-notification');
    expect(done).toEqual([{ messageId: message, deviceId: device }]);
    let sweeps = 0;
    await jobs.schedule('delete-unattached-photos', '*/10 * * * *', async () => void (sweeps += 1));
    await expect.poll(() => sweeps).toBe(1);
    await jobs.close();
    const { rows } = await database.pool.query(
      `SELECT key FROM pgboss.schedule WHERE key <> 'delete-unattached-photos'`,
    );
    expect(rows).toEqual([]);
    const { rows: left } = await database.pool.query(
      `SELECT name FROM pgboss.queue WHERE name = 'notifications-tell'`,
    );
    expect(left).toEqual([]);
  });
});
