import { and, eq, or, type SQL } from 'drizzle-orm';
import { conversationProblem } from '#features/conversations/contract.ts';
import { type ConversationRow, getConversationOfActor } from '#features/conversations/server/public.ts';
import { conversations } from '#features/conversations/server/table.ts';
import {
  lockConversationBook,
  type OfferContext,
  type ReservationWork,
} from '#features/trades/server/public.ts';
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
};

/**
 * Runs an action on the meetings of a conversation. Throws 'conversation-not-found'.
 */
export async function withConversationBook<T>(
  context: MeetingContext,
  actor: Pick<Actor, 'id'>,
  find: (tx: Transaction) => Promise<ConversationRow>,
  act: (work: MeetingWork) => Promise<T>,
): Promise<T> {
  const { database, clock } = context;
  const now = clock.now();
  return database.transaction(async (tx) => {
    const conversation = await find(tx);
    const work = await lockConversationBook(context, tx, conversation, now);
    if (work === null) throw conversationProblem('conversation-not-found');
    return act({ ...work, conversation, actorId: actor.id });
  });
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
