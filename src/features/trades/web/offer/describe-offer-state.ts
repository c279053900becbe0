import type { Message } from '#features/conversations/contract.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { OFFER_LIFETIME_MS } from '../../rules.ts';

/** The state of an offer on its card. */
export function describeOfferState(
  { state, endReason, expiresAt }: NonNullable<Message['offer']>,
  now: Date,
): string {
  const left = new Date(expiresAt).getTime() - now.getTime();
  if (state === 'pending' && left > 0) {
    // The page's time may be a minute old.
    return `${Math.ceil(Math.min(left, OFFER_LIFETIME_MS) / HOUR_MS)} h left`;
  }
  if (endReason === 'reserved') return 'Reserved for someone else';
  if (endReason === 'price-lowered') return 'Expired: the price is lower now';
  if (endReason === 'not-listed') return 'Expired: no longer for sale';
  const texts = {
    accepted: 'Accepted',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    countered: 'Countered',
  };
  return state === 'pending' || state === 'expired' ? 'Expired after 48 hours' : texts[state];
}
