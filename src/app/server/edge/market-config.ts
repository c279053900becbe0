import { join } from 'node:path';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { databaseOf } from '#platform/server/markets/market-urls.ts';
import type { CampusSettings } from '#features/campus/contract.ts';
import { type Config, readConfig } from '../config.ts';
import { withCampusSettings } from '../market/campus-config.ts';
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

/**
 * The configuration of a market, with what its administrators have changed (`campus`). Throws ConfigError. The first
 * one is the installation itself.
 */
export function readMarketConfig(
  entry: MarketEntry,
  variables: Variables,
  installation: Config,
  campus: CampusSettings | null = null,
): Config {
  if (entry.number !== FIRST_MARKET)
    return readConfig(withCampusSettings(toVariables(entry, variables, installation), campus));
  const isChanged = campus !== null || Object.keys(entry.settings).length > 0;
  return isChanged
    ? readConfig(withCampusSettings({ ...variables, ...entry.settings }, campus))
    : installation;
}

function toVariables(entry: MarketEntry, variables: Variables, installation: Config): Variables {
  const ofProcess = Object.entries(variables).filter(([name]) => !OWN_VARIABLES.has(name));
  const { url, directUrl, replicaUrl } = entry.database;
  return {
    ...Object.fromEntries(ofProcess),
    PUBLIC_URL: toPublicUrl(entry.hosts[0] ?? 'localhost', installation),
    DATA_DIR: dataDirOf(entry.number, installation),
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_REPLICA_URL: replicaUrl,
    MAIL_FROM: toSender(entry, installation),
    ...entry.settings,
  };
}

/** Where the files of a market are. The first one keeps that of the installation. */
export const dataDirOf = (number: number, { dataDir }: Pick<Config, 'dataDir'>): string =>
  number === FIRST_MARKET ? dataDir : join(dataDir, 'markets', databaseOf(number));

/** Reached as the installation is: with its scheme and port. */
export function toPublicUrl(host: string, { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  const url = new URL(publicUrl ?? `http://localhost:${port}`);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  return url.origin;
}

/** Where people reach a market. */
export const publicUrlOf = (
  { settings, hosts }: Pick<MarketEntry, 'settings' | 'hosts'>,
  installation: Pick<Config, 'publicUrl' | 'port'>,
): string => settings['PUBLIC_URL'] ?? toPublicUrl(hosts[0] ?? 'localhost', installation);

/** Mails of a market come from the address of the process, in the name of the campus. */
function toSender({ name, settings }: MarketEntry, { smtp }: Config): string | undefined {
  if (smtp === null) return undefined;
  const address = MAIL_ADDRESS.exec(smtp.from)?.[1] ?? smtp.from;
  return `"${(settings['CAMPUS_NAME'] ?? name).replaceAll(/["\\\r\n]/g, '')}" <${address}>`;
}

/** A change of the state or of its reason needs no other opening. */
export const toOpening = ({ name, hosts, cell, database, settings }: MarketEntry): string =>
  JSON.stringify([name, hosts, cell, database, settings]);
