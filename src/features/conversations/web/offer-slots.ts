import type { ReactNode } from 'react';
import type { Book } from '#features/books/contract.ts';
import type { Conversation, Message } from '../contract.ts';
import type { OutgoingOffer } from './sync/outbox.ts';

/** Writes an offer into the outbox. */
export type MakeOffer = (content: string, offer: OutgoingOffer) => void;

/** `name`: the first name of the other participant. */
type Place = { conversation: Conversation; myId: string; name: string };

/** `onReport`: of a received one. */
export type Reply = { mine: boolean; onReport: (() => void) | undefined };

/** What offers and meetings show in a conversation. */
export type OfferSlots = {
  /** `children` once what the strip says is known: it stands above the messages, which would move. */
  whenKnown: (conversation: Conversation, children: ReactNode) => ReactNode;
  /** The price beside the pinned book: the agreed one, else the asking price. */
  price: (conversation: Conversation) => ReactNode;
  card: (
    offer: NonNullable<Message['offer']>,
    place: { mine: boolean; name: string; isSeller: boolean; isUnsent: boolean },
  ) => ReactNode;
  /** A card for a proposal, a line for what one participant did with it. */
  meetingCard: (meeting: NonNullable<Message['meeting']>, place: Place & { mine: boolean }) => ReactNode;
  /** 'Did you meet?' */
  questionCard: (question: NonNullable<Message['question']>, place: Place) => ReactNode;
  /** What one participant says to 'They did not come'. */
  replyCard: (content: string, place: Place & Reply) => ReactNode;
  strip: (
    place: Place & {
      /** Whose offer waits for a response. */
      pendingOf: 'me' | 'other' | null;
      /** A meeting that the other participant has proposed waits for a response. */
      hasQuestion: boolean;
      makeOffer: MakeOffer;
    },
  ) => ReactNode;
  /** The note beside 'Sold': to whom; the campus if that is not the user. */
  soldNote: (conversation: Conversation, campus: string | null) => ReactNode;
  /** The strip before the first message. */
  newStrip: (place: { book: Book; name: string; makeOffer: MakeOffer }) => ReactNode;
  /** Asks before a reservation is canceled. */
  cancelDialog: (place: Place & { onClose: () => void }) => ReactNode;
};
