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
  const used = stored ?? FIRST_CURRENCY;
  if (used !== code && (await isCurrencyFixed(database)))
    throw new ConfigError(
      `CAMPUS_CURRENCY is ${code}, but listings or payments of this campus are in ${used}, and amounts are not converted. Set CAMPUS_CURRENCY=${used}, or begin with an empty database.`,
    );
  await setStoredValue(database, CURRENCY_NAME, code, now);
}

/** Whether listings or payments exist, whose amounts are in the market's currency. */
export async function isCurrencyFixed({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ isFixed: boolean }>(
    'SELECT EXISTS (SELECT FROM books) OR EXISTS (SELECT FROM payments) AS "isFixed"',
  );
  return rows[0]!.isFixed;
}
