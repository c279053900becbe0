import { and, eq, or, type SQL } from 'drizzle-orm';
import { conversationProblem } from '#features/conversations/contract.ts';
import {
  type AddedMessage,
  type ConversationActivity,
  type ConversationRow,
  conversations,
  getConversationOfActor,
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

/** A transaction that has locked the book of a conversation. */
export type MeetingWork = ReservationWork & {
  conversation: ConversationRow;
  /** Who proposes, accepts, changes or cancels. */
  actorId: string;
  addMessageActivity: (added: AddedMessage) => void;
};

/**
 * Runs an action on the meetings of a conversation, and tells of it after the commit. Throws
 * 'conversation-not-found'.
 */
export async function withConversationBook<T>(
  context: MeetingContext,
  actor: Pick<Actor, 'id'>,
  find: (tx: Transaction) => Promise<ConversationRow>,
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
    const addMessageActivity = ({ message, isWithheld, shouldRunAfterCommit }: AddedMessage) => {
      const activity = { kind: 'message', conversationId, buyerId, sellerId, message, isWithheld } as const;
      changes.addActivity(activity satisfies ConversationActivity);
      // Not awaited: the response time must not reveal whether the message is withheld.
      if (shouldRunAfterCommit) changes.addAfterCommit(() => void messageHook?.afterCommit(message));
    };
    const result = await act({ ...work, conversation, actorId: actor.id, addMessageActivity });
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
): Promise<ConversationRow> {
  const [meeting] = await tx
    .select({ conversationId: meetings.conversationId })
    .from(meetings)
    .where(isSeenBy(actor, meetingId));
  if (meeting === undefined) throw meetingProblem('meeting-not-found');
  return getConversationOfActor(tx, actor, eq(conversations.id, meeting.conversationId));
}
