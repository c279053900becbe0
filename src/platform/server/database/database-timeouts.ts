/** The time limits in milliseconds. Tests shorten them. */
export const defaultDatabaseTimeouts = {
  /** A statement that runs for longer is canceled. */
  statement: 30_000,
  /** A statement that waits for a lock for longer fails. */
  lock: 15_000,
  /** The connection of a transaction that idles for longer is closed. */
  idleInTransaction: 10_000,
  /** A connection of the pool without use for longer is closed, except for one. Longer than the pauses of a few users. */
  idleConnection: 60_000,
  /** How long a start waits for another process to release the directory of the embedded database. */
  directoryLock: 5_000,
};

export type DatabaseTimeouts = typeof defaultDatabaseTimeouts;
