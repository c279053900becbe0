import { findWarning } from '#features/safety/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Message } from '../contract.ts';
import type { StoredEvent } from '../message-events.ts';

/** A message as it is stored, the same for both participants. */
export type StoredMessage = Omit<Message, 'warning' | 'event'> & {
  event: StoredEvent | null;
  senderReadAt: string | null;
  /** The offer is over for the receiver alone. */
  isOfferWithheld?: boolean;
};

/**
 * Only the receiver is warned: its sender must not learn what is noticed. An event for both is received by
 * each participant.
 */
export function messageForReader(
  { publicUrl }: Pick<ServerContext, 'publicUrl'>,
  { event, senderReadAt, isOfferWithheld, ...message }: StoredMessage,
  readerId: string,
): Message {
  const { senderId, receiverId } = message;
  if (!event) {
    if (receiverId !== readerId) return { ...message, event: null, warning: null };
    const offer =
      message.offer && isOfferWithheld
        ? { ...message.offer, state: 'expired' as const, endReason: null }
        : message.offer;
    return { ...message, offer, event: null, warning: findWarning(message.content, publicUrl) };
  }
  const isReceivedToo = event.isForBoth && senderId === readerId;
  const sides = isReceivedToo ? { senderId: receiverId, receiverId: senderId, readAt: senderReadAt } : {};
  return { ...message, ...sides, event: eventForReader(event, readerId), warning: null };
}

const eventForReader = (
  { kind, actorId, until, declinedOffers, changes }: StoredEvent,
  readerId: string,
): Message['event'] => ({
  kind,
  actorId,
  until: until ?? null,
  declinedOffers: declinedOffers?.sellerId === readerId ? declinedOffers.count : 0,
  ...(changes && { changes: [...changes] }),
});
