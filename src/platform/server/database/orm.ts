import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';

export type Orm = NodePgDatabase;
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

/** What can be read, on the primary or on a replica. */
export type ReadableDatabase = {
  readonly pool: Pool;
  /**
   * Runs the work in one transaction. It runs again, from the start, after a serialization failure or a
   * deadlock (at most twice), so its other effects wait in `afterCommit`. A transaction inside of it joins
   * it. The pool, the orm and a transaction with settings throw NestedDatabaseUseError there.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig): Promise<T>;
};
