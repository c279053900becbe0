import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { spendBudget } from '#features/accounts/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { confirmedSales, resaleQuestions } from '../table.ts';
import type { Database } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { BoughtBook } from '../../contract.ts';
import { MAX_QUESTIONS } from '../../rules.ts';
import { type AskedSemester, DAYS_AFTER_END, findAskedSemester } from '../../semesters.ts';
import { getBought, selectBought, toBoughtBook } from '../sales/list-bought.ts';

/** The buyer lists the book of a purchase again: there is nothing left to ask. */
export const isListedAgain = sql`EXISTS (SELECT FROM ${books} again
  WHERE again.seller_id = ${confirmedSales.buyerId} AND again.created_at > ${confirmedSales.confirmedAt}
    AND again.deleted_at IS NULL AND (again.isbn = ${confirmedSales.isbn}
      OR ${confirmedSales.isbn} IS NULL AND again.title = ${confirmedSales.title}))`;

type Context = Pick<ServerContext, 'database' | 'clock' | 'log'>;
type Semesters = { semesterEnds: readonly string[]; timeZone: string };

/** Asks the buyers of a semester once about each purchase, however often the job runs. */
export async function askToSellAgain(context: Context, { semesterEnds, timeZone }: Semesters): Promise<void> {
  const now = context.clock.now();
  const semester = findAskedSemester(semesterEnds, now, timeZone);
  if (semester === undefined) return;
  await forEachDue(context, {
    failure: 'the question about a bought book could not be recorded',
    read: (after, limit) => readDue(context.database, semester, { after, limit }),
    act: async (tx, { id }) => {
      await tx.execute(sql`
        INSERT INTO ${resaleQuestions} (sale_id, buyer_id, semester_end, created_at)
        SELECT ${confirmedSales.id}, ${confirmedSales.buyerId}, ${semester.end}::date, ${now}::timestamptz
        FROM ${confirmedSales}
        WHERE ${confirmedSales.id} = ${id} AND ${confirmedSales.buyerId} IS NOT NULL
        ON CONFLICT DO NOTHING`);
    },
  });
}

/** The next purchases without a question behind the purchase `after`, by time: as the index has them. */
async function readDue(
  { orm }: Database,
  { from, to }: AskedSemester,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string }[]> {
  const { id, confirmedAt, buyerId } = confirmedSales;
  const timeOfLast = sql`(SELECT last.confirmed_at FROM ${confirmedSales} last WHERE last.id = ${after})`;
  const { rows } = await orm.execute<{ id: string }>(sql`
    SELECT ${id} FROM ${confirmedSales}
    WHERE (${confirmedAt}, ${id}) > (coalesce(${timeOfLast}, ${from}), ${after}) AND ${confirmedAt} < ${to}
      AND ${buyerId} IS NOT NULL AND NOT ${isListedAgain}
      AND NOT EXISTS (SELECT FROM ${resaleQuestions} earlier WHERE earlier.sale_id = ${id})
    ORDER BY ${confirmedAt}, ${id} LIMIT ${limit}`);
  return rows;
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
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  actorId: string,
  saleId: string,
): Promise<{ dismissed: true }> {
  const now = clock.now();
  const isChanged = await database.transaction(async (tx) => {
    const isOwn = and(eq(resaleQuestions.saleId, saleId), eq(resaleQuestions.buyerId, actorId));
    const { rowCount } = await tx
      .update(resaleQuestions)
      .set({ dismissedAt: now })
      .where(and(isOwn, isNull(resaleQuestions.dismissedAt)));
    if (rowCount === 0) return false;
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    return true;
  });
  if (!isChanged) await getBought(database, actorId, saleId);
  return { dismissed: true };
}
