import { desc, eq } from 'drizzle-orm';
import { spendBudget } from '#features/accounts/server/public.ts';
import { type EventContext, writeEventMessage } from '#features/conversations/server/public.ts';
import { reservations, wrongHandoverCodes } from '../table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { tradeProblem } from '../../contract.ts';
import { countWrongCode, isPaused, MAX_WRONG_CODES, type WrongCodes } from '../../rules.ts';

type Reservation = { id: string; conversationId: string; sellerId: string };

/**
 * Null: the code is accepted. Else the wrong code is counted, unless no code is accepted now. A line of the
 * conversation tells of a pause that begins.
 */
export async function enforceAttemptLimit(
  context: EventContext,
  tx: Transaction,
  { id, conversationId, sellerId }: Reservation,
  { isRight, now }: { isRight: boolean; now: Date },
): Promise<{ refusal: Error } | null> {
  // A new reservation of the same conversation does not begin the count again.
  const { reservationId, count, pausedUntil } = wrongHandoverCodes;
  const [stored] = await tx
    .select({ reservationId, count, pausedUntil })
    .from(wrongHandoverCodes)
    .innerJoin(reservations, eq(reservations.id, reservationId))
    .where(eq(reservations.conversationId, conversationId))
    .orderBy(desc(reservations.createdAt))
    .limit(1);
  const before = stored ?? { count: 0, pausedUntil: null };
  if (isPaused(before, now)) return { refusal: toRefusal(before, now) };
  await spendBudget(tx, { userId: sellerId, kind: 'edits', now });
  if (isRight) return null;
  const after = countWrongCode(before, now);
  if (stored === undefined) await tx.insert(wrongHandoverCodes).values({ reservationId: id, ...after });
  else
    await tx
      .update(wrongHandoverCodes)
      .set({ reservationId: id, ...after })
      .where(eq(reservationId, stored.reservationId));
  const refusal = toRefusal(after, now);
  if (after.pausedUntil === null) return { refusal };
  const until = after.pausedUntil.toISOString();
  const event = { kind: 'codes-paused', actorId: sellerId, until, conversationId } as const;
  await writeEventMessage(context, tx, event, now);
  return { refusal };
}

function toRefusal({ count, pausedUntil }: WrongCodes, now: Date): Error {
  if (pausedUntil !== null) {
    const left = pausedUntil.getTime() - now.getTime();
    const minutes = Math.ceil(left / MINUTE_MS);
    return tradeProblem('handover-paused', {
      detail: `Five wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      retryAfter: left / 1000,
    });
  }
  const left = MAX_WRONG_CODES - count;
  return tradeProblem('wrong-handover-code', {
    detail: `This is not the code. ${left} ${left === 1 ? 'try' : 'tries'} left.`,
  });
}
