import { inMaintenance } from '#platform/server/markets/provisioning/cluster.ts';
import { databaseOf } from '#platform/server/markets/market-urls.ts';
import { clusterOf, listCells } from './cells.ts';
import { databaseNameOf, type Deployment } from './deployment.ts';

/** Bytes of the databases by the numbers of their markets. A cell that does not answer has none. */
export async function readSizes(deployment: Deployment): Promise<Map<number, number>> {
  const sizes = new Map<number, number>();
  for (const cell of await listCells(deployment)) {
    const { rows: markets } = await deployment.control.query<{ number: number; isOwn: boolean }>(
      `SELECT number, database IS NULL AS "isOwn" FROM control.markets WHERE cell = $1 AND deleted_at IS NULL`,
      [cell.name],
    );
    const nameOf = ({ number, isOwn }: { number: number; isOwn: boolean }) =>
      isOwn ? databaseNameOf(deployment.installation.database.url) : databaseOf(number);
    const bytes = await inMaintenance(await clusterOf(deployment, cell.name), async (session) => {
      const { rows } = await session.query<{ name: string; bytes: number }>(
        'SELECT datname::text AS name, pg_database_size(oid) AS bytes FROM pg_database WHERE datname = ANY ($1)',
        [markets.map(nameOf)],
      );
      return new Map(rows.map((row) => [row.name, row.bytes]));
    }).catch(() => new Map<string, number>());
    for (const market of markets) sizes.set(market.number, bytes.get(nameOf(market)) ?? 0);
  }
  return sizes;
}
