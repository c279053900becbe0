import { and, asc, eq, gt, inArray, ne, or } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { conversations } from '#features/conversations/server/table.ts';
import { DISPUTE_MS } from '../outcome-rules.ts';
import { meetingAnswers, meetings, missedMeetings } from './table.ts';

const isOf = (userId: string) => or(eq(conversations.buyerId, userId), eq(conversations.sellerId, userId));

/** Meetings are deleted with their conversations, in which both of their participants are. */
const plannedMeetings: PersonalDataHandler = {
  name: 'meetings',
  async export({ orm }, userId) {
    const { conversationId, place, hint, startsAt, state, createdAt, proposerId, receiverId, isWithheld } =
      meetings;
    const rows = await orm
      .select({ conversationId, place, hint, startsAt, state, createdAt, proposerId })
      .from(meetings)
      // They have the index.
      .innerJoin(conversations, eq(conversations.id, conversationId))
      .where(
        and(isOf(userId), or(eq(proposerId, userId), and(eq(receiverId, userId), eq(isWithheld, false)))),
      )
      .orderBy(asc(createdAt));
    return rows.map(({ proposerId: by, ...meeting }) => ({ ...meeting, proposedByYou: by === userId }));
  },
};

/** What both have said to 'Did you meet?'; replies are messages. Deleted with the meeting. */
const answers: PersonalDataHandler = {
  name: 'meetingAnswers',
  async export({ orm }, userId) {
    const { conversationId, startsAt } = meetings;
    const { met, answeredAt, userId: byId, isWithheld } = meetingAnswers;
    const rows = await orm
      .select({ conversationId, startsAt, met, answeredAt, byId })
      .from(meetingAnswers)
      .innerJoin(meetings, eq(meetings.id, meetingAnswers.meetingId))
      .innerJoin(conversations, eq(conversations.id, conversationId))
      .where(and(isOf(userId), or(eq(byId, userId), eq(isWithheld, false))))
      .orderBy(asc(answeredAt));
    return rows.map(({ byId: by, ...answer }) => ({ ...answer, answeredByYou: by === userId }));
  },
};

/**
 * The meetings that a user is said to have missed are theirs, and deleted with them. Of a user who leaves, what they
 * have said of others stays if it counts: else nobody could dispute it any more.
 */
const missed = ({ clock }: Pick<ServerContext, 'clock'>): PersonalDataHandler => ({
  name: 'missedMeetings',
  export: ({ orm }, userId) => {
    const { startedAt, saidAt, disputedAt } = missedMeetings;
    return orm
      .select({ startedAt, saidAt, disputedAt })
      .from(missedMeetings)
      .where(eq(missedMeetings.userId, userId))
      .orderBy(asc(startedAt));
  },
  async remove(tx, { id }) {
    const since = new Date(clock.now().getTime() - DISPUTE_MS);
    const ofUser = tx
      .select({ id: meetings.id })
      .from(meetings)
      .innerJoin(conversations, eq(conversations.id, meetings.conversationId))
      .where(isOf(id));
    await tx
      .delete(missedMeetings)
      .where(
        and(
          inArray(missedMeetings.meetingId, ofUser),
          ne(missedMeetings.userId, id),
          gt(missedMeetings.saidAt, since),
        ),
      );
  },
});

/** The handlers in the order of deletion: before the conversations. */
export const meetingPersonalData = (context: Pick<ServerContext, 'clock'>): PersonalDataHandler[] => [
  plannedMeetings,
  answers,
  missed(context),
];
