import { DAY_MS } from '#platform/shared/durations.ts';
import type { Deployment } from './deployment.ts';
import { MarketError } from './market-error.ts';
import { findMarket } from './market-rows.ts';
import { beginOperation, inDirectory, type OperationKind } from './operations.ts';
import { putSettings } from './settings.ts';

export type NewMarket = {
  name: string;
  /** As `parseHost` gives them, the main one first. */
  hosts: readonly string[];
  cell: string;
  settings: Readonly<Record<string, string>>;
  isCanary: boolean;
  /** Null: the next one. */
  number?: number | null;
};

const DAYS_OF_A_DELETED_HOST = 90;

/**
 * Enters a market that is being created, with the operation that creates it. `check` is called with its number
 * before. Throws MarketError if a name or host is taken.
 */
export async function reserveMarket(
  deployment: Deployment,
  market: NewMarket,
  operation: { kind: OperationKind; step: string; state?: object },
  check: (number: number) => Promise<void>,
): Promise<number> {
  return inDirectory(deployment, async () => {
    const { control, now } = deployment;
    if ((await findMarket(deployment, market.name)) !== undefined)
      throw new MarketError(`A market ${market.name} exists.`);
    await freeHosts(deployment, market.hosts);
    const { rows } = await control.query<{ number: number }>(
      'SELECT coalesce(max(number), 1) + 1 AS number FROM control.markets',
    );
    const number = market.number ?? rows[0]!.number;
    await check(number);
    await control.query(
      `INSERT INTO control.markets (number, name, cell, database, state, is_canary, created_at, state_since)
       VALUES ($1, $2, $3, $4, 'creating', $5, $6, $6)`,
      [number, market.name, market.cell, `m${number}`, market.isCanary, now()],
    );
    await putHosts(deployment, number, market.hosts);
    await putSettings(deployment, number, market.settings);
    await beginOperation(deployment, number, { state: {}, ...operation });
    return number;
  });
}

export async function putHosts(
  { control }: Deployment,
  number: number,
  hosts: readonly string[],
): Promise<void> {
  for (const [index, host] of hosts.entries())
    await control.query('INSERT INTO control.market_hosts (host, market, is_main) VALUES ($1, $2, $3)', [
      host,
      number,
      index === 0,
    ]);
}

/** A host of a deleted market is free after 90 days: until then its links and cookies are about. */
async function freeHosts(
  { control, now, installation, config }: Deployment,
  hosts: readonly string[],
): Promise<void> {
  const since = new Date(now().getTime() - DAYS_OF_A_DELETED_HOST * DAY_MS);
  await control.query(
    `DELETE FROM control.market_hosts h USING control.markets m
     WHERE m.number = h.market AND m.deleted_at < $2 AND h.host = ANY ($1)`,
    [hosts, since],
  );
  const { rows } = await control.query<{ host: string; name: string; isDeleted: boolean }>(
    `SELECT host, name, deleted_at IS NOT NULL AS "isDeleted" FROM control.market_hosts JOIN control.markets ON number = market
     WHERE host = ANY ($1)`,
    [hosts],
  );
  const [taken] = rows;
  if (taken !== undefined)
    throw new MarketError(
      taken.isDeleted
        ? `${taken.host} was the host of ${taken.name}, which was deleted less than ${DAYS_OF_A_DELETED_HOST} days ago.`
        : `${taken.host} is the host of ${taken.name}.`,
    );
  if (hosts.some((host) => host === config.operatorHost))
    throw new MarketError(`${config.operatorHost} is the host of the operators’ page (OPERATOR_HOST).`);
  const own = hosts.find((host) => installation.hosts.includes(host));
  if (own !== undefined) throw new MarketError(`${own} is the host of the first market.`);
}
