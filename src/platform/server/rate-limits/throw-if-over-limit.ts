import { and, desc, gt, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#platform/server/database/database.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { RateLimit } from '#platform/shared/rate-limit.ts';

type RowsInWindow = {
  limit: RateLimit;
  table: PgTable;
  createdAt: PgColumn;
  where: SQL | undefined;
  now: Date;
  toProblem?: (retryAfter: number) => Error;
};

const tooManyRequests = (retryAfter: number) => commonProblem('too-many-requests', { retryAfter });

/**
 * Counts rows that are stored anyway, so that all processes share the count. The caller holds a lock that
 * lets one request of a user write at a time. Throws with the seconds until the oldest leaves the window.
 */
export async function throwIfOverLimit(
  tx: Transaction,
  { limit, table, createdAt, where, now, toProblem = tooManyRequests }: RowsInWindow,
): Promise<void> {
  const start = new Date(now.getTime() - limit.durationMs);
  const [filling] = await tx
    .select({ createdAt })
    .from(table)
    .where(and(where, gt(createdAt, start)))
    .orderBy(desc(createdAt))
    .offset(limit.points - 1)
    .limit(1);
  if (filling === undefined) return;
  throw toProblem(((filling.createdAt as Date).getTime() - start.getTime()) / 1000);
}
