import { createInterface } from 'node:readline/promises';
import { type Config, readConfig } from '../../server/config.ts';
import { addCell, listCells } from './cells.ts';
import { pauseMarket, resumeMarket } from './change-state.ts';
import { createMarket } from './create-market.ts';
import { deleteDue, deleteMarket, deleteNow } from './delete-market.ts';
import { type Deployment, requireDirectory, withDeployment } from './deployment.ts';
import { exportMarket } from './back-up-markets.ts';
import { importMarket } from './import-market.ts';
import { importOptions, readImport } from './read-import.ts';
import { abortOnSignals } from '../run-command.ts';
import { resolveArgument } from '../product-version.ts';
import { describeMarkets, toTable } from './list-markets.ts';
import { MarketError } from './market-error.ts';
import { cancelMove, moveMarket } from './move/move-market.ts';
import { migrateMarkets } from './migrate-markets.ts';
import { checkName, requireMarket } from './market-rows.ts';
import {
  type Arguments,
  createOptions,
  type Options,
  readArguments,
  readNewMarket,
  readSettings,
  settingOptions,
  textOf,
} from './read-arguments.ts';
import { changeSettings } from './settings.ts';
import { watchRequests, workRequests } from './work-requests.ts';

export const MARKETS_USAGE = `markets COMMAND          Several campuses on this deployment:
    create NAME --host HOST [--campus TEXT] [--currency CODE] [--languages LIST] [--timezone ZONE] [--set VARIABLE=VALUE …]
      [--set-from FILE] [--cell CELL] [--canary]
    list                   pause NAME [--reason TEXT]        resume NAME
    set NAME --set VARIABLE=VALUE … [--set-from FILE]   (an empty value removes it)
                           Secrets only by --set-from: lines VARIABLE=VALUE of a file that only you can read (chmod 600).
    export NAME FILE       Writes a backup with the secret of the market: a single installation continues with it.
    import FILE [--name NAME] [--host HOST] [--secret-file FILE] [--keep-sessions] [--unsigned] and the options of create
                           Adds a market with the rows and photos of a backup. A backup with its own secret, as an export, needs
                           --unsigned, or --secret-file with the secret received another way: its signature alone proves nothing.
    delete NAME [--now [--yes NAME]] [--leave-subscriptions]
                           Closes it, and deletes it after 30 days; --now at once. Its subscriptions end at Stripe: with their paid
                           period when it closes, at once when it is deleted.
    delete --due           Deletes those whose 30 days are over.
    move NAME --to CELL [--offline]   Copies it to another cell while it is used; its users wait for some seconds.
    move NAME --cancel     Gives a move up that was interrupted.
    migrate [--at-once 4] [--only NAME]
    work [--watch]         Creates what operators have asked for on their page; --watch also what they ask for later.
    cells list             cells add CELL --url postgres://HOST:PORT [--direct-url URL] [--replica-url URL]
    A command that was interrupted is run again: it continues where it was.`;

type MarketCommand = {
  options?: Options;
  /** How many words follow the command. */
  count: number;
  /** Creates the directory itself; others need it. */
  isFirst?: boolean;
  run(deployment: Deployment, given: Arguments): Promise<boolean | void>;
};

const reason = { type: 'string' } as const;

const commands: Record<string, MarketCommand> = {
  create: {
    options: createOptions,
    count: 1,
    isFirst: true,
    run: (deployment, given) => createMarket(deployment, readNewMarket(given)),
  },
  list: { count: 0, run: async (deployment) => deployment.say(await describeMarkets(deployment)) },
  pause: {
    options: { reason },
    count: 1,
    run: (deployment, given) => pauseMarket(deployment, given.names[0]!, textOf(given, 'reason') ?? null),
  },
  resume: { count: 1, run: (deployment, { names }) => resumeMarket(deployment, names[0]!) },
  set: {
    options: settingOptions,
    count: 1,
    run: async (deployment, given) => {
      const { number, name } = await requireMarket(deployment, given.names[0]!);
      const settings = readSettings(given);
      await changeSettings(deployment, number, settings);
      deployment.say(`${name}: ${Object.keys(settings).join(', ') || 'nothing'} changed.`);
    },
  },
  delete: {
    options: {
      now: { type: 'boolean' },
      yes: { type: 'string' },
      'leave-subscriptions': { type: 'boolean' },
    },
    count: 1,
    run: async (deployment, given) => {
      const [name = ''] = given.names;
      const options = { leavesSubscriptions: given.values['leave-subscriptions'] === true };
      if (given.values['now'] !== true) return deleteMarket(deployment, name, options);
      if (await isConfirmed(deployment, name, textOf(given, 'yes')))
        return deleteNow(deployment, name, options);
      deployment.say('That is not its name. Nothing was changed.');
      return false;
    },
  },
  export: {
    count: 2,
    run: (deployment, { names }) =>
      exportMarket(deployment, names[0]!, resolveArgument(names[1]!), abortOnSignals()),
  },
  import: {
    options: importOptions,
    count: 1,
    isFirst: true,
    run: async (deployment, given) => importMarket(deployment, await readImport(given)),
  },
  move: {
    options: { to: { type: 'string' }, offline: { type: 'boolean' }, cancel: { type: 'boolean' } },
    count: 1,
    run: (deployment, given) => {
      const [name = ''] = given.names;
      if (given.values['cancel'] === true) return cancelMove(deployment, name);
      const to = textOf(given, 'to');
      if (to === undefined) throw new MarketError('Name the cell: --to CELL');
      return moveMarket(deployment, { name, to, isOffline: given.values['offline'] === true });
    },
  },
  'delete --due': { count: 0, run: (deployment) => deleteDue(deployment) },
  migrate: {
    options: { 'at-once': { type: 'string', default: '4' }, only: { type: 'string' } },
    count: 0,
    run: (deployment, given) =>
      migrateMarkets(deployment, {
        atOnce: Math.min(Number(textOf(given, 'at-once')) || 1, 16),
        only: textOf(given, 'only'),
      }),
  },
  work: {
    options: { watch: { type: 'boolean' } },
    count: 0,
    run: (deployment, { values }) =>
      values['watch'] === true ? watchRequests(deployment, abortOnSignals()) : workRequests(deployment),
  },
  'cells list': {
    count: 0,
    run: async (deployment) => {
      const rows = (await listCells(deployment)).map(({ name, url, markets }) => [
        name,
        url ?? 'the server of the installation',
        `${markets} markets`,
      ]);
      deployment.say(toTable(rows));
    },
  },
  'cells add': {
    options: {
      url: { type: 'string' },
      'direct-url': { type: 'string' },
      'replica-url': { type: 'string' },
    },
    count: 1,
    isFirst: true,
    run: async (deployment, given) => {
      const [name = ''] = given.names;
      checkName(name);
      const url = textOf(given, 'url') ?? null;
      const [directUrl, replicaUrl] = [textOf(given, 'direct-url'), textOf(given, 'replica-url')];
      await addCell(deployment, { name, url, directUrl: directUrl ?? null, replicaUrl: replicaUrl ?? null });
    },
  },
};

async function isConfirmed(
  deployment: Deployment,
  name: string,
  given: string | undefined,
): Promise<boolean> {
  await requireMarket(deployment, name);
  if (given !== undefined) return given === name;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`Delete ${name} and all that is in it? Type its name: `)).trim() === name;
  } finally {
    terminal.close();
  }
}

/** `args`: what follows 'markets'. Null if they are no command. */
function findCommand(args: string[]): { command: MarketCommand; given: Arguments } | null {
  const words = [args.slice(0, 2).join(' '), args[0] ?? ''];
  const name = words.find((word) => Object.hasOwn(commands, word));
  if (name === undefined) return null;
  const command = commands[name]!;
  const given = readArguments(args.slice(name.split(' ').length), command.options ?? {}, command.count);
  return given && { command, given };
}

/** Returns the exit code. Throws ConfigError, MarketError. */
export async function runMarkets(
  args: string[],
  variables: Record<string, string | undefined>,
  options: Parameters<typeof withDeployment>[2] = {},
): Promise<number> {
  const found = findCommand(args);
  if (found === null) {
    console.error(`Usage: npm run admin -- ${MARKETS_USAGE}`);
    return 2;
  }
  const config: Config = readConfig(variables);
  const { command, given } = found;
  return withDeployment(
    config,
    async (deployment) => {
      if (command.isFirst !== true) await requireDirectory(deployment);
      return (await command.run(deployment, given)) === false ? 1 : 0;
    },
    options,
  );
}
