/** The time limits in milliseconds. Tests shorten them. */
export type DatabaseTimeouts = {
  /** A statement that runs for longer is canceled. */
  statement: number;
  /** A statement that waits for a lock for longer fails. */
  lock: number;
  /** The connection of a transaction that idles for longer is closed. */
  idleInTransaction: number;
  /** A connection of the pool without use for longer is closed, except for one. */
  idleConnection: number;
  /** How long a start waits for another process to release the directory of the embedded database. */
  directoryLock: number;
};

export const defaultDatabaseTimeouts: DatabaseTimeouts = {
  statement: 30_000,
  lock: 15_000,
  idleInTransaction: 10_000,
  // Longer than the pauses of a few users, shorter than a quiet night.
  idleConnection: 60_000,
  directoryLock: 5_000,
};
