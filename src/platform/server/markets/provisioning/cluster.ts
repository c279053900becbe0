import type { Client } from 'pg';
import { openSession } from '../../database/connection-config.ts';
import { withParts } from '../market-urls.ts';

/** A PostgreSQL server, as a role that may create databases and roles there. */
export type Cluster = {
  /** Of any of its databases, past any pooler. */
  adminUrl: string;
  isEmbedded: boolean;
};

/** Runs the work in a separate connection to a database of the server. */
export async function inCluster<T>(
  { adminUrl, isEmbedded }: Cluster,
  database: string,
  work: (session: Client) => Promise<T>,
): Promise<T> {
  const session = await openSession(withParts(adminUrl, { database }), isEmbedded);
  try {
    return await work(session);
  } finally {
    await session.end().catch(() => undefined);
  }
}

/** The database in which roles and databases are created. */
export const MAINTENANCE = 'postgres';

export const inMaintenance = <T>(cluster: Cluster, work: (session: Client) => Promise<T>): Promise<T> =>
  inCluster(cluster, MAINTENANCE, work);

export async function hasDatabase(session: Pick<Client, 'query'>, name: string): Promise<boolean> {
  const { rowCount } = await session.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  return rowCount !== 0;
}

export async function hasRole(session: Pick<Client, 'query'>, name: string): Promise<boolean> {
  const { rowCount } = await session.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  return rowCount !== 0;
}
