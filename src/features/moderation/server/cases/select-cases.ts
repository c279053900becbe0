import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/table.ts';
import { books } from '#features/books/server/table.ts';
import { messages } from '#features/conversations/server/table.ts';
import { createExcerpt } from '#features/notifications/rules.ts';
import { reviews } from '#features/reviews/server/table.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { CaseSummary } from '../../case-schemas.ts';
import { LATE_CASE_MS, type TargetKind } from '../../rules.ts';
import { appeals, cases, measures } from '../table.ts';

const targetUsers = alias(users, 'target_user');
const takers = alias(users, 'taker');

/** The id of the object if it is of this kind: of a page it is a path. */
const targetId = (kind: TargetKind) =>
  sql`case when ${cases.targetKind} = ${kind} then ${cases.targetId}::uuid end`;

/** The appeal of a case that has waited longest. */
const waitingAppeal = sql<WaitingAppeal | null>`(select jsonb_build_object('id', a.id, 'measureKind', m.kind, 'reviewId', m.review_id,
    'reason', m.reason, 'decidedBy', m.decided_by)
  from ${measures} m join ${appeals} a on a.measure_id = m.id
  where m.case_id = ${cases.id} and a.state = 'waiting' order by a.created_at limit 1)`;

type WaitingAppeal = Omit<NonNullable<CaseSummary['appeal']>, 'canDecide'> & { decidedBy: string | null };

/** Of a removed one the words stay while that can be appealed. */
const isKeptReview = or(isNull(reviews.removedAt), ne(reviews.text, ''));

export const selectCases = (orm: Orm | Transaction) =>
  orm
    .select({
      id: cases.id,
      number: cases.number,
      state: cases.state,
      targetKind: cases.targetKind,
      targetId: cases.targetId,
      userId: cases.userId,
      takenBy: cases.takenBy,
      takerName: takers.name,
      person: { id: users.id, name: users.name },
      isFirstListing: cases.isFirstListing,
      openedAt: cases.openedAt,
      closedAt: cases.closedAt,
      createdAt: cases.createdAt,
      bookTitle: books.title,
      userName: targetUsers.name,
      message: messages.content,
      review: { text: reviews.text, stars: reviews.stars, removedAt: reviews.removedAt },
      appeal: waitingAppeal,
    })
    .from(cases)
    .leftJoin(users, eq(users.id, cases.userId))
    .leftJoin(takers, eq(takers.id, cases.takenBy))
    .leftJoin(books, and(eq(books.id, targetId('book')), isNull(books.deletedAt)))
    .leftJoin(messages, eq(messages.id, targetId('message')))
    .leftJoin(targetUsers, eq(targetUsers.id, targetId('user')))
    .leftJoin(reviews, and(eq(reviews.id, targetId('review')), isKeptReview));

/** A case with what it is about, and the names of those in it. */
export type JoinedCase = Awaited<ReturnType<typeof selectCases>>[number];

/** What the reader may know besides the rows of a page. */
export type CaseFacts = {
  actorId: string;
  /** Whether a moderator other than the reader can decide. */
  hasOther: boolean;
  reports: CountOf;
  notices: CountOf;
  now: Date;
};
type CountOf = ReadonlyMap<string, { count: number; reason: string | null }>;

export function toCaseSummary(
  row: JoinedCase,
  { actorId, hasOther, reports, notices, now }: CaseFacts,
): CaseSummary {
  const report = reports.get(row.id);
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    target: { type: row.targetKind, id: row.targetId, title: toTitle(row) },
    person: row.person,
    takenBy: row.takenBy === null ? null : { id: row.takenBy, name: row.takerName },
    reports: report?.count ?? 0,
    notices: notices.get(row.id)?.count ?? 0,
    reason: report?.reason ?? null,
    isFirstListing: row.isFirstListing,
    appeal: row.appeal && toAppeal(row.appeal, row.userId, { actorId, hasOther }),
    isLate: row.state !== 'closed' && row.openedAt <= lateBefore(now),
    openedAt: row.openedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

const lateBefore = (now: Date): Date => new Date(now.getTime() - LATE_CASE_MS);

export const isLateSql = (now: Date) => lte(cases.openedAt, lateBefore(now));

/** What is deleted has none. */
function toTitle({
  targetKind,
  targetId: id,
  bookTitle,
  userName,
  message,
  review,
}: JoinedCase): string | null {
  switch (targetKind) {
    case 'page':
      return id;
    case 'book':
      return bookTitle;
    case 'user':
      return userName;
    case 'message':
      return message === null ? null : createExcerpt(message);
    case 'review':
      return review && (createExcerpt(review.text) || '★'.repeat(review.stars));
  }
}

function toAppeal(
  { decidedBy, ...appeal }: WaitingAppeal,
  userId: string | null,
  { actorId, hasOther }: Pick<CaseFacts, 'actorId' | 'hasOther'>,
): NonNullable<CaseSummary['appeal']> {
  return { ...appeal, canDecide: userId !== actorId && (decidedBy !== actorId || !hasOther) };
}
