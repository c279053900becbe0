import { hashMailbox } from '#features/accounts/server/public.ts';
import type { WantedContext } from '../wanted-context.ts';

/** A seller, as alerts store the one that a user was notified of. */
export type NotifyingSeller = {
  /** The mailbox as a keyed hash: the same for all of its accounts, also deleted ones. */
  key: string;
  /** What the keys begin with of all sellers who have one share of a user's messages. */
  share: string;
};

const UNVERIFIED = 'unverified ';

/**
 * Accounts without a verified email share one part: a script creates any number of them. What they use takes
 * nothing from the user who has verified that mailbox.
 */
export function toNotifyingSeller(
  { secrets }: Pick<WantedContext, 'secrets'>,
  { mailbox, isVerified }: { mailbox: string; isVerified: boolean },
): NotifyingSeller {
  const hash = hashMailbox(secrets, 'wanted', mailbox);
  return isVerified ? { key: hash, share: hash } : { key: UNVERIFIED + hash, share: UNVERIFIED };
}
