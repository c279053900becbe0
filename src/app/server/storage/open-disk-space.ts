import type { Database } from '#platform/server/database/database.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { DiskSpace, readFreeBytes } from '#platform/server/storage/disk-space.ts';
import type { Config } from '../config.ts';

type Options = {
  config: Config;
  database: Database;
  /** Replaces the disk (tests). */
  freeBytes?: () => Promise<number>;
};

/** A database on another machine looks after its own disk. */
export const openDiskSpace = ({ config, database, freeBytes }: Options, log: Logger): DiskSpace =>
  new DiskSpace({
    freeBytes: freeBytes ?? (database.embedded && (() => readFreeBytes(config.dataDir))),
    log,
  });
