import { migrateControl } from '../control/control-schema.ts';
import { DIRECTORY_ROLE } from '../control/open-control-directory.ts';
import { type Cluster, inCluster } from './cluster.ts';
import { ownerOf } from './grant-usage.ts';
import { actingFor, closeCluster, closeDatabase, putServerRoles } from './roles.ts';

export type ControlOptions = {
  /** The database of the schema `control`. */
  database: string;
  /** The role that the installation connects to it as; null if it does not. */
  installationRole: string | null;
  /** `db/control`. */
  folder: string;
  root: string;
  now: Date;
};

/** Creates the roles of the servers and the directory, or brings it to this version. Returns databases that are open to all. */
export async function ensureControl(
  cluster: Cluster,
  { database, installationRole, folder, root, now }: ControlOptions,
): Promise<string[]> {
  await putServerRoles(cluster, root);
  await inCluster(cluster, database, async (session) => {
    const grantees = [DIRECTORY_ROLE, ...(installationRole === null ? [] : [installationRole])];
    await closeDatabase(session, database, grantees);
    await actingFor(session, await ownerOf(session), () => migrateControl(session, folder, now));
  });
  return closeCluster(cluster);
}
