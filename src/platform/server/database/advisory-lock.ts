import { type SQL, sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { Transaction } from './orm.ts';

/** Waits until no other transaction has the lock of this key, and holds it to the end of the transaction. */
type LockKey = (tx: Transaction, key: string) => Promise<void>;

/** Waits for the single lock of its kind, and holds it to the end of the transaction. */
type LockAlone = (tx: Transaction) => Promise<void>;

/**
 * One lock for each key of a space, numbered by their hash: a space is never renamed, because two versions
 * run side by side. Two keys with the same hash wait for each other, which costs time only.
 */
export const createKeyedLock =
  (space: string): LockKey =>
  (tx, key) =>
    lock(tx, sql`hashtextextended(${`${space} ${key}`}, 0)`);

/** One lock for all that take it, numbered by 32 bits of the hash of `text`, which is never changed. */
export const createSingleLock =
  (text: string): LockAlone =>
  (tx) =>
    lock(tx, sql`hashtext(${text})`);

async function lock(tx: Transaction, number: SQL): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${number})`);
}

/** Like `createKeyedLock`, without waiting: returns whether the lock was free, and if so holds it. */
export const createKeyedTryLock =
  (space: string) =>
  async (tx: Transaction, key: string): Promise<boolean> => {
    const { rows } = await tx.execute<{ locked: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`${space} ${key}`}, 0)) AS locked`,
    );
    return rows[0]!.locked;
  };

/** Takes the lock to the end of the transaction, without waiting. Returns whether it was free. */
export const tryTransactionLock = (client: ClientBase, number: number): Promise<boolean> =>
  tryLock(client, 'SELECT pg_try_advisory_xact_lock($1) AS locked', number);

/** Takes the lock until `releaseSessionLock` or the connection's end, without waiting. Returns whether it was free. */
export const trySessionLock = (client: ClientBase, number: number): Promise<boolean> =>
  tryLock(client, 'SELECT pg_try_advisory_lock($1) AS locked', number);

export async function releaseSessionLock(client: ClientBase, number: number): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1)', [number]);
}

async function tryLock(client: ClientBase, statement: string, number: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(statement, [number]);
  return rows[0]!.locked;
}
