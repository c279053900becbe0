import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import type { DatabaseLog } from '../database/database-log.ts';
import { ignoreMissing, writeDurably } from '../durable-files.ts';
import { findStoredValue, getOrCreateStoredValue } from './stored-values.ts';
import { installationState } from './table.ts';

/** The row of the secret in the table `installation_state`. */
export const ROOT_SECRET_ROW = 'root';

const FILE_MODE = 0o600;

const MIN_SECRET_LENGTH = 32;

export type SecretLocation = {
  /** `SECRET_KEY`: then nothing is stored. */
  secretKey: string | undefined;
  /** The directory of the secret's file, if the database is embedded. */
  dataDir: string;
  /** An external database, which stores the secret for all processes. */
  databaseUrl: string | undefined;
};

/**
 * The secret of which all others are derived. Without `SECRET_KEY` the first start creates one: beside the
 * embedded database, whose readers do not have it then, or in the external one for every process.
 */
export async function openRootSecret(
  database: Database,
  { secretKey, dataDir, databaseUrl }: SecretLocation,
  { log, now }: { log: Pick<DatabaseLog, 'warn'>; now: Date },
): Promise<string> {
  if (secretKey !== undefined) return secretKey;
  if (databaseUrl !== undefined) {
    log.warn(
      {},
      'SECRET_KEY is not set: the secret is stored in the database, and anyone who can read it can sign in as any user',
    );
    return getOrCreateStoredValue(database, ROOT_SECRET_ROW, createSecret(), now);
  }
  const file = secretFile(dataDir);
  const kept = (await readSecret(file)) ?? (await moveToFile(database, file));
  await chmod(file, FILE_MODE);
  await removeRow(database, kept);
  return kept;
}

/** The secret that the product uses, if there is one; for a command beside it. Writes nothing. */
export async function findRootSecret(
  database: Database,
  { secretKey, dataDir, databaseUrl }: SecretLocation,
): Promise<string | undefined> {
  if (secretKey !== undefined) return secretKey;
  const inFile = databaseUrl === undefined ? await readSecret(secretFile(dataDir)) : null;
  return inFile ?? findStoredValue(database, ROOT_SECRET_ROW);
}

/** The secret of the file, for a backup. Null: it is in a variable or in the database. */
export async function readSecretForBackup({
  secretKey,
  dataDir,
  databaseUrl,
}: SecretLocation): Promise<string | null> {
  return secretKey === undefined && databaseUrl === undefined ? readSecret(secretFile(dataDir)) : null;
}

/** Whether the secret of a backup can become that of this installation, which has none yet or the same. */
export async function acceptsSecret(
  secret: string,
  { secretKey, dataDir, databaseUrl }: SecretLocation,
): Promise<boolean> {
  if (secretKey !== undefined) return secretKey === secret;
  const existing = databaseUrl === undefined ? await readSecret(secretFile(dataDir)) : null;
  return existing === null || existing === secret;
}

/** Stores a backup's secret where `openRootSecret` finds it, also if `SECRET_KEY` is set for the restore alone. */
export async function restoreSecret(
  secret: string,
  { secretKey, dataDir, databaseUrl }: SecretLocation,
  { client, now }: { client: Pick<PoolClient, 'query'>; now: Date },
): Promise<void> {
  if (databaseUrl === undefined) return writeSecret(secretFile(dataDir), secret);
  if (secretKey !== undefined) return;
  await client.query(
    `INSERT INTO installation_state (name, value, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [ROOT_SECRET_ROW, secret, now],
  );
}

const createSecret = () => randomBytes(32).toString('hex');

const secretFile = (dataDir: string) => join(dataDir, 'secret.key');

async function readSecret(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  if (text === null) return null;
  const secret = text.trim();
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new Error(`${file} is damaged. Restore it from a backup; without it all sessions end.`);
}

/** The secret in the rows of a restored external database, or a new one. Written before it is used. */
async function moveToFile(database: Database, file: string): Promise<string> {
  const secret = (await findStoredValue(database, ROOT_SECRET_ROW)) ?? createSecret();
  await writeSecret(file, secret);
  return secret;
}

async function writeSecret(file: string, secret: string): Promise<void> {
  await writeDurably(`${file}.new`, `${secret}\n`, 'w');
  await rename(`${file}.new`, file);
}

/** Another value stays, for an operator. */
async function removeRow({ orm }: Database, secret: string): Promise<void> {
  await orm
    .delete(installationState)
    .where(and(eq(installationState.name, ROOT_SECRET_ROW), eq(installationState.value, secret)));
}
