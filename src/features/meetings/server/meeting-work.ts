import { and, eq, or, type SQL } from 'drizzle-orm';
import { conversationProblem } from '#features/conversations/contract.ts';
import {
  type ConversationActivity,
  conversations,
  type StoredMessage,
} from '#features/conversations/server/public.ts';
import {
  lockConversationBook,
  type OfferContext,
  type ReservationWork,
} from '#features/offers/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { meetingProblem } from '../contract.ts';
import { meetings } from './table.ts';

export type MeetingContext = OfferContext & {
  /** Of the campus, by the IANA. */
  timeZone: string;
};

type Conversation = Pick<typeof conversations.$inferSelect, 'id' | 'bookId' | 'buyerId' | 'sellerId'>;

/** A transaction that has locked the book of a conversation. */
export type MeetingWork = ReservationWork & {
  conversation: Conversation;
  /** Who proposes, accepts, changes or cancels. */
  actorId: string;
  addMessage: (written: WrittenMessage) => void;
};
type WrittenMessage = { message: StoredMessage; isWithheld: boolean; shouldRunAfterCommit: boolean };

/**
 * Runs an action on the meetings of a conversation, and tells of it after the commit. Throws
 * 'conversation-not-found'.
 */
export async function withConversationBook<T>(
  context: MeetingContext,
  actor: Pick<Actor, 'id'>,
  find: (tx: Transaction) => Promise<Conversation>,
  act: (work: MeetingWork) => Promise<T>,
): Promise<T> {
  const { database, clock, events, messageHook } = context;
  const now = clock.now();
  const { result, changes } = await database.transaction(async (tx) => {
    const conversation = await find(tx);
    const work = await lockConversationBook(context, tx, conversation, now);
    if (work === null) throw conversationProblem('conversation-not-found');
    const { changes } = work;
    const { id: conversationId, buyerId, sellerId } = conversation;
    const addMessage = ({ message, isWithheld, shouldRunAfterCommit }: WrittenMessage) => {
      const activity = { kind: 'message', conversationId, buyerId, sellerId, message, isWithheld } as const;
      changes.addActivity(activity satisfies ConversationActivity);
      // Not awaited: the response time must not reveal whether the message is withheld.
      if (shouldRunAfterCommit) changes.addAfterCommit(() => void messageHook?.afterCommit(message));
    };
    const result = await act({ ...work, conversation, actorId: actor.id, addMessage });
    return { result, changes };
  });
  changes.publish(events);
  return result;
}

/** The active reservation of the conversation. Throws 'not-reserved'. */
export function requireReservation({ reservation }: MeetingWork) {
  if (reservation === null) throw meetingProblem('not-reserved');
  return reservation;
}

/** A conversation of the actor. Throws 'conversation-not-found'. */
export async function getConversation(
  tx: Transaction,
  actor: Pick<Actor, 'id'>,
  conversationId: string,
): Promise<Conversation> {
  const { id, bookId, buyerId, sellerId } = conversations;
  const [conversation] = await tx
    .select({ id, bookId, buyerId, sellerId })
    .from(conversations)
    .where(and(eq(id, conversationId), or(eq(buyerId, actor.id), eq(sellerId, actor.id))));
  if (conversation === undefined) throw conversationProblem('conversation-not-found');
  return conversation;
}

/** A meeting that the actor can see. */
export const isSeenBy = (actor: Pick<Actor, 'id'>, meetingId: string): SQL =>
  and(
    eq(meetings.id, meetingId),
    or(
      eq(meetings.proposerId, actor.id),
      and(eq(meetings.receiverId, actor.id), eq(meetings.isWithheld, false)),
    ),
  )!;

/** The conversation of a meeting that the actor can see. Throws 'meeting-not-found'. */
export async function getConversationOfMeeting(
  tx: Transaction,
  actor: Pick<Actor, 'id'>,
  meetingId: string,
): Promise<Conversation> {
  const [meeting] = await tx
    .select({ conversationId: meetings.conversationId })
    .from(meetings)
    .where(isSeenBy(actor, meetingId));
  if (meeting === undefined) throw meetingProblem('meeting-not-found');
  return getConversation(tx, actor, meeting.conversationId);
}
