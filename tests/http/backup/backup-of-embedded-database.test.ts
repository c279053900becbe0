import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '#app/server/config.ts';
import { createApp } from '#app/server/create-app.ts';
import { findLastBackup } from '#platform/server/backup/last-backup.ts';
import type { Database } from '#platform/server/database/database.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { S3Store } from '#tests/support/fakes/s3-store.ts';
import { runCommand, startCommand } from '#tests/support/product/commands.ts';
import { EmbeddedProduct } from '#tests/support/product/embedded-product.ts';
import { type FilledProduct, fillProduct } from '#tests/support/product/fill-product.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { rewriteArchive } from '#tests/support/product/rewrite-archive.ts';
import { TEST_PASSWORD, TestClient } from '#tests/support/server/test-app.ts';
import { createEmptyDatabase } from '#tests/support/server/test-database.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';

/** What the operator would see: the commands as processes of their own. */
let home: string;
let product: EmbeddedProduct;
let filled: FilledProduct;
/** A mail server that never answers: emails wait. */
let variables: Record<string, string>;

beforeAll(async () => {
  home = mkdtempSync(join(memoryDirectory(), 'bookswap-backup-'));
  variables = {
    PORT: String(await freePort()),
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    MAIL_FROM: 'BookSwap <bookswap@northfield.example>',
  };
  product = await EmbeddedProduct.start(join(home, 'data'), variables);
  filled = await fillProduct(product);
});
afterAll(async () => {
  await product.stop();
  rmSync(home, { recursive: true });
});

const toSignIn = { email: 'priya@northfield.example', password: TEST_PASSWORD };

const run = (command: 'backup' | 'restore', dataDir: string, ...args: string[]) =>
  runCommand(command, { folder: home, dataDir: join(home, dataDir) }, ...args);

const secretKey = () => readFileSync(join(home, 'data/secret.key'), 'utf8').trim();

/** Every row of every table of the product, as text, but for the record of the backup, which is newer. */
async function allRows({ pool }: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} t WHERE t::text NOT LIKE '(last-backup,%' ORDER BY 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

async function waitingJobs({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ job: string }>(
    `SELECT concat_ws(' ', name, id, data) AS job FROM pgboss.job
     WHERE state IN ('created', 'retry', 'active') AND name NOT IN ('scheduled', '__pgboss__send-it') ORDER BY 1`,
  );
  return rows.map(({ job }) => job);
}

const readPhotos = (address: string) =>
  Promise.all(
    filled.photos.flatMap((path) =>
      ['', '?w=240'].map(async (query) => {
        const response = await fetch(address + path + query);
        return [response.status, Buffer.from(await response.arrayBuffer()).toString('base64')];
      }),
    ),
  );

it('a running product is backed up, restored into another directory, and goes on there', async () => {
  // A job that becomes due meanwhile would change the restored rows.
  await product.database.pool.query(
    `UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE state = 'created' AND name <> '__pgboss__send-it'`,
  );
  const backup = await run('backup', 'data', 'one.tar.gz');
  expect(backup).toMatchObject({ code: 0 });
  expect(statSync(join(home, 'one.tar.gz')).mode & 0o777).toBe(0o600);
  const again = await run('backup', 'data', 'one.tar.gz');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not overwritten')]);
  expect(readdirSync(home).sort()).toEqual(['data', 'one.tar.gz']);
  expect(await run('restore', 'data', '--check', 'one.tar.gz')).toMatchObject({ code: 0 });

  expect(await findLastBackup(product.database)).toMatchObject({
    place: `${hostname()}:${join(home, 'one.tar.gz')}`,
  });
  const before = {
    rows: await allRows(product.database),
    jobs: await waitingJobs(product.database),
    photos: await readPhotos(product.address),
  };
  // Tables that only processes of 0.1.0 write.
  const former =
    /^(pending_(book_notices|push_notifications)|unread_message_emails|price_notices|wanted_digests)$/;
  const empty = Object.keys(before.rows).filter(
    (name) => before.rows[name]!.length === 0 && !former.test(name),
  );
  // Rare events have no rows: a ban, a passkey, a guessed password, a wrong code, a named sale, a missed meeting, neighbors …
  expect(empty.length).toBeLessThan(24);
  expect(before.jobs.filter((job) => job.startsWith('send-email')).length).toBeGreaterThan(0);
  await product.stop();

  const moved = { folder: home, dataDir: join(home, 'moved'), variables: { SECRET_KEY: secretKey() } };
  const restored = await runCommand('restore', moved, '--keep-sessions', 'one.tar.gz');
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Restored') });
  expect(statSync(join(home, 'moved/secret.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(home, 'moved/secret.key'))).toEqual(readFileSync(join(home, 'data/secret.key')));
  const twice = await run('restore', 'moved', 'one.tar.gz');
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('The database is not empty')]);

  product = await EmbeddedProduct.start(join(home, 'moved'), variables);
  const after = await allRows(product.database);
  expect(after).toEqual(before.rows);
  expect(await waitingJobs(product.database)).toEqual(before.jobs);
  expect(await readPhotos(product.address)).toEqual(before.photos);

  const buyer = filled.buyer.movedTo(product.address);
  expect((await buyer.get('/api/conversations')).body).toMatchObject([{ id: filled.conversationId }]);
  const signIn = await product.visitor().post('/api/auth/sign-in/email', toSignIn);
  expect(signIn.status).toBe(200);
  const message = {
    conversationId: filled.conversationId,
    content: 'Still.',
    clientMessageId: crypto.randomUUID(),
  };
  expect((await buyer.post('/api/messages', message)).body).toMatchObject({ seq: 7 });
});

it('a backup that was changed, or cannot be checked, is refused before anything is created', async () => {
  await rewriteArchive(join(home, 'one.tar.gz'), join(home, 'forged.tar.gz'), (name, content) =>
    name === 'tables/users/1' ? Buffer.from(content.toString().replaceAll('priya', 'mallory')) : content,
  );
  for (const [file, variables, message] of [
    ['one.tar.gz', {}, /cannot be checked: set SECRET_KEY/],
    ['forged.tar.gz', { SECRET_KEY: secretKey() }, /does not match: the backup was changed/],
  ] as const) {
    const refused = await runCommand(
      'restore',
      { folder: home, dataDir: join(home, 'checked'), variables },
      file,
    );
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(existsSync(join(home, 'checked'))).toBe(false);
  }
  rmSync(join(home, 'forged.tar.gz'));
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a backup that %s interrupts leaves no personal data behind', async (signal, code) => {
  const partial = join(home, 'interrupted.tar.gz.partial');
  const migration = await product.database.pool.connect();
  await migration.query('BEGIN; LOCK TABLE users');
  const place = { folder: home, dataDir: join(home, 'moved') };
  const backup = startCommand('backup', place, 'interrupted.tar.gz');
  await vi.waitFor(() => expect(existsSync(partial)).toBe(true), 30_000);
  backup.process.kill(signal);
  await vi.waitFor(() => expect(existsSync(partial)).toBe(false), 30_000);
  await migration.query('ROLLBACK');
  migration.release();
  expect(await backup.outcome).toMatchObject({ code, stderr: expect.stringContaining('Interrupted') });
  expect(readdirSync(home).filter((name) => name.startsWith('interrupted'))).toEqual([]);
});

it('the same backup is restored into an external database and a bucket, and revives no session', async () => {
  const store = await S3Store.start();
  const database = await createEmptyDatabase();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.config;
  const external = {
    DATABASE_URL: database.url,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const place = { folder: home, dataDir: join(home, 'external'), variables: external };
  const otherKey = { ...external, SECRET_KEY: 'another key than that of the backup' };
  const refused = await runCommand('restore', { ...place, variables: otherKey }, 'one.tar.gz');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('another SECRET_KEY')]);
  expect(await runCommand('restore', place, '--unsigned', 'one.tar.gz')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Restored'),
  });
  const port = { PORT: String(await freePort()), DATA_DIR: place.dataDir, DEMO: '0', LOG_LEVEL: 'silent' };
  const config = readConfig({ ...external, ...port });
  const app = await createApp({ config, database, unlimited: true, hashing: { N: 256 } });
  const address = await app.listen();
  expect(await readPhotos(address)).toEqual(await readPhotos(product.address));
  expect(
    (await database.pool.query(`SELECT value FROM installation_state WHERE name = 'root'`)).rows,
  ).toEqual([{ value: secretKey() }]);
  const { rows } = await database.pool.query(`SELECT
    (SELECT count(*) FROM identity_sessions) AS sessions, (SELECT count(*) FROM identity_email_tokens) AS links`);
  expect(rows).toEqual([{ sessions: 0, links: 0 }]);
  expect((await filled.buyer.movedTo(address).get('/api/favorites')).status).toBe(401);
  const seller = new TestClient(address, systemClock);
  await seller.signIn(toSignIn.email, toSignIn.password);
  expect((await seller.get('/api/conversations')).body).toMatchObject([{ id: filled.conversationId }]);
  await app.close();
  await database.close();
  await store.close();
});
