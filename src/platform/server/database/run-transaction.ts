import { setTimeout as pause } from 'node:timers/promises';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { PoolClient } from 'pg';
import type { Transaction } from './orm.ts';
import { databaseErrorCode } from './database-error.ts';
import { type GuardedPool, NestedDatabaseUseError, type TransactionScope } from './guarded-pool.ts';

const MAX_ATTEMPTS = 3;
/** A serialization failure, and a deadlock. */
const RETRYABLE_CODES = new Set(['40001', '40P01']);

/** Two that have hindered each other do not begin again at the same time. `random`: from 0 to 1. */
export const pauseBeforeRetryMs = (attempt: number, random: number): number => attempt * (10 + 15 * random);

export async function runTransaction<T>(
  pool: GuardedPool,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  const outer = pool.scope.getStore();
  if (outer?.open === true && config === undefined) return join(outer, work);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(pool, work, config);
    } catch (error) {
      const code = databaseErrorCode(error);
      if (attempt >= MAX_ATTEMPTS || code === undefined || !RETRYABLE_CODES.has(code)) throw error;
      await pause(pauseBeforeRetryMs(attempt, Math.random()));
    }
  }
}

/** What has failed is half done: the outer transaction is rolled back even if it catches the error. */
async function join<T>(outer: TransactionScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (outer.hasReturned) throw new NestedDatabaseUseError();
  outer.joined += 1;
  try {
    return await work(outer.tx);
  } catch (error) {
    outer.failure ??= { error };
    throw error;
  } finally {
    outer.joined -= 1;
  }
}

const dialect = new PgDialect();

async function runOnce<T>(
  pool: GuardedPool,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  const client: PoolClient = await pool.connect();
  const session = new NodePgSession(client, dialect, undefined);
  const tx = new NodePgTransaction(dialect, session, undefined) as unknown as Transaction;
  const scope: TransactionScope = { tx, open: true, hasReturned: false, joined: 0, effects: new Map() };
  let broken = false;
  let result: T;
  try {
    await client.query(beginning(config));
    result = await pool.scope.run(scope, () => work(tx));
    scope.hasReturned = true;
    if (scope.joined > 0) throw new NestedDatabaseUseError();
    if (scope.failure !== undefined) throw scope.failure.error;
    const { command } = await client.query('COMMIT');
    // PostgreSQL responds like this if a statement failed and the work ignored it.
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back, because a statement in it failed unnoticed');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    scope.open = false;
    // Joined work that nobody awaits must not go on with a connection that another request uses.
    client.release(broken || scope.joined > 0);
  }
  for (const effect of scope.effects.values()) run(pool, effect);
  return result;
}

export function afterCommit(pool: GuardedPool, effect: () => void, key: unknown = effect): void {
  const current = pool.scope.getStore();
  if (current?.open === true) current.effects.set(key, effect);
  else run(pool, effect);
}

/** The change is committed: an effect that fails must not make its request fail. */
function run({ databaseLog }: GuardedPool, effect: () => void): void {
  try {
    effect();
  } catch (error) {
    databaseLog.error({ err: error }, 'what follows a commit failed');
  }
}

function beginning(config: PgTransactionConfig = {}): string {
  const words = ['BEGIN'];
  if (config.isolationLevel) words.push(`ISOLATION LEVEL ${config.isolationLevel}`);
  if (config.accessMode) words.push(config.accessMode);
  if (config.deferrable !== undefined) words.push(config.deferrable ? 'DEFERRABLE' : 'NOT DEFERRABLE');
  return words.join(' ');
}
