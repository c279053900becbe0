import { join } from 'node:path';
import { hasAdmin } from '#features/accounts/server/staff/find-staff.ts';
import { checkConnections } from '#platform/server/database/check-connections.ts';
import {
  openDatabase,
  type Database,
  type DatabaseLog,
  type OpenDatabaseOptions,
} from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import type { MarketDirectory } from '#platform/server/markets/market-directory.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { startReleasingMemory } from '#platform/server/release-memory.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { lockDemoAccounts } from '#demo/lock-demo-accounts.ts';
import { type DemoSignIn, seedDemoCampus } from '#demo/seed-demo-campus.ts';
import type { Config } from '../config.ts';
import type { App, AppOptions } from '../create-app.ts';
import { createEdge, type Edge } from '../edge/create-edge.ts';
import type { OpenMarket } from '../edge/market-slot.ts';
import { MarketCells, type MarketCellsOptions } from '../edge/market-cells.ts';
import { publicUrlOf, type Variables } from '../edge/market-config.ts';
import { createOperator, type Operator, type OperatorOptions } from '../operator/create-operator.ts';
import { workRequestsInChild } from '../operator/work-requests-in-child.ts';
import { createDataDir } from './create-data-dir.ts';
import { InstallationDirectory } from './installation-directory.ts';
import { createProcessServices, type ProcessServices } from './process-services.ts';
import { openStaticFiles } from './static-files.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { findInheritedSocket, notifyServiceManager } from './systemd.ts';

const root = join(import.meta.dirname, '../../../..');
const say = (text: string) => console.log(text);

/** Lines for the terminal during startup; later the log is JSON. */
const startLog = {
  debug: () => {},
  info: (_details: object, text?: string) => text !== undefined && say(text),
  warn: (_details: object, text?: string) => text !== undefined && console.warn(text),
  error: (_details: object, text?: string) => console.error(text ?? ''),
};

/** The database logs to the terminal until the server listens, then to the server's log. */
let databaseLogTarget: DatabaseLog = startLog;
const databaseLog: DatabaseLog = {
  debug: (fields, text) => databaseLogTarget.debug(fields, text),
  info: (fields, text) => databaseLogTarget.info(fields, text),
  warn: (fields, text) => databaseLogTarget.warn(fields, text),
  error: (fields, text) => databaseLogTarget.error(fields, text),
};

type StartOptions = Pick<AppOptions, 'developing' | 'unlimited' | 'hashing'> & {
  openPages?: () => Promise<AppOptions['pages']>;
  timeouts?: OpenDatabaseOptions['timeouts'];
  /** The environment of which `config` was read: other markets have its process part. */
  variables?: Variables;
};

/** Opens the database, listens, and stops on signals. Throws errors whose message is for the user. */
export async function startServer(config: Config, options: StartOptions = {}) {
  createDataDir(config.dataDir);
  const pages = await options.openPages?.();
  const staticDir = pages?.staticDir ?? null;
  const files = staticDir === null ? null : await openStaticFiles({ ...config, staticDir });
  const services = createProcessServices({ files });
  const database = await openDatabase({
    dataDir: config.dataDir,
    log: databaseLog,
    connections: services.connections.openMarket(FIRST_MARKET),
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    replicaUrl: config.databaseReplicaUrl,
    timeouts: options.timeouts,
  });
  try {
    await checkConnections(database, databaseLog);
    await migrateDatabase(database, { folder: join(root, 'db/migrations'), log: startLog });
    const { edge, directory, components } = await openProcess(config, { database, pages, services }, options);
    const first = await openFirstMarket(edge, directory);
    const signIns = first === null ? [] : await demo(config, database, first.app);
    const address = await edge.listen(findInheritedSocket(process.env, process.pid));
    databaseLogTarget = edge.http.log;
    if (first !== null) await sayHowToBecomeAdmin(config, database);
    say(`BookSwap listens on ${address}${signInHint(signIns)}`);
    stopOnSignals(components, {
      drain: () => edge.drain(),
      log: edge.http.log,
      graceMs: config.stopGraceSeconds * 1000,
    });
    notifyServiceManager('ready');
    startReleasingMemory();
  } catch (error) {
    await database.close();
    throw error;
  }
}

type Opened = { database: Database; pages: AppOptions['pages']; services: ProcessServices };

/** The edge with its markets, and what ends them in order. */
async function openProcess(
  config: Config,
  { database, pages, services }: Opened,
  { timeouts, variables = {}, developing, unlimited, hashing }: StartOptions,
) {
  let cells: MarketCells | null = null;
  const directory = new InstallationDirectory({
    config,
    database,
    log: databaseLog,
    onControl: async (root, controlUrl) => {
      cells ??= await openCells({ config, database, edge, directory, root, controlUrl });
      await operator?.connect(root, controlUrl);
    },
  });
  const lookAtFirst = async () => {
    await directory.look();
    // The directory names the cells from here on, and the first market is opened again with its own.
    cells?.start();
  };
  const look = () =>
    lookAtFirst().catch((error: unknown) =>
      edge.http.log.warn({ err: error }, 'the directory of the markets cannot be read'),
    );
  const operator = await openOperator(config, { directory, look, database, variables });
  const edge: Edge = await createEdge({
    operator,
    config,
    variables,
    directory,
    services,
    pages,
    app: { ...(developing && { developing }), ...(unlimited && { unlimited }), ...(hashing && { hashing }) },
    database: { log: databaseLog, timeouts },
    cellPartsOf: async (entry) => cells?.partsOf(entry),
    databaseOf: (entry) => (entry.database.url === database.url ? database : undefined),
    isPinned: (number) =>
      number === FIRST_MARKET && (database.embedded !== undefined || directory.list().length === 1),
    onUnknownHost: () => void look(),
  });
  // As an installation alone it would run the jobs of the first market beside its cell.
  await lookAtFirst().catch((error: unknown) => {
    throw new Error('The directory of the markets cannot be read.', { cause: error });
  });
  const components = [
    { name: 'the jobs of the cells', stop: async () => cells?.drain() },
    { name: 'the product', stop: () => edge.close() },
    { name: 'the page of operators', stop: async () => operator?.close() },
    { name: 'the cells', stop: async () => cells?.close() },
    { name: 'pages', stop: async () => pages?.close() },
    { name: 'the services of the process', stop: () => services.close() },
    { name: 'the directory', stop: () => directory.close() },
    { name: 'the database', stop: () => database.close() },
  ];
  return { edge, directory, components };
}

type Surroundings = Pick<OperatorOptions, 'directory' | 'look'> & {
  database: Database;
  variables: Variables;
};

async function openOperator(
  config: Config,
  { directory, look, database, variables }: Surroundings,
): Promise<Operator | undefined> {
  const { operatorHost: host } = config;
  if (host === undefined) return undefined;
  return createOperator({
    host,
    config,
    directory,
    look,
    clock: systemClock,
    databaseLog,
    // Over the socket of the embedded database, which its account alone reaches. Others give their server no such right.
    runCommand: database.embedded === undefined ? null : () => workRequestsInChild(variables),
  });
}

/** The start of an installation alone fails with its market; that of several does not. */
async function openFirstMarket(edge: Edge, directory: MarketDirectory): Promise<OpenMarket | null> {
  const isAlone = directory.list().length === 1;
  if (!isAlone && directory.get(FIRST_MARKET)?.state !== 'active') return null;
  try {
    return await edge.markets.open(FIRST_MARKET);
  } catch (error) {
    if (isAlone) throw error;
    edge.http.log.error({ err: error, market: FIRST_MARKET }, 'a market could not be opened');
    return null;
  }
}

type Cells = Pick<MarketCellsOptions, 'directory' | 'root' | 'controlUrl'> & {
  config: Config;
  database: Database;
  edge: Edge;
};

async function openCells({ config, database, edge, ...given }: Cells): Promise<MarketCells> {
  return MarketCells.open({
    ...given,
    markets: () => edge.markets,
    redisUrl: config.redisUrl,
    isAlone: database.embedded !== undefined,
    originOf: (entry) => publicUrlOf(entry, config),
    clock: systemClock,
    log: edge.http.log,
    databaseLog,
  });
}

async function demo(config: Config, database: Database, app: App): Promise<DemoSignIn[]> {
  // A server that was private may be public now, where published passwords must not open anything.
  if (!config.demo.knownPasswords) await lockDemoAccounts(app.context, say);
  if (!config.demo.fill) return [];
  const signIns = await seedDemoCampus({
    database,
    secrets: app.context.secrets,
    events: app.context.events,
    createDemoUser: app.accounts.createDemoUser,
    deleteUser: app.accounts.deleteUser,
    seedPhoto: app.photos.seedPhoto,
    now: systemClock.now(),
    market: config.market,
    localeOf: app.context.localeOf,
    knownPasswords: config.demo.knownPasswords,
    progress: say,
  });
  if (config.demo.knownPasswords && signIns.length > 0)
    say('The demo passwords are public. They stop working once a proxy forwards a request.');
  return signIns;
}

async function sayHowToBecomeAdmin({ adminEmails }: Config, { orm }: Database): Promise<void> {
  if (adminEmails.length === 0 && !(await hasAdmin(orm)))
    say('No user is an admin yet. Sign up, then run: npm run admin -- grant EMAIL');
}

const signInHint = (signIns: DemoSignIn[]) =>
  signIns
    .map(({ email, password, isAdmin }) => ` · demo ${isAdmin ? 'admin' : 'student'}: ${email} / ${password}`)
    .join('');
