import { and, asc, eq, or } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { conversations } from '#features/conversations/server/table.ts';
import { meetings } from './table.ts';

/** Meetings are deleted with their conversations, in which both of their participants are. */
export const meetingPersonalData: PersonalDataHandler = {
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
        and(
          or(eq(conversations.buyerId, userId), eq(conversations.sellerId, userId)),
          or(eq(proposerId, userId), and(eq(receiverId, userId), eq(isWithheld, false))),
        ),
      )
      .orderBy(asc(createdAt));
    return rows.map(({ proposerId: by, ...meeting }) => ({ ...meeting, proposedByYou: by === userId }));
  },
};
