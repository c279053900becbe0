/** Reads of strangers from a streaming replica. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReplica } from '#app/cli/doctor/check-replica.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { createFakePageSource } from '#tests/support/fakes/fake-page-source.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { findPostgres, startPostgres } from '#tests/support/server/postgres-cluster.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

const MAX_STALE_MS = 5_000;
const BACK_WITHIN_MS = 10_000;

describe.skipIf(!findPostgres())('a streaming replica', { timeout: 90_000 }, () => {
  let primary: PostgresNode;
  let replica: PostgresNode;
  let database: Database;
  let app: TestApp;
  let priya: TestClient;

  beforeAll(async () => {
    primary = await startPostgres();
    await primary.query('CREATE DATABASE market');
    replica = await primary.startReplica();
    const log = createRecordingLog();
    const [url, replicaUrl] = [primary.urlOf('market'), replica.urlOf('market')];
    database = await openDatabase({ url, replicaUrl, dataDir: '', log });
    await migrateDatabase(database, { folder: 'db/migrations', log });
    const variables = { DATABASE_URL: url, DATABASE_REPLICA_URL: replicaUrl };
    app = await TestApp.start({ database, variables, pages: createFakePageSource() });
    priya = await app.signedInClient('Priya');
    await app.verifyEmails();
  }, 120_000);
  afterAll(async () => {
    await app.stop();
    await database.close();
    await replica.stop();
    await primary.stop();
  });

  const isUsed = async (expected: boolean, timeout: number) => {
    await expect.poll(() => database.replica!.isUsable, { timeout }).toBe(expected);
  };
  const titlesFor = async (reader: TestClient, query = '') => {
    app.clock.advance(MAX_STALE_MS); // beyond the cache
    const { status, body } = await reader.get(`/api/books${query}`);
    expect(status).toBe(200);
    return (body as { title: string }[]).map(({ title }) => title);
  };
  const list = async (title: string) =>
    (await priya.post('/api/books', { ...algorithms, title })).body.id as string;

  it('answers strangers while it is in step, and is left out while it lags', async () => {
    await list('Before the pause');
    await isUsed(true, BACK_WITHIN_MS);
    const stranger = app.visitor();
    await expect.poll(() => titlesFor(stranger)).toEqual(['Before the pause']);

    await replica.query('SELECT pg_wal_replay_pause()');
    const id = await list('After the pause');
    // The stranger’s list is from the replica, the seller’s own is not; what the replica lacks is found.
    expect(await titlesFor(stranger)).toEqual(['Before the pause']);
    expect(await titlesFor(priya)).toEqual(['After the pause', 'Before the pause']);
    expect(await titlesFor(priya, '?search=pause')).toHaveLength(2);
    expect((await stranger.get(`/api/books/${id}`)).body).toMatchObject({ title: 'After the pause' });

    await isUsed(false, MAX_STALE_MS);
    expect(await titlesFor(stranger)).toEqual(['After the pause', 'Before the pause']);
    await replica.query('SELECT pg_wal_replay_resume()');
    await isUsed(true, BACK_WITHIN_MS);
    expect(await titlesFor(stranger)).toEqual(['After the pause', 'Before the pause']);
  });

  it('shows sellers their own change at once, after any read of a stranger', async () => {
    await isUsed(true, BACK_WITHIN_MS);
    const id = await list('First title');
    await replica.query('SELECT pg_wal_replay_pause()');
    await priya.patch(`/api/books/${id}`, { title: 'Second title' });
    const path = `/api/books/${id}`;
    await app.visitor().get(path);
    expect((await priya.get(path)).body.title).toBe('Second title');
    await replica.query('SELECT pg_wal_replay_resume()');
  });

  it('that lags is a finding of the doctor', async () => {
    await replica.query('SELECT pg_wal_replay_pause()');
    await list('Unseen');
    await primary.query('CHECKPOINT'); // writes what commits here do not wait for
    const url = replica.urlOf('market');
    const behind = { status: 'failed', text: 'It is more than two seconds behind the primary.' };
    expect(await checkReplica(database, url)).toMatchObject([behind]);
    await replica.query('SELECT pg_wal_replay_resume()');
    const finding = () => checkReplica(database, url);
    await expect.poll(finding, { timeout: BACK_WITHIN_MS }).toMatchObject([{ status: 'ok' }]);
  });

  it('that is lost costs no request, and comes back automatically', async () => {
    await isUsed(true, BACK_WITHIN_MS);
    await replica.kill();
    expect(await titlesFor(app.visitor())).toContain('Second title');
    expect(await titlesFor(app.visitor(), '?search=title')).toEqual(['Second title']);
    expect(database.replica!.isUsable).toBe(false);
    await replica.start();
    await isUsed(true, BACK_WITHIN_MS);
  });

  it('that became a primary is left out', async () => {
    await isUsed(true, BACK_WITHIN_MS);
    await replica.promote();
    await isUsed(false, MAX_STALE_MS);
    expect(await titlesFor(app.visitor())).toContain('Second title');
  });
});
