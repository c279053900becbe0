import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { books } from '#features/books/server/table.ts';
import { reviews } from '#features/reviews/server/table.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import { type Paging, selectPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { Decision } from '../../decision-schemas.ts';
import { moderationProblem } from '../../contract.ts';
import { toAppealEnd } from '../../rules.ts';
import { isInAppealTimeSql } from '../appeals/appeal-time-sql.ts';
import type { MeasureRow } from '../measures/record-measure.ts';
import { appeals, measures } from '../table.ts';
import { objectColumns, type ObjectRow, toObjectState } from './object-state.ts';

type AppealRow = typeof appeals.$inferSelect;
export type DecisionRow = { measure: MeasureRow; appeal: AppealRow | null } & ObjectRow;

/** A decision stands for six months, and as long after it is lifted, or its appeal is answered. */
const isStanding = (now: Date): SQL =>
  sql`(${isInAppealTimeSql(sql`greatest(${measures.createdAt}, ${measures.endedAt}, ${appeals.decidedAt})`, now)} or ${appeals.state} = 'waiting')`;

/** Not opened yet, or its answer is not. */
const isUnseen = or(
  isNull(measures.seenAt),
  sql`${appeals.decidedAt} is not null and ${appeals.seenAt} is null`,
);

const selectDecisions = (orm: Orm | Transaction) =>
  orm
    .select({ measure: measures, appeal: appeals, ...objectColumns })
    .from(measures)
    .leftJoin(appeals, eq(appeals.measureId, measures.id))
    .leftJoin(books, eq(books.id, measures.bookId))
    .leftJoin(reviews, eq(reviews.id, measures.reviewId))
    .$dynamic();

/** The decisions about a user, newest first. */
export function listDecisions(orm: Orm, userId: string, paging: Paging, now: Date): Promise<Page<Decision>> {
  return selectPage({
    paging,
    columns: { at: measures.createdAt, id: measures.id },
    select: ({ after, orderBy, limit }) =>
      selectDecisions(orm)
        .where(and(eq(measures.userId, userId), isStanding(now), after))
        .orderBy(...orderBy)
        .limit(limit),
    toKeyset: ({ measure: { createdAt: at, id } }: DecisionRow) => ({ at, id }),
    toItem: (row) => toDecision(row, now),
  });
}

/** How many of them are new. */
export async function countNewDecisions(orm: Orm, userId: string, now: Date): Promise<number> {
  const [counted] = await orm
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(measures)
    .leftJoin(appeals, eq(appeals.measureId, measures.id))
    .where(and(eq(measures.userId, userId), isUnseen, isStanding(now)));
  return counted!.count;
}

/** A decision about this user, which is seen from then on. Throws 'decision-not-found'. */
export async function openDecision(
  tx: Transaction,
  userId: string,
  id: string,
  now: Date,
): Promise<Decision> {
  const [found] = await selectDecisions(tx).where(
    and(eq(measures.id, id), eq(measures.userId, userId), isStanding(now)),
  );
  if (found === undefined) throw moderationProblem('decision-not-found');
  const { measure, appeal } = found;
  if (measure.seenAt === null) await tx.update(measures).set({ seenAt: now }).where(eq(measures.id, id));
  if (appeal?.decidedAt && appeal.seenAt === null)
    await tx.update(appeals).set({ seenAt: now }).where(eq(appeals.id, appeal.id));
  return { ...toDecision(found, now), isNew: false };
}

/** A decision by its id alone, for the bearer of its link. Throws 'decision-not-found'. */
export async function readDecision(orm: Orm | Transaction, id: string, now: Date): Promise<Decision> {
  const [found] = await selectDecisions(orm).where(and(eq(measures.id, id), isStanding(now)));
  if (found === undefined) throw moderationProblem('decision-not-found');
  return { ...toDecision(found, now), isNew: false };
}

/** Of a measure that stands: one that is lifted needs no appeal. */
export const canAppeal = ({ measure, appeal }: Pick<DecisionRow, 'measure' | 'appeal'>, now: Date): boolean =>
  appeal === null &&
  (measure.state === 'active' || measure.state === 'ended') &&
  now < toAppealEnd(measure.createdAt);

/** Never who reported it, and nothing of the team. */
export function toDecision({ measure, appeal, ...object }: DecisionRow, now: Date): Decision {
  const { id, kind, reason, note, source, title, bookId, reviewId, state, liftNote, reports, notices } =
    measure;
  const same = { id, kind, reason, note, source, title, bookId, reviewId, state, liftNote, reports, notices };
  return {
    ...same,
    until: measure.endsAt?.toISOString() ?? null,
    createdAt: measure.createdAt.toISOString(),
    endedAt: measure.endedAt?.toISOString() ?? null,
    canAppeal: canAppeal({ measure, appeal }, now),
    appealUntil: toAppealEnd(measure.createdAt).toISOString(),
    appeal: appeal && toAnswer(appeal),
    isNew: measure.seenAt === null || (appeal?.decidedAt != null && appeal.seenAt === null),
    objectState: toObjectState(measure, object, now),
    isBanned: measure.bannedEmailHash !== null,
  };
}

const toAnswer = ({
  text,
  state,
  note,
  isSameMember,
  createdAt,
  decidedAt,
}: AppealRow): NonNullable<Decision['appeal']> => ({
  text,
  state,
  note,
  isSameMember,
  createdAt: createdAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});
