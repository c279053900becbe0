import { type Cluster, inMaintenance } from '#platform/server/markets/provisioning/cluster.ts';
import { MarketError } from '../market-error.ts';

const OFFLINE = 'Move it with --offline: it is paused then for as long as its backup and restore take.';

/** Throws MarketError if the target cannot follow the source. */
export async function throwIfNotReplicating(source: Cluster, target: Cluster): Promise<void> {
  if (source.isEmbedded || target.isEmbedded)
    throw new MarketError(`The embedded database does not replicate. ${OFFLINE}`);
  const problems = [
    ...(await check(
      source,
      'source',
      `current_setting('wal_level') = 'logical'`,
      'needs wal_level = logical',
    )),
    ...(await check(source, 'source', SUPERUSER, 'needs a superuser in DATABASE_ADMIN_URL')),
    ...(await check(target, 'target', SUPERUSER, 'needs a superuser in DATABASE_ADMIN_URL')),
    ...(await check(
      target,
      'target',
      `current_setting('max_logical_replication_workers')::int > 1`,
      'needs max_logical_replication_workers',
    )),
  ];
  if (problems.length > 0) throw new MarketError(`${problems.join('; ')}. ${OFFLINE}`);
}

const SUPERUSER = '(SELECT rolsuper FROM pg_roles WHERE rolname = current_user)';

const check = (cluster: Cluster, side: string, condition: string, problem: string): Promise<string[]> =>
  inMaintenance(cluster, async (session) => {
    const { rows } = await session.query<{ it: boolean }>(`SELECT ${condition} AS it`);
    return rows[0]!.it ? [] : [`The server of the ${side} ${problem}`];
  });
