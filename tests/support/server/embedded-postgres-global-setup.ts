/** Vitest global setup of the project `server`: one embedded PostgreSQL per run. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { EmbeddedPostgresql } from '#packages/embedded-postgresql/embedded-postgresql.ts';
import { socketUrl, temporaryProgramsDirectory } from '#platform/server/database/embedded-database.ts';
import { memoryDirectory } from './memory-directory.ts';

const log = { debug() {}, info() {}, warn: console.warn, error: console.error };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await EmbeddedPostgresql.start({
    directory: mkdtempSync(join(memoryDirectory(), 'bookswap-test-database-')),
    log,
    copyProgramsTo: [temporaryProgramsDirectory],
    settings: { max_connections: '200', max_wal_size: '512MB' },
    isTemporary: true,
  });
  project.provide('databaseUrl', socketUrl(server.socketDirectory, 'postgres'));
  return () => server.stop();
}
