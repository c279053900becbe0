/** Durations of the database's housekeeping, in milliseconds. Tests shorten them. */
export type EngineLimits = {
  /** A statement that runs for longer is ended (and with it, embedded, every open transaction). */
  statement: number;
  /** A transaction that idles for longer is ended; embedded, only while others wait for the engine. */
  idleInTransaction: number;
  /** How long a start waits for another process to let go of the directory. */
  lockRetry: number;
  /** How often the upkeep looks whether there is something to do. */
  upkeep: number;
  /** How long a connection waits for the engine to be (re)started. */
  connect: number;
};

export const ENGINE_LIMITS: EngineLimits = {
  statement: 30_000,
  idleInTransaction: 10_000,
  lockRetry: 5_000,
  upkeep: 30_000,
  connect: 8_000,
};
