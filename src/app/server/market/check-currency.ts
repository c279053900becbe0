import type { Database } from '#platform/server/database/database.ts';
import { findStoredValue, setStoredValue } from '#platform/server/secrets/stored-values.ts';
import { ConfigError, type Config } from '../config.ts';

const CURRENCY_NAME = 'currency';
/** The only one before there was a choice. */
const FIRST_CURRENCY = 'USD';

/** Throws if listings or payments are in another currency than the market's: nothing converts their amounts. */
export async function checkCurrency(database: Database, { market }: Config, now: Date): Promise<void> {
  const { code } = market.currency;
  const stored = await findStoredValue(database, CURRENCY_NAME);
  if (stored === code) return;
  const { rows } = await database.pool.query<{ isUsed: boolean }>(
    'SELECT EXISTS (SELECT FROM books) OR EXISTS (SELECT FROM payments) AS "isUsed"',
  );
  const used = stored ?? FIRST_CURRENCY;
  if (rows[0]!.isUsed && used !== code)
    throw new ConfigError(
      `CAMPUS_CURRENCY is ${code}, but listings or payments of this campus are in ${used}, and amounts are not converted. Set CAMPUS_CURRENCY=${used}, or begin with an empty database.`,
    );
  await setStoredValue(database, CURRENCY_NAME, code, now);
}
