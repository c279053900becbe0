import type { Logger } from '#platform/server/http/create-http-server.ts';
import { DiskSpace, readFreeBytes } from '#platform/server/storage/disk-space.ts';
import type { AppOptions } from '../create-app.ts';

/** A database on another machine looks after its own disk. */
export const openDiskSpace = ({ config, database, freeBytes }: AppOptions, log: Logger): DiskSpace =>
  new DiskSpace({
    freeBytes: freeBytes ?? (database.embedded && (() => readFreeBytes(config.dataDir))),
    log,
  });
