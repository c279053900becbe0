import type { MarketEntry, MarketState } from '#platform/server/markets/market-directory.ts';
import { readEntries } from '#platform/server/markets/control/read-entries.ts';
import { parseHostName } from '../../server/market/parse-host.ts';
import { publicUrlOf as publicUrlIn } from '../../server/edge/market-config.ts';
import type { Deployment } from './deployment.ts';
import { MarketError } from './market-error.ts';

export type MarketRow = {
  number: number;
  name: string;
  cell: string;
  state: MarketState;
  reason: string | null;
  stateSince: Date;
  migratedTo: number | null;
  isCanary: boolean;
};

const COLUMNS = `number, name, cell, state, reason, state_since AS "stateSince", migrated_to AS "migratedTo",
  is_canary AS "isCanary"`;

export async function listMarkets({ control }: Deployment): Promise<MarketRow[]> {
  const { rows } = await control.query<MarketRow>(
    `SELECT ${COLUMNS} FROM control.markets WHERE deleted_at IS NULL ORDER BY number`,
  );
  return rows;
}

export async function findMarket({ control }: Deployment, name: string): Promise<MarketRow | undefined> {
  const { rows } = await control.query<MarketRow>(
    `SELECT ${COLUMNS} FROM control.markets WHERE deleted_at IS NULL AND name = $1`,
    [name],
  );
  return rows[0];
}

/** Throws MarketError. */
export async function requireMarket(deployment: Deployment, name: string): Promise<MarketRow> {
  const found = await findMarket(deployment, name);
  if (found === undefined) throw new MarketError(`There is no market ${name}.`);
  return found;
}

/** As a server sees it. */
export async function readEntry({ control, ...options }: Deployment, number: number): Promise<MarketEntry> {
  const [entry] = await readEntries(control, [number], options);
  if (entry === undefined) throw new MarketError(`There is no market ${number}.`);
  return entry;
}

/** Where its users reach it. */
export const publicUrlOf = (
  { config }: Pick<Deployment, 'config'>,
  entry: Pick<MarketEntry, 'settings' | 'hosts'>,
): string => publicUrlIn(entry, config);

export async function setState(
  { control, now }: Deployment,
  number: number,
  state: MarketState,
  reason: string | null = null,
): Promise<void> {
  await control.query(
    'UPDATE control.markets SET state = $2, reason = $3, state_since = $4 WHERE number = $1',
    [number, state, reason, now()],
  );
}

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Throws MarketError. */
export function checkName(name: string): void {
  if (!NAME.test(name))
    throw new MarketError(
      `A name is up to 40 lower-case letters, digits and hyphens, as northfield: not '${name}'.`,
    );
}

/** 'westfield.example' of 'Westfield.example:3000', in punycode. Throws MarketError. */
export function parseHost(text: string): string {
  const host = parseHostName(text);
  if (host === null)
    throw new MarketError(`'${text}' is not the name of a host, as market.westfield.example.`);
  return host;
}
