import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { tryTransactionLock } from './advisory-lock.ts';

/**
 * The lock is polled instead of waited for in the database: CREATE INDEX CONCURRENTLY waits for every running
 * statement, so a statement that waited for the builder's lock would deadlock with it.
 */
export const LOCK_POLL_MS = 200;

/**
 * Runs the work in a transaction of the client that holds the lock. Waits for other processes as long as
 * their work takes. The work may use other connections: no timeout ends the transaction meanwhile.
 */
export async function inLockedTransaction<T>(
  client: ClientBase,
  lockNumber: number,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    await client.query('BEGIN');
    try {
      await client.query('SET LOCAL statement_timeout = 0');
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      if (await tryTransactionLock(client, lockNumber)) {
        const result = await work();
        await client.query('COMMIT');
        return result;
      }
      await client.query('ROLLBACK');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
    await pause(LOCK_POLL_MS);
  }
}
