import { and, count, eq, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { findAccountsOfPerson, listStaff } from '#features/accounts/server/public.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import {
  decodeKeyset,
  encodeKeyset,
  type Paging,
  rowsForPage,
  toPage,
  afterCursor,
  orderByKeyset,
} from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { CaseSummary } from '../../case-schemas.ts';
import type { CaseState } from '../../rules.ts';
import { waitingAppealSql } from '../appeals/waiting-appeal-sql.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { cases } from '../table.ts';
import { type CaseFacts, isLateSql, selectCases, toCaseSummary } from './select-cases.ts';

type Context = Pick<ModerationContext, 'database' | 'clock' | 'sources'>;

type CaseQuery = Paging & { state: CaseState; only?: 'mine' | 'appeals' | 'first-listings' | undefined };

/** Open ones, those in review too, the oldest first; closed ones, the last closed first. None about the reader. */
export async function listCases(
  context: Context,
  actorId: string,
  { state, only, limit, cursor }: CaseQuery,
): Promise<Page<CaseSummary>> {
  const { orm } = context.database;
  const isClosed = state === 'closed';
  const columns = { at: isClosed ? cases.closedAt : cases.openedAt, id: cases.id };
  const order = isClosed ? 'newest-first' : 'oldest-first';
  const own = await findAccountsOfPerson(orm, actorId);
  const rows = await selectCases(orm)
    .where(
      and(
        // The words of the partial indexes.
        isClosed ? sql`${cases.state} = 'closed'` : sql`${cases.state} <> 'closed'`,
        state === 'in-review' ? eq(cases.state, 'in-review') : undefined,
        or(isNull(cases.userId), notInArray(cases.userId, own)),
        only === 'mine' ? eq(cases.takenBy, actorId) : undefined,
        only === 'appeals' ? waitingAppealSql(sql`${cases.id}`) : undefined,
        only === 'first-listings' ? cases.isFirstListing : undefined,
        afterCursor(columns, decodeKeyset(cursor), order),
      ),
    )
    .orderBy(...orderByKeyset(columns, order))
    .limit(rowsForPage(limit));
  const page = toPage(rows, limit, ({ id, openedAt, closedAt }) =>
    encodeKeyset({ at: closedAt ?? openedAt, id }),
  );
  const facts = await readFacts(
    context,
    actorId,
    page.items.map(({ id }) => id),
  );
  return { ...page, items: page.items.map((row) => toCaseSummary(row, facts)) };
}

/** What summaries show besides the rows of the cases: one statement for each source. */
export async function readFacts(
  { database, clock, sources }: Context,
  actorId: string,
  caseIds: readonly string[],
): Promise<CaseFacts> {
  const now = clock.now();
  const counts = { report: new Map(), notice: new Map() } as Record<
    'report' | 'notice',
    CaseFacts['reports']
  >;
  if (caseIds.length > 0)
    for (const { kind, count } of sources) counts[kind] = await count(database.orm, caseIds);
  const serving = await listStaff(database.orm, 'moderator', now);
  const hasOther = serving.some(({ id }) => id !== actorId);
  return { actorId, hasOther, reports: counts.report, notices: counts.notice, now };
}

type OpenCases = { open: number; inReview: number; late: number };

export async function countOpenCases(orm: Orm | Transaction, now: Date): Promise<OpenCases> {
  const [counted] = await orm
    .select({
      open: count(),
      inReview: sql<number>`count(*) filter (where ${eq(cases.state, 'in-review')})::int`,
      late: sql<number>`count(*) filter (where ${isLateSql(now)})::int`,
    })
    .from(cases)
    .where(ne(cases.state, 'closed'));
  return counted!;
}
