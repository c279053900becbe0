import { timingSafeEqual } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { toHandoverCode } from '../../rules.ts';
import { reservations, wrongHandoverCodes } from '../table.ts';

/** What one participant reads of the handover of a reservation: the code, or the pause after wrong codes. */
export const createHandoverReader =
  ({ database, clock, secrets }: Pick<ServerContext, 'database' | 'clock' | 'secrets'>) =>
  async ({
    id,
    isBuyer,
  }: {
    id: string;
    isBuyer: boolean;
  }): Promise<{ code?: string; pausedUntil?: string }> => {
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

/** The code of a reservation. It is stored nowhere. */
const deriveHandoverCode = (secrets: Pick<Secrets, 'sign'>, reservationId: string): string =>
  toHandoverCode(Buffer.from(secrets.sign('handover code', reservationId), 'base64url'));

/** Compares codes in constant time. Both have six digits. */
export const isHandoverCode = (
  secrets: Pick<Secrets, 'sign'>,
  reservationId: string,
  code: string,
): boolean => timingSafeEqual(Buffer.from(deriveHandoverCode(secrets, reservationId)), Buffer.from(code));
