/** Vitest global setup of the project `server`: one embedded PostgreSQL for the run, its URL in TEST_DATABASE_URL. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresql } from '#packages/embedded-postgresql/embedded-postgresql.ts';
import { socketUrl } from '#platform/server/database/embedded-database.ts';

const log = { debug() {}, info() {}, warn: console.warn, error: console.error };

export default async function setup(): Promise<() => Promise<void>> {
  const server = await EmbeddedPostgresql.start({
    directory: mkdtempSync(join(tmpdir(), 'bookswap-test-database-')),
    log,
    copyProgramsTo: [join(tmpdir(), 'bookswap-programs')],
    settings: { max_connections: '200', max_wal_size: '512MB' },
    isTemporary: true,
  });
  process.env.TEST_DATABASE_URL = socketUrl(server.socketDirectory);
  return () => server.stop();
}
