import { parseArgs, type ParseArgsConfig } from 'node:util';
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

export const createOptions = {
  host: { type: 'string', multiple: true },
  cell: { type: 'string' },
  campus: { type: 'string' },
  currency: { type: 'string' },
  languages: { type: 'string' },
  timezone: { type: 'string' },
  set: { type: 'string', multiple: true },
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
    throw new MarketError('A market needs a host of its own: --host market.westfield.example');
  const short = Object.entries(shortcuts).flatMap(([option, variable]) => {
    const value = textOf(given, option);
    return value === undefined ? [] : [[variable, value] as const];
  });
  const settings = {
    ...Object.fromEntries(short),
    ...readSettings(listOf(given, 'set')),
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

/** `NAME=VALUE` of each. Throws MarketError. */
export function readSettings(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new MarketError(`'${pair}' is not a setting: write CAMPUS_NAME=Westfield College`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
