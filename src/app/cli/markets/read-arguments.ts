import { readFileSync, statSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { SECRET_SETTINGS } from '../../server/market/market-settings.ts';
import { resolveArgument } from '../product-version.ts';
import { MarketError } from './market-error.ts';
import { checkName, parseHost } from './market-rows.ts';
import type { NewMarket } from './reserve-market.ts';
import { checkSettings } from './settings.ts';
import { MAIN_CELL } from './ensure-directory.ts';

export type Arguments = {
  names: string[];
  values: Record<string, string | boolean | string[] | undefined>;
};

export type Options = NonNullable<ParseArgsConfig['options']>;

/** Null if they are not those of the command. */
export function readArguments(args: string[], options: Options, count: number): Arguments | null {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length !== count) return null;
    return { names: positionals, values: values as Arguments['values'] };
  } catch {
    return null;
  }
}

export const textOf = ({ values }: Arguments, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

export const listOf = ({ values }: Arguments, name: string): string[] => {
  const value = values[name];
  return Array.isArray(value) ? value : [];
};

export const settingOptions = {
  set: { type: 'string', multiple: true },
  'set-from': { type: 'string' },
} as const satisfies Options;

export const createOptions = {
  ...settingOptions,
  host: { type: 'string', multiple: true },
  cell: { type: 'string' },
  campus: { type: 'string' },
  currency: { type: 'string' },
  languages: { type: 'string' },
  timezone: { type: 'string' },
  canary: { type: 'boolean' },
} as const satisfies Options;

const shortcuts: Readonly<Record<string, string>> = {
  campus: 'CAMPUS_NAME',
  currency: 'CAMPUS_CURRENCY',
  languages: 'CAMPUS_LANGUAGES',
  timezone: 'CAMPUS_TIME_ZONE',
};

/** The market that the arguments of `create` describe. Throws MarketError, ConfigError. */
export function readNewMarket(given: Arguments): NewMarket {
  const [name = ''] = given.names;
  checkName(name);
  const hosts = listOf(given, 'host');
  const [main] = hosts;
  if (main === undefined)
    throw new MarketError('A market needs a host that no other has: --host market.westfield.example');
  const short = Object.entries(shortcuts).flatMap(([option, variable]) => {
    const value = textOf(given, option);
    return value === undefined ? [] : [[variable, value] as const];
  });
  const settings = {
    ...Object.fromEntries(short),
    ...readSettings(given),
  };
  checkSettings(settings);
  return {
    name,
    hosts: [...new Set(hosts.map(parseHost))],
    cell: textOf(given, 'cell') ?? MAIN_CELL,
    settings,
    isCanary: given.values['canary'] === true,
  };
}

/** Those of `--set` and of the file of `--set-from`. Throws MarketError. */
export function readSettings(given: Arguments): Record<string, string> {
  const settings = toSettings(listOf(given, 'set'));
  const secret = Object.keys(settings).find((name) => SECRET_SETTINGS.has(name) && settings[name] !== '');
  if (secret !== undefined)
    throw new MarketError(
      `${secret} is secret, and other users of this machine can read arguments. Write ${secret}=VALUE into a file that only ` +
        'you can read (chmod 600): --set-from FILE. Nothing was changed.',
    );
  const file = textOf(given, 'set-from');
  return { ...settings, ...(file !== undefined && toSettings(readLines(resolveArgument(file)))) };
}

function readLines(file: string): string[] {
  const { text, mode } = readWithMode(file);
  if ((mode & 0o077) !== 0)
    throw new MarketError(
      `Other users of this machine can open ${file}: chmod 600 ${file}. Nothing was changed.`,
    );
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

function readWithMode(file: string): { text: string; mode: number } {
  try {
    return { text: readFileSync(file, 'utf8'), mode: statSync(file).mode };
  } catch (error) {
    throw new MarketError(`The file of --set-from cannot be read: ${(error as Error).message}`);
  }
}

/** `NAME=VALUE` of each. Throws MarketError. */
function toSettings(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1)
        throw new MarketError(
          `A setting is written as CAMPUS_NAME=Westfield College: there is one without '='.`,
        );
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
