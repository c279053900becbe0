/** Two processes behind PgBouncer in transaction mode with two connections of the server. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConnections } from '#platform/server/database/check-connections.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { findPgBouncer, startPgBouncer } from '#tests/support/postgresql/pgbouncer.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { startPostgres } from '#tests/support/server/postgres-cluster.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

describe.skipIf(!findPgBouncer())('PgBouncer in transaction mode', { timeout: 60_000 }, () => {
  let server: PostgresNode;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let databases: Database[];
  const apps: TestApp[] = [];
  const log = createRecordingLog();

  const open = () =>
    openDatabase({ url: pooler.urlOf('market'), directUrl: server.urlOf('market'), dataDir: '', log });

  beforeAll(async () => {
    server = await startPostgres();
    await server.query('CREATE DATABASE market');
    pooler = await startPgBouncer({ serverPort: server.port, poolSize: 2 });
    databases = await Promise.all([open(), open()]);
    await Promise.all(
      databases.map(async (database) => {
        await checkConnections(database, log);
        await migrateDatabase(database, { folder: 'db/migrations', log });
      }),
    );
    const variables = {
      DATABASE_URL: pooler.urlOf('market'),
      DATABASE_DIRECT_URL: server.urlOf('market'),
      SECRET_KEY: 'the key of both processes, long enough',
    };
    for (const database of databases) apps.push(await TestApp.start({ variables, database }));
    await Promise.all(apps.map(({ app }) => app.context.events.ping()));
  }, 120_000);
  afterAll(async () => {
    for (const app of apps) await app.stop();
    for (const database of databases) await database.close();
    await pooler.stop();
    await server.stop();
  });

  const askOther = async (user: TestClient, method: string, path: string, body?: unknown) =>
    fetch(apps[1]!.address + path, {
      method,
      headers: { authorization: `Bearer ${await user.token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('carries a market: listings, search, messages and hints between two processes', async () => {
    const [priya, tom] = [await apps[0]!.signedInClient('Priya'), await apps[0]!.signedInClient('Tom')];
    await server.query('UPDATE users SET email_verified = true', 'market');
    const { body: book } = await priya.post('/api/books', algorithms);
    const found = await fetch(`${apps[1]!.address}/api/books?search=algoritms`);
    expect(await found.json()).toMatchObject([{ id: book.id }]);
    const { body: conversation } = await tom.post('/api/conversations', { bookId: book.id });
    const hers = await priya.connect();
    const his = await tom.connect(apps[1]!.address);
    const texts = Array.from({ length: 20 }, (_, index) => `Message ${index}`);
    const replies = await Promise.all(
      texts.map((content) =>
        askOther(tom, 'POST', '/api/messages', {
          conversationId: conversation.id,
          content,
          clientMessageId: randomUUID(),
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(texts.map(() => 200));
    await hers.until(() => hers.all('new_message').length === texts.length);
    const { message } = await hers.next('new_message');
    await priya.patch(`/api/messages/${message.id}/read`, {});
    expect(await his.next('message_read')).toMatchObject({ conversationId: conversation.id });
    const list = await askOther(tom, 'GET', '/api/conversations');
    expect(await list.json()).toMatchObject([{ id: conversation.id }]);
  });

  it('keeps the limits of statements, locks and idle transactions', async () => {
    const names = [
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
      'timezone',
      'jit',
    ];
    const shown = await Promise.all(names.map((name) => databases[0]!.pool.query(`SHOW ${name}`)));
    expect(shown.map(({ rows }) => Object.values(rows[0])[0])).toEqual(['30s', '15s', '10s', 'UTC', 'off']);
    expect(log.messages.filter((text) => !text.startsWith('Migrated the database'))).toEqual([]);
  });

  it('refuses a start without the direct address, with what to do', async () => {
    const database = await openDatabase({ url: pooler.urlOf('market'), dataDir: '', log });
    await expect(checkConnections(database, log)).rejects.toThrow(/Set DATABASE_DIRECT_URL/);
    await database.close();
  });

  it('says that the direct address leads to a pooler as well', async () => {
    const url = pooler.urlOf('market');
    const recorded = createRecordingLog();
    const database = await openDatabase({ url, directUrl: url, dataDir: '', log: recorded });
    await checkConnections(database, recorded);
    await database.close();
    expect(recorded.messages.join()).toContain('DATABASE_DIRECT_URL leads to a connection pooler');
  });
});
