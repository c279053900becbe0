import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { tryTransactionLock } from './advisory-lock.ts';

/** Polled, not awaited in the database: CREATE INDEX CONCURRENTLY would wait for that statement, a deadlock. */
export const LOCK_POLL_MS = 200;

/** Runs the work in a transaction with the lock, without timeouts: it may use other connections meanwhile. */
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
