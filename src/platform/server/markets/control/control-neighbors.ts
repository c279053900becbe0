import type pg from 'pg';
import { isSocket, openSession } from '../../database/connection-config.ts';
import type { MarketDirectory, MarketEntry } from '../market-directory.ts';
import { toHostName } from '../market-directory.ts';
import { databasePassword } from '../market-keys.ts';
import { withParts } from '../market-urls.ts';
import type { Neighbor, NeighborState, NeighborStore, SharedListing } from '../neighbor-store.ts';
import { type ListingRow, selectListings } from './select-shared-listings.ts';

/** The role by which a market writes in the directory's database. */
export const sharingRoleOf = (number: number): string => `bookswap_m${number}`;

/** How long markets without an agreement are known to have none. */
const AGREEMENTS_TTL_MS = 1_000;

type ControlNeighborsOptions = {
  /** As the role that reads the directory. */
  pool: Pick<pg.Pool, 'query'>;
  /** The database of the schema `control`, past any pooler. Its role and password are replaced. */
  controlUrl: string;
  /** The secret of the installation. */
  root: string;
  directory: Pick<MarketDirectory, 'find' | 'get'>;
  /** Where people reach a market. */
  originOf: (entry: MarketEntry) => string;
};

type NeighborRow = {
  number: number;
  state: NeighborState;
  name: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** What the markets of a process share with their neighbors, in the schema `control`. */
export class ControlNeighbors {
  readonly #options: ControlNeighborsOptions;
  #agreed: { at: number; markets: Promise<ReadonlySet<number>> } | null = null;

  constructor(options: ControlNeighborsOptions) {
    this.#options = options;
  }

  /** What this market may do: it reads what it has agreed to, and writes as its role. */
  forMarket(number: number): NeighborStore {
    const call = <T>(statement: string, values: unknown[]) => this.#call<T>(number, statement, values);
    const withOther = async <T>(host: string, none: T, work: (other: number) => Promise<T>): Promise<T> => {
      const other = this.#options.directory.find(toHostName(host))?.number;
      if (other === undefined || other === number) return none;
      this.#agreed = null;
      return work(other).finally(() => (this.#agreed = null));
    };
    return {
      list: () => this.#list(number),
      findListings: async (filters, limit, now) => {
        if (!(await this.#haveAgreed()).has(number)) return [];
        const { text, values } = selectListings(number, filters, { limit, now });
        const { rows } = await this.#options.pool.query<ListingRow>(text, values);
        if (rows.length === 0) return [];
        const neighbors = await this.#readNeighbors(number);
        return neighbors.flatMap(({ row, neighbor }) => {
          const listings = rows.filter(({ market }) => market === row.number).map(toListing);
          return listings.length === 0 || !neighbor.isOpen ? [] : [{ ...neighbor, listings }];
        });
      },
      propose: (host, most) =>
        withOther(host, 'unknown', (other) => call('control.propose_neighbor($1, $2)', [other, most])),
      confirm: (host) => withOther(host, false, (other) => call('control.confirm_neighbor($1)', [other])),
      end: (host) => withOther(host, false, (other) => call('control.end_neighbor($1)', [other])),
      putCard: ({ name, coordinates }) =>
        call('control.put_campus_card($1, $2, $3)', [
          name,
          coordinates?.latitude ?? null,
          coordinates?.longitude ?? null,
        ]),
      share: (listed, gone) => {
        const rows = listed.map(({ hasPhoto, listedAt, endsAt, ...facts }) => ({
          ...facts,
          has_photo: hasPhoto,
          listed_at: listedAt,
          ends_at: endsAt,
        }));
        return call('control.share_listings($1, $2)', [JSON.stringify(rows), gone]);
      },
    };
  }

  async #list(number: number): Promise<Neighbor[]> {
    return (await this.#readNeighbors(number)).map(({ neighbor }) => neighbor);
  }

  async #readNeighbors(number: number): Promise<{ row: NeighborRow; neighbor: Neighbor }[]> {
    const { pool, directory, originOf } = this.#options;
    const { rows } = await pool.query<NeighborRow>(
      `SELECT n.number, n.state, c.name, c.latitude, c.longitude FROM (
         SELECT other AS number, CASE WHEN agreed_at IS NULL THEN 'proposed' ELSE 'agreed' END AS state
         FROM control.neighbors WHERE market = $1
         UNION ALL
         SELECT market, CASE WHEN agreed_at IS NULL THEN 'received' ELSE 'agreed' END
         FROM control.neighbors WHERE other = $1
       ) n LEFT JOIN control.campus_cards c ON c.market = n.number ORDER BY c.name, n.number`,
      [number],
    );
    return rows.flatMap((row) => {
      const entry = directory.get(row.number);
      if (entry === undefined) return [];
      const { name, state, latitude, longitude } = row;
      const origin = originOf(entry);
      const neighbor: Neighbor = {
        origin,
        host: new URL(origin).host,
        name: name ?? entry.settings['CAMPUS_NAME'] ?? entry.name,
        coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
        state,
        isOpen: entry.state === 'active',
      };
      return [{ row, neighbor }];
    });
  }

  /** The markets with an agreement: one statement a second for all markets of the process. */
  #haveAgreed(): Promise<ReadonlySet<number>> {
    const now = performance.now();
    if (this.#agreed !== null && now - this.#agreed.at < AGREEMENTS_TTL_MS) return this.#agreed.markets;
    const markets = this.#options.pool
      .query<{ number: number }>(
        `SELECT market AS number FROM control.neighbors WHERE agreed_at IS NOT NULL
         UNION SELECT other FROM control.neighbors WHERE agreed_at IS NOT NULL`,
      )
      .then(({ rows }) => new Set(rows.map((row) => row.number)));
    this.#agreed = { at: now, markets };
    return markets;
  }

  /** Calls a function of the schema as the market itself. */
  async #call<T>(number: number, statement: string, values: unknown[]): Promise<T> {
    const { controlUrl, root } = this.#options;
    const role = sharingRoleOf(number);
    const url = withParts(controlUrl, { role, password: databasePassword(root, role) });
    const session = await openSession(url, isSocket(url));
    try {
      await session.query(`SET statement_timeout = '10s'; SET lock_timeout = '5s'`);
      const { rows } = await session.query<{ it: T }>(`SELECT ${statement} AS it`, values);
      return rows[0]!.it;
    } finally {
      await session.end().catch(() => undefined);
    }
  }
}

function toListing(row: ListingRow): SharedListing {
  const { market: _, ...listing } = row;
  return listing;
}
