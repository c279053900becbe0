import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { grantAdmin } from '#features/accounts/server/public.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { DatabaseInUseError, openDatabase, type Database } from '#platform/server/database/database.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { ConfigError, readConfig, type Config } from './config.ts';

const usage =
  'Usage: npm run admin -- grant EMAIL\n  Makes the person with this e-mail, who has signed up already, an administrator.';

const log = {
  info: () => {},
  warn: () => {},
  error: (details: object, text?: string) => console.error(text ?? '', details),
};

/** The configured database. An embedded one that serves just now is reached by its socket, another is opened. */
async function open(config: Config): Promise<Database> {
  const directory = resolve(config.dataDir, 'database');
  if (config.databaseUrl === undefined && existsSync(join(directory, '.s.PGSQL.5432'))) {
    const running = await openDatabase({
      url: `postgres://postgres@/postgres?host=${encodeURIComponent(directory)}`,
      dataDir: config.dataDir,
      log,
    });
    try {
      await running.ping();
      return running;
    } catch {
      // Left behind by a process that was killed.
      await running.close();
    }
  }
  return openDatabase({
    dataDir: config.dataDir,
    log,
    ...(config.databaseUrl !== undefined && { url: config.databaseUrl }),
  });
}

/** The operator is nobody of the product's people: the log has no actor then. */
async function grant(database: Database, email: string) {
  return database.transaction(async (tx) => {
    const granted = await grantAdmin(tx, email);
    if (granted !== null)
      await recordAdminAction(tx, {
        actorId: null,
        action: 'admin-granted',
        target: { kind: 'user', id: granted.id },
        now: systemClock.now(),
      });
    return granted;
  });
}

async function run([command, email]: string[]): Promise<number> {
  if (command !== 'grant' || email === undefined) {
    console.error(usage);
    return 2;
  }
  const database = await open(readConfig(process.env));
  try {
    const granted = await grant(database, email);
    if (granted === null) {
      console.log(`Nobody has signed up as ${email}.`);
      return 1;
    }
    const doubt = ' The e-mail is not verified: make sure that this account is the person you mean.';
    console.log(`${email} is an administrator now.${granted.emailVerified ? '' : doubt}`);
    return 0;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DatabaseInUseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
