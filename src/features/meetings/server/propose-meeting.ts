import { eq } from 'drizzle-orm';
import { dayOf } from '#features/accounts/budget-rules.ts';
import { spendUse } from '#features/accounts/server/budgets/public.ts';
import { toShownEnd } from '#features/books/rules.ts';
import { meetingText } from '#features/conversations/line-text.ts';
import type { MeetingAction } from '#features/conversations/rules.ts';
import {
  addMessage,
  findRepeatedMessage,
  getConversationOfActor,
  type PausableActor,
} from '#features/conversations/server/public.ts';
import { conversations } from '#features/conversations/server/table.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import { type Meeting, type MeetingInput, meetingProblem } from '../contract.ts';
import { isMeetingDay, latestEnd, MAX_PROPOSALS_PER_DAY, toMeetingTime } from '../rules.ts';
import {
  getConversationOfMeeting,
  isSeenBy,
  type MeetingContext,
  type MeetingRow,
  type MeetingWork,
  requireReservation,
  withMeetingWork,
} from './meeting-work.ts';
import { changeMeeting, endMeetingIfOver, stopKeepingReservation } from './change-meeting.ts';
import { meetingMessages, meetings, places } from './table.ts';

/**
 * Proposes a meeting as a message. Throws 'conversation-not-found', 'not-reserved', 'meeting-planned',
 * 'place-not-found', 'invalid-meeting-time', 'too-many-meetings', 'recipient-blocked-by-you',
 * 'daily-limit-reached'.
 */
export function proposeMeeting(
  context: MeetingContext,
  actor: PausableActor,
  { conversationId, ...input }: MeetingInput & { conversationId: string },
): Promise<Meeting> {
  return withMeetingWork(
    context,
    actor,
    (tx) => getConversationOfActor(tx, actor, eq(conversations.id, conversationId)),
    async (work) => {
      const repeated = await findRepeated(work, input.clientMessageId);
      if (repeated !== undefined) return repeated;
      const open = await endMeetingIfOver(work, requireReservation(work));
      if (open !== undefined) {
        // A proposal that the actor cannot see must not be in their way.
        if (!open.isWithheld || open.proposerId === actor.id) throw meetingProblem('meeting-planned');
        // It ends like a proposal that they have seen and changed: another early end would tell of the block.
        await changeMeeting(work, open, { state: 'changed', by: actor.id });
      }
      return addMeeting(context, work, open === undefined ? 'proposed' : 'changed', input);
    },
  );
}

/** Proposes another meeting in place of an open one. Throws as `proposeMeeting`, and 'meeting-ended'. */
export function proposeChange(
  context: MeetingContext,
  actor: PausableActor,
  { meetingId, ...input }: MeetingInput & { meetingId: string },
): Promise<Meeting> {
  return withMeetingWork(
    context,
    actor,
    (tx) => getConversationOfMeeting(tx, actor, meetingId),
    async (work) => {
      const repeated = await findRepeated(work, input.clientMessageId);
      if (repeated !== undefined) return repeated;
      const current = await getOpenMeeting(work, actor, meetingId);
      await stopKeepingReservation(work, current);
      await changeMeeting(work, current, { state: 'changed', by: actor.id });
      return addMeeting(context, work, 'changed', input);
    },
  );
}

/** Throws 'not-reserved', 'meeting-not-found', 'meeting-ended'. */
export async function getOpenMeeting(
  work: MeetingWork,
  actor: Pick<Actor, 'id'>,
  meetingId: string,
): Promise<MeetingRow> {
  await endMeetingIfOver(work, requireReservation(work));
  const [meeting] = await work.tx.select().from(meetings).where(isSeenBy(actor, meetingId));
  if (meeting === undefined) throw meetingProblem('meeting-not-found');
  if (meeting.state !== 'proposed' && meeting.state !== 'accepted') throw meetingProblem('meeting-ended');
  return meeting;
}

/** Adds a proposal to a reservation without an open meeting. */
async function addMeeting(
  context: MeetingContext,
  work: MeetingWork,
  action: MeetingAction,
  input: MeetingInput,
): Promise<MeetingRow> {
  const { tx, now, conversation, actorId } = work;
  const reservation = requireReservation(work);
  const { buyerId, sellerId } = conversation;
  const { timeZone } = context;
  const { place, hint } = await readPlace(work, input);
  const startsAt = readTime(work, input, timeZone);
  const number = (await tx.$count(meetings, eq(meetings.reservationId, reservation.id))) + 1;
  await spendUse(
    tx,
    { userId: actorId, kind: `meetings ${conversation.id}`, max: MAX_PROPOSALS_PER_DAY, now },
    (options) => meetingProblem('too-many-meetings', options),
  );
  const meeting = {
    id: newId(now),
    reservationId: reservation.id,
    conversationId: conversation.id,
    proposerId: actorId,
    receiverId: actorId === buyerId ? sellerId : buyerId,
    place,
    hint,
    startsAt,
    timeZone,
    number,
    proposedOn: dayOf(now),
    createdAt: now,
  };
  const message = { id: meeting.id, clientMessageId: input.clientMessageId, action, meeting };
  return writeMeetingMessage(work, message, async (isWithheld) => {
    const [row] = await tx
      .insert(meetings)
      .values({ ...meeting, isWithheld })
      .returning();
    return row!;
  });
}

/** A place of the campus, or what the actor has written. Throws 'place-not-found'. */
async function readPlace(
  { tx }: MeetingWork,
  { placeId, place }: MeetingInput,
): Promise<{ place: string; hint: string | null }> {
  if (placeId === undefined) return { place: place!, hint: null };
  const [found] = await tx.select().from(places).where(eq(places.id, placeId));
  if (found === undefined) throw meetingProblem('place-not-found');
  return { place: found.name, hint: found.hint };
}

/** Throws 'invalid-meeting-time'. */
function readTime(work: MeetingWork, { day, time }: MeetingInput, timeZone: string): Date {
  const { now, book } = work;
  const startsAt = isMeetingDay(day, now, timeZone) ? toMeetingTime(day, time, timeZone) : null;
  const end = latestEnd(requireReservation(work), toShownEnd(book, now));
  if (startsAt === null || startsAt <= now || startsAt >= end) throw meetingProblem('invalid-meeting-time');
  return startsAt;
}

type NewMeetingMessage = {
  id: string;
  clientMessageId?: string | undefined;
  action: MeetingAction;
  meeting: Pick<MeetingRow, 'startsAt' | 'timeZone' | 'place'>;
  /** The new end of the reservation. */
  reservedUntil?: Date | undefined;
};

/**
 * Writes what one participant does with a meeting. `getRow` is told whether the message is withheld; its meeting
 * is returned. Throws what a message of the actor would throw.
 */
export async function writeMeetingMessage(
  { tx, now, conversation, actorId, context }: MeetingWork,
  { id, clientMessageId, action, meeting, reservedUntil }: NewMeetingMessage,
  getRow: (isWithheld: boolean) => Promise<MeetingRow>,
): Promise<MeetingRow> {
  const { startsAt, timeZone, place } = meeting;
  const message = {
    id,
    conversationId: conversation.id,
    senderId: actorId,
    content: meetingText({ action, startsAt: startsAt.toISOString(), timeZone, place }, context.localeOf()),
    clientMessageId: clientMessageId ?? newId(now),
    messageType: 'meeting',
    createdAt: now,
  } as const;
  return addMessage(context, tx, message, async (isWithheld) => {
    const row = await getRow(isWithheld);
    await tx.insert(meetingMessages).values({ messageId: id, meetingId: row.id, action, reservedUntil });
    return row;
  });
}

async function findRepeated(
  { tx, conversation, actorId }: MeetingWork,
  clientMessageId: string | undefined,
): Promise<MeetingRow | undefined> {
  const id = await findRepeatedMessage(tx, conversation.id, { id: actorId }, clientMessageId);
  if (id === undefined) return undefined;
  return (await tx.select().from(meetings).where(eq(meetings.id, id)))[0];
}
