import type { ClientBase } from 'pg';
import { FIRST_MARKET } from '../market-identity.ts';
import { unseal } from '../../secrets/seal.ts';
import type { MarketEntry, MarketState } from '../market-directory.ts';
import { databasePassword, directoryKey, rootOfMarket } from '../market-keys.ts';
import { databaseOf, withParts } from '../market-urls.ts';

/** The installation that became market 1: what its environment says, not the directory. */
export type Installation = {
  database: MarketEntry['database'];
  /** Its own host names, the main one first. */
  hosts: readonly string[];
};

export type ReadEntriesOptions = {
  /** The secret of the installation, of which those of the markets are derived. */
  root: string;
  installation: Installation;
  /** Called for each market whose row cannot be read, which is left out; missing: the reading throws. */
  onUnreadable?: (market: UnreadableMarket) => void;
};

/** What is known of a market without its secrets and its address. */
export type UnreadableMarket = Pick<MarketEntry, 'number' | 'state' | 'reason' | 'cell' | 'version'> & {
  error: unknown;
};

type CellAddress = { url: string | null; directUrl: string | null; replicaUrl: string | null };

type Row = CellAddress & {
  number: number;
  name: string;
  state: MarketState;
  reason: string | null;
  cell: string;
  database: string | null;
  settings: Record<string, string>;
  version: number;
  hosts: string[];
  /** Hosts of the installation that the directory gives to other markets. */
  taken: string[];
  secrets: Record<string, string>;
};

/** `numbers`: null for all. Markets that are deleted are left out. */
export async function readEntries(
  client: Pick<ClientBase, 'query'>,
  numbers: readonly number[] | null,
  options: ReadEntriesOptions,
): Promise<MarketEntry[]> {
  const { rows } = await client.query<Row>(
    `SELECT m.number, m.name, m.state, m.reason, m.cell, m.database, m.settings, m.version,
       c.url, c.direct_url AS "directUrl", c.replica_url AS "replicaUrl",
       ARRAY(SELECT host FROM control.market_hosts h WHERE h.market = m.number ORDER BY is_main DESC, host) AS hosts,
       ARRAY(SELECT host FROM control.market_hosts h WHERE h.market <> m.number AND host = ANY ($2)) AS taken,
       (SELECT coalesce(json_object_agg(s.name, s.sealed), '{}') FROM control.market_secrets s WHERE s.market = m.number) AS secrets
     FROM control.markets m JOIN control.cells c ON c.name = m.cell
     WHERE m.deleted_at IS NULL AND ($1::int[] IS NULL OR m.number = ANY ($1)) ORDER BY m.number`,
    [numbers, options.installation.hosts],
  );
  return rows.flatMap((row) => {
    try {
      return [toEntry(row, options)];
    } catch (error) {
      if (options.onUnreadable === undefined) throw error;
      const { number, state, reason, cell, version } = row;
      options.onUnreadable({ number, state, reason, cell, version, error });
      return [];
    }
  });
}

function toEntry(row: Row, { root, installation }: ReadEntriesOptions): MarketEntry {
  const { number, name, state, reason, cell, version, taken } = row;
  const isFirst = number === FIRST_MARKET;
  const ownHosts = isFirst ? installation.hosts.filter((host) => !taken.includes(host)) : [];
  return {
    number,
    name,
    state,
    reason,
    hosts: [...new Set([...ownHosts, ...row.hosts])],
    cell,
    database: row.database === null ? installation.database : addressIn(row, number, { root, installation }),
    settings: {
      ...(!isFirst && { SECRET_KEY: rootOfMarket(root, number) }),
      ...row.settings,
      ...unsealAll(row.secrets, directoryKey(root, number)),
    },
    version,
  };
}

/** In a cell, as the role of the market. */
function addressIn(
  { url, directUrl, replicaUrl }: CellAddress,
  number: number,
  { root, installation }: ReadEntriesOptions,
): MarketEntry['database'] {
  const own = databaseOf(number);
  const asMarket = (address: string) =>
    withParts(address, { role: own, password: databasePassword(root, number), database: own });
  const optional = (name: 'directUrl' | 'replicaUrl', address: string | null | undefined) =>
    address == null ? {} : { [name]: asMarket(address) };
  const main = installation.database;
  return {
    url: asMarket(url ?? main.url),
    ...optional('directUrl', url === null ? main.directUrl : directUrl),
    ...optional('replicaUrl', url === null ? main.replicaUrl : replicaUrl),
  };
}

function unsealAll(sealed: Record<string, string>, key: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sealed).map(([name, text]) => {
      const value = unseal(key, text);
      if (value === null)
        throw new Error(`The secret ${name} of the directory was sealed with another SECRET_KEY.`);
      return [name, value];
    }),
  );
}
