import type { EndpointKey } from '#platform/shared/define-endpoints.ts';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { DiskSpace, readFreeBytes } from '#platform/server/storage/disk-space.ts';
import type { AppOptions } from '../create-app.ts';

/** A database on another machine looks after its own disk. */
export const openDiskSpace = ({ config, database, freeBytes }: AppOptions, log: Logger): DiskSpace =>
  new DiskSpace({
    freeBytes: freeBytes ?? (database.embedded && (() => readFreeBytes(config.dataDir))),
    log,
  });

/** What users add. Sign-ins, deletions, blocks and the work of admins go on. */
const growingEndpoints: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'POST /api/books',
  'PATCH /api/books/:id',
  'POST /api/conversations',
  'POST /api/messages',
  'POST /api/favorites/toggle',
  'POST /api/reports',
  'POST /api/support',
  'POST /api/create-payment-intent',
  'POST /api/create-adfree-purchase',
]);

/** The limit of requests, which also refuses what makes the database grow while its disk is nearly full. */
export const refuseGrowthOnFullDisk =
  (limit: EndpointRegistryOptions['limit'], diskSpace: DiskSpace): EndpointRegistryOptions['limit'] =>
  async (key, ...rest) => {
    if (growingEndpoints.has(key)) await diskSpace.throwIfFull();
    await limit(key, ...rest);
  };
