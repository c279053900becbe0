import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/** The limits and addresses of photos. No I/O. */

import { photoUrl, PHOTO_ID_PATTERN } from './stored-photo.ts';

export const photoLimits = {
  files: 5,
  /** The size of a file before it is scaled down. */
  bytes: 10_485_760,
  /** Concurrent uploads of one user; their browser sends no more. */
  arriving: 3,
} as const;

/** Unattached photos that a user starts. */
export const unattachedPhotoRateLimit = {
  name: 'unattached-photo',
  points: 30,
  durationMs: HOUR_MS,
} as const;

/** The minimum average rate of an upload, checked after a grace period. */
export const minUploadRate = { graceMs: 10_000, bytesPerSecond: 8 * 1024 } as const;
export type MinUploadRate = { readonly graceMs: number; readonly bytesPerSecond: number };

/** The formats that the server reads. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

export const photoTimes = {
  uploadUrlTtlMs: 15 * MINUTE_MS,
  receiveTimeoutMs: 3 * MINUTE_MS,
  /** How long a photo waits to be re-encoded. */
  queueTimeoutMs: 2 * MINUTE_MS,
  /** How long one request may exclusively store a photo: the wait and the work after it. */
  leaseMs: 5 * MINUTE_MS,
  unattachedTtlMs: DAY_MS,
  progressIntervalMs: 500,
} as const;

const anyAddress = new RegExp(
  `^(?:https?://[^/?#]+)?/objects/uploads?/(${PHOTO_ID_PATTERN})(?:\\.webp)?(?:[?#].*)?$`,
  'i',
);

/** A photo's url from any of its addresses: the upload address, one with a host or a size. Others are unchanged. */
export function canonicalPhotoUrl(url: string): string {
  const id = anyAddress.exec(url)?.[1];
  return id === undefined ? url : photoUrl(id.toLowerCase());
}
