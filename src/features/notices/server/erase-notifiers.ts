import { and, eq, exists, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { cases } from '#features/moderation/server/table.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { NOTIFIER_TTL_DAYS, ORPHANED_WORDS_TTL_DAYS } from '../rules.ts';
import { notices } from './table.ts';

/** What a notice without its notifier has instead. */
export const erased = { name: null, email: null, tokenHash: null };

type Context = Pick<ServerContext, 'database' | 'clock'>;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Erases names and emails: some time after the outcome, and of notices whose link was never opened. */
export async function eraseNotifiers({ database, clock }: Context): Promise<void> {
  const now = clock.now();
  const before = daysBefore(now, NOTIFIER_TTL_DAYS);
  const isOver = or(
    lt(notices.answeredAt, before),
    and(isNull(notices.confirmedAt), lt(notices.createdAt, before)),
  );
  await database.orm
    .update(notices)
    .set({ ...erased, erasedAt: now })
    .where(and(isNull(notices.erasedAt), lt(notices.createdAt, before), isOver));
}

/**
 * Erases the words of notices whose notifier was erased before the outcome, or whose user is deleted: some time after
 * the outcome, at the latest after half a year. The case keeps that there was a notice.
 */
export async function eraseOrphanedWords({ database, clock }: Context): Promise<void> {
  const now = clock.now();
  const { answeredAt, erasedAt, createdAt, reason } = notices;
  const latest = daysBefore(now, ORPHANED_WORDS_TTL_DAYS);
  const isAnswered = lt(answeredAt, daysBefore(now, NOTIFIER_TTL_DAYS));
  const isWithoutNotifier = or(
    and(isAnswered, lte(erasedAt, answeredAt)),
    and(isNull(answeredAt), lt(erasedAt, latest)),
  );
  const isOfDeleted = and(eq(cases.id, notices.caseId), isNull(cases.userId), ne(cases.targetKind, 'page'));
  const isAboutDeleted = and(
    or(isAnswered, lt(createdAt, latest)),
    exists(
      database.orm
        .select({ one: sql`1` })
        .from(cases)
        .where(isOfDeleted),
    ),
  );
  await database.orm
    .update(notices)
    .set({ reason: '' })
    .where(and(ne(reason, ''), or(isWithoutNotifier, isAboutDeleted)));
}
