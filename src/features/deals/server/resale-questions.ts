import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { spendBudget } from '#features/budgets/server/public.ts';
import { books } from '#features/books/server/public.ts';
import { confirmedSales } from '#features/sales/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { BoughtBook } from '../contract.ts';
import { MAX_QUESTIONS } from '../rules.ts';
import { type AskedSemester, DAYS_AFTER_END, findAskedSemester } from '../semesters.ts';
import type { DealContext } from './deal-context.ts';
import { getBought, selectBought, toBoughtBook } from './list-bought.ts';
import { resaleQuestions } from './table.ts';

/** Purchases per statement. */
const BATCH_SIZE = 500;

/** The buyer lists the book of a purchase again: there is nothing left to ask. */
const isListedAgain = sql`EXISTS (SELECT FROM ${books} again
  WHERE again.seller_id = ${confirmedSales.buyerId} AND again.created_at > ${confirmedSales.confirmedAt}
    AND again.deleted_at IS NULL AND (again.isbn = ${confirmedSales.isbn}
      OR ${confirmedSales.isbn} IS NULL AND again.title = ${confirmedSales.title}))`;

type Options = Pick<DealContext, 'database' | 'clock'> & {
  semesterEnds: readonly string[];
  timeZone: string;
};

/** Asks the buyers of a semester once about each purchase, however often the job runs. */
export async function askToSellAgain({ database, clock, semesterEnds, timeZone }: Options): Promise<void> {
  const now = clock.now();
  const semester = findAskedSemester(semesterEnds, now, timeZone);
  if (semester === undefined) return;
  while ((await askNext(database, semester, now)) === BATCH_SIZE);
}

async function askNext({ orm }: Database, { end, from, to }: AskedSemester, now: Date): Promise<number> {
  const { rowCount } = await orm.execute(sql`
    INSERT INTO ${resaleQuestions} (sale_id, buyer_id, semester_end, created_at)
    SELECT ${confirmedSales.id}, ${confirmedSales.buyerId}, ${end}::date, ${now}::timestamptz FROM ${confirmedSales}
    WHERE ${confirmedSales.confirmedAt} >= ${from} AND ${confirmedSales.confirmedAt} < ${to}
      AND ${confirmedSales.buyerId} IS NOT NULL AND NOT ${isListedAgain}
      AND NOT EXISTS (SELECT FROM ${resaleQuestions} earlier WHERE earlier.sale_id = ${confirmedSales.id})
    LIMIT ${BATCH_SIZE} ON CONFLICT DO NOTHING`);
  return rowCount ?? 0;
}

/** The purchases that the actor may be done with, newest first. */
export async function listResaleQuestions(
  database: Pick<Database, 'orm'>,
  actorId: string,
  now: Date,
): Promise<BoughtBook[]> {
  const oldestEnd = new Date(now.getTime() - DAYS_AFTER_END * DAY_MS)
    .toISOString()
    .slice(0, 'YYYY-MM-DD'.length);
  const rows = await selectBought(database)
    .innerJoin(resaleQuestions, eq(resaleQuestions.saleId, confirmedSales.id))
    .where(
      and(
        eq(resaleQuestions.buyerId, actorId),
        isNull(resaleQuestions.dismissedAt),
        sql`${resaleQuestions.semesterEnd} >= ${oldestEnd}`,
        sql`coalesce(${confirmedSales.title}, ${books.title}) IS NOT NULL AND NOT ${isListedAgain}`,
      ),
    )
    .orderBy(desc(confirmedSales.confirmedAt), desc(confirmedSales.id))
    .limit(MAX_QUESTIONS);
  return rows.map(toBoughtBook);
}

/** 'Not now'. Repeated, it changes nothing. Throws 'sale-not-found', 'daily-limit-reached'. */
export async function dismissResaleQuestion(
  { database, clock }: Pick<DealContext, 'database' | 'clock'>,
  actorId: string,
  saleId: string,
): Promise<{ dismissed: true }> {
  await getBought(database, actorId, saleId);
  const now = clock.now();
  await database.transaction(async (tx) => {
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    await tx
      .update(resaleQuestions)
      .set({ dismissedAt: now })
      .where(and(eq(resaleQuestions.saleId, saleId), isNull(resaleQuestions.dismissedAt)));
  });
  return { dismissed: true };
}
