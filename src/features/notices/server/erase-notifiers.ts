import { and, isNull, lt, or } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { NOTIFIER_TTL_DAYS } from '../rules.ts';
import { notices } from './table.ts';

/** What a notice without its notifier has instead. */
export const erased = { name: null, email: null, tokenHash: null };

/** Erases names and emails: some time after the outcome, and of notices whose link was never opened. */
export async function eraseNotifiers({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - NOTIFIER_TTL_DAYS * DAY_MS);
  const isOver = or(
    lt(notices.answeredAt, before),
    and(isNull(notices.confirmedAt), lt(notices.createdAt, before)),
  );
  await database.orm
    .update(notices)
    .set({ ...erased, erasedAt: now })
    .where(and(isNull(notices.erasedAt), lt(notices.createdAt, before), isOver));
}
