import { isUnavailable } from '../is-unavailable.ts';
import { FIRST_ID } from '../keyset.ts';
import type { Transaction } from '../database/database.ts';
import type { ServerContext } from '../server-context.ts';

const BATCH_SIZE = 100;

type DueWork<T extends { id: string }> = {
  /** The message in the log, such as 'a meeting could not be settled'. */
  failure: string;
  /** Up to `limit` due rows with an id above `after`, by id; or those behind that row in another order. */
  read: (after: string, limit: number) => Promise<T[]>;
  act: (tx: Transaction, due: T) => Promise<void>;
};

/** Acts on each row in a transaction. One that fails is logged and due again in the next run; the others go on. */
export async function forEachDue<T extends { id: string }>(
  { database, log }: Pick<ServerContext, 'database' | 'log'>,
  { failure, read, act }: DueWork<T>,
): Promise<void> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await read(after, BATCH_SIZE);
    for (const due of rows) {
      try {
        await database.transaction((tx) => act(tx, due));
      } catch (error) {
        // Every row fails without the database.
        if (isUnavailable(error)) throw error;
        log.error({ err: error, id: due.id }, failure);
      }
    }
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)!.id;
  }
}
