import { and, eq, gt, sql } from 'drizzle-orm';
import { reservations, wrongHandoverCodes } from '../table.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { deriveHandoverCode } from './handover-code.ts';

type HandoverReader = (reservation: {
  id: string;
  isBuyer: boolean;
}) => Promise<{ code?: string; pausedUntil?: string }>;

/** What one participant reads of the handover of a reservation: the code, or the pause after wrong codes. */
export const createHandoverReader =
  ({ database, clock, secrets }: Pick<ServerContext, 'database' | 'clock' | 'secrets'>): HandoverReader =>
  async ({ id, isBuyer }) => {
    if (isBuyer) return { code: deriveHandoverCode(secrets, id) };
    const { reservationId, pausedUntil } = wrongHandoverCodes;
    // Earlier reservations of the conversation count, too.
    const { conversationId } = reservations;
    const [row] = await database.orm
      .select({ pausedUntil })
      .from(wrongHandoverCodes)
      .innerJoin(reservations, eq(reservations.id, reservationId))
      .where(
        and(
          sql`${conversationId} = (select the_reservation.conversation_id from ${reservations} the_reservation where the_reservation.id = ${id})`,
          gt(pausedUntil, clock.now()),
        ),
      )
      .limit(1);
    return row?.pausedUntil ? { pausedUntil: row.pausedUntil.toISOString() } : {};
  };
