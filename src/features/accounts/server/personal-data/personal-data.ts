import type { Database, Transaction } from '#platform/server/database/database.ts';

/** The user to delete. */
export type DeletedUser = { id: string; email: string; mailbox: string };

/** A feature that stores data of users. The app registers all of them. */
export type PersonalDataHandler = {
  /** The key of its part in the export. */
  name: string;
  /** The data of this user, and of no other, for the export. */
  export?(database: Database, userId: string): Promise<unknown>;
  /** Deletes, in the same transaction, the data that does not cascade with the user's row. */
  remove?(tx: Transaction, user: DeletedUser, now: Date): Promise<void>;
};
