import { directoryKey } from '#platform/server/markets/market-keys.ts';
import { seal } from '#platform/server/secrets/seal.ts';
import { readConfig } from '../../server/config.ts';
import { MARKET_SETTINGS, SECRET_SETTINGS } from '../../server/market/market-settings.ts';
import type { Deployment } from './deployment.ts';
import { MarketError } from './market-error.ts';
import { readEntry } from './market-rows.ts';

/** Throws MarketError for a variable that is not a market's, ConfigError for a wrong value. */
export function checkSettings(settings: Readonly<Record<string, string>>): void {
  const known: readonly string[] = MARKET_SETTINGS;
  const stranger = Object.keys(settings).find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new MarketError(
      `${stranger} is not a setting of a market. Those are ${MARKET_SETTINGS.join(', ')}.`,
    );
  // MAIL_FROM is one of two; the mail server is the process's.
  const { MAIL_FROM, ...rest } = settings;
  readConfig({ ...rest, ...(MAIL_FROM && { MAIL_FROM, SMTP_URL: 'smtp://localhost' }) });
}

/** Adds settings of a market; an empty value removes one. Secrets are sealed. */
export async function putSettings(
  { control, root }: Deployment,
  number: number,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const entries = Object.entries(settings);
  const open = entries.filter(([name]) => !SECRET_SETTINGS.has(name));
  const kept = Object.fromEntries(open.filter(([, value]) => value !== ''));
  const removed = open.flatMap(([name, value]) => (value === '' ? [name] : []));
  if (open.length > 0)
    await control.query(
      'UPDATE control.markets SET settings = (settings || $2) - $3::text[] WHERE number = $1',
      [number, JSON.stringify(kept), removed],
    );
  for (const [name, value] of entries)
    if (SECRET_SETTINGS.has(name)) await putSecret({ control, root }, number, { name, value });
}

export async function putSecret(
  { control, root }: Pick<Deployment, 'control' | 'root'>,
  number: number,
  { name, value }: { name: string; value: string },
): Promise<void> {
  await control.query('DELETE FROM control.market_secrets WHERE market = $1 AND name = $2', [number, name]);
  if (value !== '')
    await control.query('INSERT INTO control.market_secrets (market, name, sealed) VALUES ($1, $2, $3)', [
      number,
      name,
      seal(directoryKey(root, number), value),
    ]);
}

/** Changes settings of a market that exists. */
export async function changeSettings(
  deployment: Deployment,
  number: number,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const { SECRET_KEY: _, ...current } = (await readEntry(deployment, number)).settings;
  checkSettings({ ...current, ...settings });
  await putSettings(deployment, number, settings);
}
