import { readMigrations } from '#platform/server/database/migrations/migration-files.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { MIGRATIONS } from '../product-version.ts';
import { DAYS_UNTIL_DELETED } from './delete-market.ts';
import type { Deployment } from './deployment.ts';
import { listMarkets, type MarketRow, readEntry } from './market-rows.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { findOpenOperation } from './operations.ts';

/** One line for each market. */
export async function describeMarkets(deployment: Deployment): Promise<string> {
  const last = (await readMigrations(MIGRATIONS)).at(-1)!.createdAt;
  const lines = [['', 'name', 'state', 'cell', 'hosts', '']];
  for (const market of await listMarkets(deployment)) {
    const { hosts } = await readEntry(deployment, market.number);
    const notes = [
      ...(await notesOn(deployment, market)),
      ...(isBehind(market, last) ? ['not migrated'] : []),
    ];
    lines.push([
      String(market.number),
      market.name,
      market.state,
      market.cell,
      hosts.join(' '),
      notes.join('; '),
    ]);
  }
  return toTable(lines);
}

/** Market 1 is migrated by the start of its server. */
const isBehind = ({ number, migratedTo, state }: MarketRow, last: number) =>
  number !== FIRST_MARKET && state !== 'creating' && (migratedTo ?? 0) < last;

async function notesOn(deployment: Deployment, market: MarketRow): Promise<string[]> {
  const { number, reason, state, stateSince, isCanary } = market;
  const open = await findOpenOperation(deployment, number);
  const end = new Date(stateSince.getTime() + DAYS_UNTIL_DELETED * DAY_MS).toISOString().slice(0, 10);
  return [
    ...(isCanary ? ['canary'] : []),
    ...(reason === null ? [] : [reason]),
    ...(state === 'deleting' ? [`kept until ${end}`] : []),
    ...(open === undefined ? [] : [`${open.kind} was interrupted at '${open.step}': run it again`]),
  ];
}

export function toTable(lines: readonly string[][]): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
