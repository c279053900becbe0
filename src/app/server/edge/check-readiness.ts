import { withTimeout } from '#platform/server/concurrency/with-timeout.ts';
import { isSocket, openSession } from '#platform/server/database/connection-config.ts';
import type { MarketDirectory, MarketEntry } from '#platform/server/markets/market-directory.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { Config } from '../config.ts';
import { checkDatabase } from '../mount-health-and-metrics.ts';
import type { Markets } from './markets.ts';

type Options = { config: Config; directory: MarketDirectory; markets: Markets };

const TIMEOUT_MS = 2_000;

/**
 * The process is ready when its directory and at least one cell answer: a lost cell takes no process out that has
 * others. `name`: one market. Throws what does not answer.
 */
export const createReadinessCheck =
  ({ config, directory, markets }: Options) =>
  async (name: string | null): Promise<{ warning?: string }> => {
    const entries = directory.list();
    if (name !== null) {
      const entry = entries.find((one) => one.name === name);
      if (entry === undefined) throw commonProblem('not-found');
      return checkCell([entry], { config, markets });
    }
    await (directory.ping && withTimeout(directory.ping(), TIMEOUT_MS));
    const cells = [...Map.groupBy(entries, ({ cell }) => cell).values()];
    return Promise.any(cells.map((ofCell) => checkCell(ofCell, { config, markets })));
  };

/** Asks an open market, or else connects for the question. */
async function checkCell(
  entries: readonly MarketEntry[],
  { config, markets }: Pick<Options, 'config' | 'markets'>,
): Promise<{ warning?: string }> {
  const numbers = new Set(entries.map(({ number }) => number));
  const open = markets.list().find(({ number }) => numbers.has(number));
  if (open !== undefined)
    return withTimeout(checkDatabase(open.market.app.context.database, config), TIMEOUT_MS);
  const { url } = entries[0]!.database;
  // A session that opens too late is ended as well.
  const asked = openSession(url, isSocket(url)).then((session) => session.end());
  await withTimeout(asked, TIMEOUT_MS);
  return {};
}
