import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg, { type Client } from 'pg';
import { releaseSessionLock, trySessionLock } from '../../database/advisory-lock.ts';
import { openDatabase, type DatabaseLog } from '../../database/database.ts';
import { LOCK_POLL_MS } from '../../database/locked-transaction.ts';
import { migrateDatabase } from '../../database/migrations/migrate-database.ts';
import { readMigrations } from '../../database/migrations/migration-files.ts';
import { databasePassword } from '../market-keys.ts';
import { withParts } from '../market-urls.ts';
import { type Cluster, hasDatabase, hasRole, inMaintenance } from './cluster.ts';
import { actingFor, closeDatabase } from './roles.ts';
import { scramVerifier } from './scram-verifier.ts';

/** Owns what is in a template, so that it can be given to the role of a market in one statement. */
export const TEMPLATE_ROLE = 'bookswap_template';
/** Any number: a template is made once, and not copied meanwhile. */
const TEMPLATE_LOCK = 4_917_203_355_604;

export type TemplateOptions = {
  /** `db/migrations`. */
  folder: string;
  root: string;
  log: DatabaseLog;
};

/** Makes the database that markets of this version begin with, if it is missing. Returns its name. */
export async function ensureTemplate(cluster: Cluster, options: TemplateOptions): Promise<string> {
  const name = `bookswap_template_${await migrationsKey(options.folder)}`;
  await inMaintenance(cluster, async (session) => {
    await lockTemplates(session);
    if (await hasDatabase(session, name)) return;
    await build(cluster, session, { ...options, name });
  });
  return name;
}

/** Until it is released, or the session ends. */
async function lockTemplates(session: Client): Promise<void> {
  while (!(await trySessionLock(session, TEMPLATE_LOCK))) await pause(LOCK_POLL_MS);
}

async function migrationsKey(folder: string): Promise<string> {
  const hashes = (await readMigrations(folder)).map(({ hash }) => hash);
  return createHash('sha256').update(hashes.join()).digest('hex').slice(0, 16);
}

async function build(
  cluster: Cluster,
  session: Client,
  { name, folder, root, log }: TemplateOptions & { name: string },
): Promise<void> {
  const unfinished = `${name}_new`;
  const password = databasePassword(root, TEMPLATE_ROLE);
  await putTemplateRole(session, password);
  await session.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await createEmptyDatabase(session, unfinished, TEMPLATE_ROLE);
  await closeDatabase(session, unfinished);
  const address = { role: TEMPLATE_ROLE, password, database: unfinished };
  const database = await openDatabase({ url: withParts(cluster.adminUrl, address), dataDir: '', log });
  try {
    await migrateDatabase(database, { folder, log });
  } finally {
    await database.close();
  }
  await session.query(`ALTER ROLE ${TEMPLATE_ROLE} NOLOGIN`);
  // Else REASSIGN OWNED in a copy would also give the template away.
  await actingFor(session, TEMPLATE_ROLE, () =>
    session.query(`ALTER DATABASE ${unfinished} OWNER TO CURRENT_USER`),
  );
  await session.query(`ALTER DATABASE ${unfinished} ALLOW_CONNECTIONS false`);
  await session.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  await dropOthers(session, name);
}

async function putTemplateRole(session: Client, password: string): Promise<void> {
  const verb = (await hasRole(session, TEMPLATE_ROLE)) ? 'ALTER' : 'CREATE';
  const verifier = pg.escapeLiteral(scramVerifier(password));
  await session.query(`${verb} ROLE ${TEMPLATE_ROLE} LOGIN NOCREATEDB NOCREATEROLE PASSWORD ${verifier}`);
}

/** Those of other versions, which a command of such a version makes again. */
async function dropOthers(session: Client, name: string): Promise<void> {
  const { rows } = await session.query<{ other: string }>(
    `SELECT datname::text AS other FROM pg_database WHERE datname LIKE 'bookswap\\_template\\_%' AND datname <> $1`,
    [name],
  );
  for (const { other } of rows)
    await session.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(other)} WITH (FORCE)`);
}

/** As the server has them, in UTF-8. */
export async function createEmptyDatabase(session: Client, name: string, owner: string): Promise<void> {
  await actingFor(session, owner, () =>
    session.query(`CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0 ENCODING 'UTF8'`),
  );
}

/** Copies a template under the lock that its making holds, unless the copy is there: of a killed command it may come late. */
export async function copyTemplate(
  session: Client,
  { template, name, owner }: { template: string; name: string; owner: string },
): Promise<void> {
  await lockTemplates(session);
  try {
    if (await hasDatabase(session, name)) return;
    await actingFor(session, owner, () =>
      session.query(`CREATE DATABASE ${name} OWNER ${owner} TEMPLATE ${template}`),
    );
  } finally {
    await releaseSessionLock(session, TEMPLATE_LOCK);
  }
}
