import type { Client } from 'pg';
import { databasePassword } from '../market-keys.ts';
import { withParts } from '../market-urls.ts';
import { type Cluster, hasDatabase, inCluster, inMaintenance } from './cluster.ts';
import { CELL_ROLE, closeDatabase, putServerRoles } from './roles.ts';
import { createEmptyDatabase } from './template.ts';

/** The database of a cell's jobs and events, which has no table of a market. */
export const JOBS_DATABASE = 'bookswap_jobs';

/** Creates the database of the cell's jobs with the role of the servers as its owner. Can be repeated at any point. */
export async function ensureJobsDatabase(cluster: Cluster, root: string): Promise<void> {
  await putServerRoles(cluster, root);
  await inMaintenance(cluster, async (session) => {
    if (!(await hasDatabase(session, JOBS_DATABASE)))
      await createEmptyDatabase(session, JOBS_DATABASE, CELL_ROLE);
    await closeDatabase(session, JOBS_DATABASE);
  });
}

/** `url`: of any database of the cell. */
export const jobsUrl = (url: string, root: string): string =>
  withParts(url, {
    role: CELL_ROLE,
    password: databasePassword(root, CELL_ROLE),
    database: JOBS_DATABASE,
  });

/** Runs the work in the jobs database of a cell, as the servers' role. */
export const inJobsDatabase = <T>(
  cluster: Cluster,
  root: string,
  work: (session: Client) => Promise<T>,
): Promise<T> => inCluster({ ...cluster, adminUrl: jobsUrl(cluster.adminUrl, root) }, JOBS_DATABASE, work);
