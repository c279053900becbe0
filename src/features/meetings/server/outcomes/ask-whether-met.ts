import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { writeEventMessage } from '#features/conversations/server/public.ts';
import { confirmedSales } from '#features/trades/server/table.ts';
import type { LockedTrade } from '#features/trades/server/public.ts';
import { newId } from '#platform/server/new-id.ts';
import { ANSWER_MS } from '../../outcome-rules.ts';
import { meetingQuestions } from '../table.ts';

/** A meeting `m` that is over and has a question to be asked. */
export const isToBeAsked = (now: Date): SQL => sql`EXISTS (SELECT FROM ${meetingQuestions} q
  WHERE q.meeting_id = m.id AND q.asked_at IS NULL AND q.withdrawn_at IS NULL AND q.ends_at <= ${now})`;

/** The questions of `isToBeAsked`, and when the next one is due. */
export const selectDueQuestions = (now: Date): SQL => sql`SELECT FROM ${meetingQuestions}
  WHERE asked_at IS NULL AND withdrawn_at IS NULL AND ends_at <= ${now}`;
export const selectNextQuestion = (): SQL =>
  sql`SELECT min(ends_at) FROM ${meetingQuestions} WHERE asked_at IS NULL AND withdrawn_at IS NULL`;

/** Asks both whether they met, once; not after the handover, nor when the time to answer is over. */
export async function askWhetherMet(
  { tx, now, context, book }: Pick<LockedTrade, 'tx' | 'now' | 'context' | 'book'>,
  { id: meetingId, conversationId, buyerId }: { id: string; conversationId: string; buyerId: string },
): Promise<void> {
  const isOfMeeting = eq(meetingQuestions.meetingId, meetingId);
  const isSold = and(eq(confirmedSales.bookId, book.id), eq(confirmedSales.buyerId, buyerId));
  const isHandedOver = (await tx.$count(confirmedSales, isSold)) > 0;
  const messageId = newId(now);
  const asked = { askedAt: now, messageId, withdrawnAt: isHandedOver ? now : null };
  // Again under the lock: another process may have asked them.
  const [question] = await tx
    .update(meetingQuestions)
    .set(asked)
    .where(and(isOfMeeting, isNull(meetingQuestions.askedAt), isNull(meetingQuestions.withdrawnAt)))
    .returning();
  if (question === undefined) return;
  const isTooLate = question.endsAt.getTime() + ANSWER_MS <= now.getTime();
  const event = { id: messageId, kind: 'did-you-meet', actorId: null, conversationId } as const;
  const isWritten = !isHandedOver && !isTooLate && (await writeEventMessage(context, tx, event, now));
  if (!isWritten) await tx.update(meetingQuestions).set({ messageId: null }).where(isOfMeeting);
}
