import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  DatabaseInUseError,
  DatabaseStartError,
  openDatabase,
  type Database,
  type DatabaseLog,
} from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrate-database.ts';
import { startReleasingMemory } from '#platform/server/release-memory.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { lockDemoAccounts } from '#demo/lock-demo-accounts.ts';
import { type DemoSignIn, seedDemoCampus } from '#demo/seed-demo-campus.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createApp, type App } from './create-app.ts';
import { productionPages, viteDevPages } from './page-source.ts';

const root = join(import.meta.dirname, '../../..');
const developing = process.env['BOOKSWAP_DEV'] !== undefined;
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

async function start(config: Config): Promise<void> {
  createDataDir(config.dataDir);
  const database = await openDatabase({
    dataDir: config.dataDir,
    log: databaseLog,
    ...(config.databaseUrl !== undefined && { url: config.databaseUrl }),
  });
  try {
    await migrateDatabase(database, { folder: join(root, 'db/migrations'), log: startLog });
    const app = await createApp({
      config,
      database,
      developing,
      pages: developing ? await viteDevPages(root) : productionPages(root),
    });
    const signIns = await demo(config, database, app);
    const address = await app.listen();
    databaseLogTarget = app.context.log;
    say(`BookSwap listens on ${address}${signInHint(signIns)}`);
    stopOnSignals(app, database);
    startReleasingMemory();
  } catch (error) {
    await database.close();
    throw error;
  }
}

function createDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError(
      `The data directory ${resolve(dataDir)} cannot be created (${(error as NodeJS.ErrnoException).code}). ` +
        'Set DATA_DIR to a directory that this user can write to.',
    );
  }
}

async function demo(config: Config, database: Database, app: App): Promise<DemoSignIn[]> {
  // A server that was private may be public now, where published passwords must not open anything.
  if (!config.demo.knownPasswords) await lockDemoAccounts(app.context, say);
  if (!config.demo.fill) return [];
  const signIns = await seedDemoCampus({
    database,
    events: app.context.events,
    createDemoUser: app.accounts.createDemoUser,
    seedPhoto: app.photos.seedPhoto,
    now: systemClock.now(),
    knownPasswords: config.demo.knownPasswords,
    progress: say,
  });
  if (config.demo.knownPasswords && signIns.length > 0)
    say('The demo passwords are public. They stop working once a proxy forwards a request.');
  return signIns;
}

const signInHint = (signIns: DemoSignIn[]) =>
  signIns
    .map(({ email, password, isAdmin }) => ` · demo ${isAdmin ? 'admin' : 'student'}: ${email} / ${password}`)
    .join('');

/** The supervisor waits ten seconds before it kills the process. */
const STOP_TIMEOUT_MS = 9_000;

/** Stops at the first signal, after open requests are finished and acknowledged data is written. */
function stopOnSignals(app: App, database: Database): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      console.error('Stopping took too long.');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    await app.close();
    await database.close();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}

try {
  await start(readConfig(process.env));
} catch (error) {
  if (
    error instanceof ConfigError ||
    error instanceof DatabaseInUseError ||
    error instanceof DatabaseStartError
  )
    console.error(error.message);
  else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    console.error('Another program is using the port. Set PORT to a free one.');
  } else console.error(error);
  process.exit(error instanceof DatabaseInUseError ? error.exitCode : 1);
}
