import type { QueueKey } from '#platform/server/concurrency/bounded-queue.ts';
import { toQueueGroups } from '#platform/server/http/ip-network.ts';

type Sender = { ip: string; account: string };

/** Sign-ups and guesses from any number of networks share one half of the queue, so that they do not use up the other. */
export const keyOfStranger = ({ ip, account }: Sender): QueueKey => ({
  sequence: account,
  groups: ['strangers', ...toQueueGroups(ip)],
});

/**
 * Known devices and signed-in users share the other half; by network as well, because anyone has any number of accounts
 * with a device each.
 */
export function keyOfKnown({ ip, account, device }: Sender & { device?: string | undefined }): QueueKey {
  const sequence = device === undefined ? account : `device ${device}`;
  return { sequence, groups: ['known', ...toQueueGroups(ip), sequence] };
}
