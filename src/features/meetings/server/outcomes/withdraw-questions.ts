import { and, eq, inArray, isNull } from 'drizzle-orm';
import { profileChanged } from '#features/accounts/server/public.ts';
import { publishChangedMessage } from '#features/conversations/server/public.ts';
import { conversations } from '#features/conversations/server/table.ts';
import type { SaleHook } from '#features/trades/server/public.ts';
import { meetingQuestions, meetings, missedMeetings } from '../table.ts';

/** After a confirmed handover it does not matter who came to the meetings before: what is said of them is void. */
export const withdrawQuestions: SaleHook = async ({ tx, now, context }, { bookId, buyerId }) => {
  const ofTheTwo = tx
    .select({ id: meetings.id })
    .from(meetings)
    .innerJoin(conversations, eq(conversations.id, meetings.conversationId))
    .where(and(eq(conversations.bookId, bookId), eq(conversations.buyerId, buyerId)));
  const withdrawn = await tx
    .update(meetingQuestions)
    .set({ withdrawnAt: now })
    .where(and(inArray(meetingQuestions.meetingId, ofTheTwo), isNull(meetingQuestions.withdrawnAt)))
    .returning();
  if (withdrawn.length === 0) return;
  const ids = withdrawn.map(({ meetingId }) => meetingId);
  const taken = await tx.delete(missedMeetings).where(inArray(missedMeetings.meetingId, ids)).returning();
  for (const { userId } of taken) context.events.publish(profileChanged, { userId });
  for (const { messageId } of withdrawn)
    if (messageId !== null) await publishChangedMessage(context, tx, messageId, now);
};
