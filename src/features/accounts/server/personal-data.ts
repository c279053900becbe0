import type { Database, Transaction } from '#platform/server/database/database.ts';

/** Somebody who is being removed. */
export type DeletedUser = { id: string; email: string };

/** A part of the product that keeps things of people. The app lists them all; what is no person's is not asked for. */
export type PersonalDataHandler = {
  /** The key under which its part stands in the file of somebody's own data. */
  name: string;
  /** Everything of this person's, and of nobody else's, as it goes into that file. */
  export?(database: Database, userId: string): Promise<unknown>;
  /**
   * Removes everything of the person's that does not go with their row by itself, in the transaction that removes them. What lies
   * outside of the database is removed by jobs that are enqueued here. Whatever it answers is done after the commit.
   */
  remove?(tx: Transaction, user: DeletedUser, now: Date): Promise<void | (() => void)>;
};
