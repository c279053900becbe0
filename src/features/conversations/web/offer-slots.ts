import type { ReactNode } from 'react';
import type { Conversation, Message } from '../contract.ts';

/** What the feature of offers shows in a conversation. `name` is the first name of the other participant. */
export type OfferSlots = {
  card: (offer: NonNullable<Message['offer']>, place: { mine: boolean; name: string }) => ReactNode;
  strip: (place: {
    conversation: Conversation;
    myId: string;
    name: string;
    hasPending: boolean;
  }) => ReactNode;
  /** Asks before a reservation is canceled. */
  cancelDialog: (place: {
    conversation: Conversation;
    myId: string;
    name: string;
    onClose: () => void;
  }) => ReactNode;
};
