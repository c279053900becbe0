import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

export type SimulateArguments = {
  /** Processes of one deployment; each student uses one of them. */
  urls: string[];
  multiple: number;
  minutes: number;
  termStart: boolean;
  seed: number;
  accounts: number;
  maxConnections: number;
  metricsToken: string | undefined;
};

const USAGE = `npm run simulate -- --yes [--url=http://127.0.0.1:3000] … [--multiple=1] [--minutes=3] [--term-start]
    [--seed=1] [--accounts=20] [--max-connections=200] [--metrics-token=TOKEN] [--allow-remote]`;

const options = {
  url: { type: 'string', multiple: true, default: ['http://127.0.0.1:3000'] as string[] },
  multiple: { type: 'string', default: '1' },
  minutes: { type: 'string', default: '3' },
  'term-start': { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  accounts: { type: 'string', default: '20' },
  'max-connections': { type: 'string', default: '200' },
  'metrics-token': { type: 'string' },
  'allow-remote': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} satisfies ParseArgsOptionsConfig;

/** Throws with a message: for unknown options, other machines without `--allow-remote`, without `--yes`. */
export function readSimulateArguments(words: readonly string[]): SimulateArguments {
  const values = parse(words);
  const urls = values.url.map(toOrigin);
  const remote = urls.find((url) => !isThisMachine(new URL(url).hostname));
  if (remote !== undefined && !values['allow-remote'])
    throw new Error(`${remote} is another machine. If it is yours, and for tests, add --allow-remote.`);
  if (!values.yes)
    throw new Error(
      `This signs up ${values.accounts} users at ${urls.join(', ')}, who list books, upload photos and write ` +
        'messages, and it loads the server. Nothing of it is deleted afterwards.\n' +
        'Use a deployment for tests only, never one with real students. If it is one, add --yes.',
    );
  return {
    urls,
    multiple: number(values.multiple, 'multiple', { min: 0.01, max: 10_000 }),
    minutes: number(values.minutes, 'minutes', { min: 0.1, max: 120 }),
    termStart: values['term-start'],
    seed: number(values.seed, 'seed', { min: 0, max: 2 ** 32 - 1 }),
    // More are refused: a network may sign up 300 in an hour.
    accounts: Math.floor(number(values.accounts, 'accounts', { min: 2, max: 250 })),
    maxConnections: Math.floor(number(values['max-connections'], 'max-connections', { min: 1, max: 5_000 })),
    metricsToken: values['metrics-token'],
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
}

function toOrigin(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`--url=${text} is no http address`);
  return new URL(text).origin;
}

const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

function number(text: string, name: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= min && value <= max))
    throw new Error(`--${name} must be a number from ${min} to ${max}`);
  return value;
}
