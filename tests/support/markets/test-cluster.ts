/** A PostgreSQL server of one test file: roles and databases of markets belong to the whole server. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgresql } from '#packages/embedded-postgresql/embedded-postgresql.ts';
import { socketUrl, temporaryProgramsDirectory } from '#platform/server/database/embedded-database.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import type { Cluster } from '#platform/server/markets/provisioning/cluster.ts';
import { memoryDirectory } from '../server/memory-directory.ts';
import { startPostgres } from '../server/postgres-cluster.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export type TestCluster = Cluster & {
  urlOf(role: string, database: string, password?: string): string;
  /** The first column of the rows of a statement. */
  query(database: string, text: string, values?: unknown[]): Promise<unknown[]>;
  stop(): Promise<void>;
};

const isExternal = process.env['TEST_DATABASE_ENGINE'] === 'external';

/** The embedded server, or an external one in the project `postgres`, where passwords count. */
export async function startTestCluster(settings: Record<string, string> = {}): Promise<TestCluster> {
  if (!isExternal) return startEmbedded();
  const node = await startPostgres({ settings });
  return toCluster(node.url, false, () => node.stop());
}

async function startEmbedded(): Promise<TestCluster> {
  const server = await EmbeddedPostgresql.start({
    directory: mkdtempSync(join(memoryDirectory(), 'bookswap-test-markets-')),
    log: silent,
    copyProgramsTo: [temporaryProgramsDirectory],
    isTemporary: true,
  });
  return toCluster(socketUrl(server.socketDirectory, 'postgres'), true, () => server.stop());
}

function toCluster(adminUrl: string, isEmbedded: boolean, stop: () => Promise<void>): TestCluster {
  return {
    adminUrl,
    isEmbedded,
    stop,
    urlOf: (role, database, password = '') => withParts(adminUrl, { role, password, database }),
    query: async (database, text, values) => {
      const client = new pg.Client({ connectionString: withParts(adminUrl, { database }), ssl: false });
      await client.connect();
      try {
        const { rows } = await client.query<unknown[]>({ text, values: values ?? [], rowMode: 'array' });
        return rows.map(([first]) => first);
      } finally {
        await client.end();
      }
    },
  };
}
