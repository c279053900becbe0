import type { ReactNode } from 'react';
import type { Book } from '#features/books/contract.ts';
import type { Conversation, Message } from '../contract.ts';
import type { OutgoingOffer } from './sync/merge-messages.ts';

/** Writes an offer into the outbox. */
export type MakeOffer = (content: string, offer: OutgoingOffer) => void;

/** What the feature of offers shows in a conversation. `name` is the first name of the other participant. */
export type OfferSlots = {
  card: (
    offer: NonNullable<Message['offer']>,
    place: { mine: boolean; name: string; isUnsent: boolean },
  ) => ReactNode;
  strip: (place: {
    conversation: Conversation;
    myId: string;
    name: string;
    hasPending: boolean;
    makeOffer: MakeOffer;
  }) => ReactNode;
  /** Before the first message. */
  newStrip: (place: { book: Book; name: string; makeOffer: MakeOffer }) => ReactNode;
  /** Asks before a reservation is canceled. */
  cancelDialog: (place: {
    conversation: Conversation;
    myId: string;
    name: string;
    onClose: () => void;
  }) => ReactNode;
};
