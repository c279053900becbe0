import { and, eq, or, type SQL } from 'drizzle-orm';
import {
  type ConversationRow,
  getConversationOfActor,
  type PausableActor,
  throwUnlessReservedTrade,
} from '#features/conversations/server/public.ts';
import { conversations } from '#features/conversations/server/table.ts';
import { type LockedTrade, type TradeContext, withTrade } from '#features/trades/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { type Meeting, meetingProblem } from '../contract.ts';
import { meetings } from './table.ts';

export type MeetingRow = typeof meetings.$inferSelect;

export type MeetingContext = TradeContext & {
  /** The campus's IANA time zone. */
  timeZone: string;
};

/** A trade with the conversation of a meeting. */
export type MeetingWork = LockedTrade & {
  conversation: ConversationRow;
  /** Who proposes, accepts, changes or cancels. */
  actorId: string;
};

/** Runs an action on the meetings of a conversation. */
export const withMeetingWork = (
  context: MeetingContext,
  actor: PausableActor,
  find: (tx: Transaction) => Promise<ConversationRow>,
  act: (work: MeetingWork) => Promise<MeetingRow>,
): Promise<Meeting> =>
  withTrade(context, find, async (trade, conversation) => {
    await throwUnlessReservedTrade(trade.tx, actor, conversation.id, trade.now);
    const work = { ...ofConversation(trade, conversation.id), conversation, actorId: actor.id };
    return toMeeting(await act(work));
  });

const toMeeting = (meeting: MeetingRow): Meeting => ({
  id: meeting.id,
  conversationId: meeting.conversationId,
  reservationId: meeting.reservationId,
  proposerId: meeting.proposerId,
  place: meeting.place,
  hint: meeting.hint,
  startsAt: meeting.startsAt.toISOString(),
  timeZone: meeting.timeZone,
  state: meeting.state,
});

/** Leaves out a reservation for another user. */
export const ofConversation = (trade: LockedTrade, conversationId: string): LockedTrade =>
  trade.reservation?.conversationId === conversationId ? trade : { ...trade, reservation: null };

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
