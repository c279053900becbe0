import { verifyArchive } from '#platform/server/backup/archive-reader.ts';
import { resolveArgument } from '../product-version.ts';
import type { Import } from './import-market.ts';
import { ConfigError } from '../../server/config.ts';
import { MarketError } from './market-error.ts';
import type { NewMarket } from './reserve-market.ts';
import {
  type Arguments,
  createOptions,
  listOf,
  type Options,
  readNewMarket,
  textOf,
} from './read-arguments.ts';

export const importOptions = {
  ...createOptions,
  name: { type: 'string' },
  'secret-file': { type: 'string' },
  'keep-sessions': { type: 'boolean' },
  unsigned: { type: 'boolean' },
} as const satisfies Options;

/** Name, hosts and settings are those of the backup unless others are given. Throws MarketError, BackupError. */
export async function readImport(given: Arguments): Promise<Import> {
  const file = resolveArgument(given.names[0] ?? '');
  const { market: described } = await verifyArchive(file, () => true);
  const name = textOf(given, 'name') ?? described?.name;
  if (name === undefined)
    throw new MarketError('The backup is of an installation alone: name the market, --name NAME.');
  const hosts = listOf(given, 'host');
  const { PUBLIC_URL: _, ...settings } = described?.settings ?? {};
  const kept = Object.entries(settings).map(([variable, value]) => `${variable}=${value}`);
  const values = {
    ...given.values,
    host: hosts.length > 0 ? hosts : [...(described?.hosts ?? [])],
    set: [...kept, ...listOf(given, 'set')],
  };
  const secretFile = textOf(given, 'secret-file');
  return {
    file,
    market: readMarket({ names: [name], values }),
    keepSessions: given.values['keep-sessions'] === true,
    isUnsignedAccepted: given.values['unsigned'] === true,
    secretFile: secretFile === undefined ? null : resolveArgument(secretFile),
  };
}

/** The settings of an export lack their secrets, without which some of them are not valid. */
function readMarket(given: Arguments): NewMarket {
  try {
    return readNewMarket(given);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(
      `${error.message}\nThe secrets of settings are not in a backup. Give them with --set-from FILE, or leave settings out: --set OIDC_ISSUER= --set OIDC_CLIENT_ID=`,
      { cause: error },
    );
  }
}
