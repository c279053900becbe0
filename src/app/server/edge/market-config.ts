import { join } from 'node:path';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { type Config, readConfig } from '../config.ts';
import { MARKET_SETTINGS } from '../market/market-settings.ts';

/** Environment variables by their names. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What each market has its own of. All other variables are of the process. */
const OWN_VARIABLES: ReadonlySet<string> = new Set([
  ...MARKET_SETTINGS,
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'SECRET_KEY',
]);

/** The address without the name before it. */
const MAIL_ADDRESS = /<([^<>]+)>\s*$/;

/** The configuration of a market. Throws ConfigError. The first one is the installation itself. */
export function readMarketConfig(entry: MarketEntry, variables: Variables, installation: Config): Config {
  if (entry.number === 1)
    return Object.keys(entry.settings).length === 0
      ? installation
      : readConfig({ ...variables, ...entry.settings });
  const ofProcess = Object.entries(variables).filter(([name]) => !OWN_VARIABLES.has(name));
  const { url, directUrl, replicaUrl } = entry.database;
  return readConfig({
    ...Object.fromEntries(ofProcess),
    PUBLIC_URL: toPublicUrl(entry.hosts[0] ?? 'localhost', installation),
    DATA_DIR: join(installation.dataDir, 'markets', `m${entry.number}`),
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_REPLICA_URL: replicaUrl,
    MAIL_FROM: toSender(entry, installation),
    ...entry.settings,
  });
}

/** Reached as the installation is: with its scheme and port. */
export function toPublicUrl(host: string, { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  const url = new URL(publicUrl ?? `http://localhost:${port}`);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  return url.origin;
}

/** Mails of a market come from the address of the process, in the name of the campus. */
function toSender({ name, settings }: MarketEntry, { smtp }: Config): string | undefined {
  if (smtp === null) return undefined;
  const address = MAIL_ADDRESS.exec(smtp.from)?.[1] ?? smtp.from;
  return `"${(settings['CAMPUS_NAME'] ?? name).replaceAll(/["\\\r\n]/g, '')}" <${address}>`;
}
