import { and, eq, gt } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { deriveHandoverCode } from './handover-code.ts';
import { wrongHandoverCodes } from './table.ts';

type HandoverReader = (reservation: {
  id: string;
  isBuyer: boolean;
}) => Promise<{ code?: string; pausedUntil?: string }>;

/** What one of the two reads of the handover of a reservation: the code, or the pause after wrong codes. */
export const createHandoverReader =
  ({ database, clock, secrets }: Pick<ServerContext, 'database' | 'clock' | 'secrets'>): HandoverReader =>
  async ({ id, isBuyer }) => {
    if (isBuyer) return { code: deriveHandoverCode(secrets, id) };
    const { reservationId, pausedUntil } = wrongHandoverCodes;
    const [row] = await database.orm
      .select({ pausedUntil })
      .from(wrongHandoverCodes)
      .where(and(eq(reservationId, id), gt(pausedUntil, clock.now())));
    return row?.pausedUntil ? { pausedUntil: row.pausedUntil.toISOString() } : {};
  };
