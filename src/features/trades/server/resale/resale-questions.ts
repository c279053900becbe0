import { type Column, and, desc, eq, isNull, sql } from 'drizzle-orm';
import { spendBudget } from '#features/accounts/server/budgets/public.ts';
import { books } from '#features/books/server/table.ts';
import {
  type EnqueueContext,
  enqueueNotifications,
  type NotificationFacts,
  type NotificationKind,
  stopEmailsText,
} from '#features/notifications/server/public.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { BoughtBook } from '../../contract.ts';
import { type AskedSemester, DAYS_AFTER_END, findAskedSemester, MAX_SHOWN_QUESTIONS } from '../../rules.ts';
import { getBought, selectBought, toBoughtBook } from '../sales/list-bought.ts';
import { confirmedSales, resaleQuestions } from '../table.ts';

/** The buyer lists the book of a purchase again: there is nothing left to ask. */
const isListedAgain = sql`EXISTS (SELECT FROM ${books} again
  WHERE again.seller_id = ${confirmedSales.buyerId} AND again.created_at > ${confirmedSales.confirmedAt}
    AND again.deleted_at IS NULL AND (again.isbn = ${confirmedSales.isbn}
      OR ${confirmedSales.isbn} IS NULL AND again.title = ${confirmedSales.title}))`;

/** A paused user could list nothing: the question waits for the end. */
const isPaused = (userId: Column, now: Date) =>
  sql`EXISTS (SELECT FROM users paused WHERE paused.id = ${userId} AND paused.paused_until > ${now})`;

type Context = Pick<ServerContext, 'database' | 'clock' | 'log'>;
type Semesters = { semesterEnds: readonly string[]; timeZone: string };

/** Asks the buyers of a semester once about each purchase, however often the job runs. */
export async function askToSellAgain(context: Context, { semesterEnds, timeZone }: Semesters): Promise<void> {
  const now = context.clock.now();
  const semester = findAskedSemester(semesterEnds, now, timeZone);
  if (semester === undefined) return;
  await forEachDue(context, {
    failure: 'the question about a bought book could not be recorded',
    read: (after, limit) => readDue(context.database, semester, { after, limit, now }),
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
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<{ id: string }[]> {
  const { id, confirmedAt, buyerId } = confirmedSales;
  const timeOfLast = sql`(SELECT last.confirmed_at FROM ${confirmedSales} last WHERE last.id = ${after})`;
  const { rows } = await orm.execute<{ id: string }>(sql`
    SELECT ${id} FROM ${confirmedSales}
    WHERE (${confirmedAt}, ${id}) > (coalesce(${timeOfLast}, ${from}), ${after}) AND ${confirmedAt} < ${to}
      AND ${buyerId} IS NOT NULL AND NOT ${isListedAgain} AND NOT ${isPaused(buyerId, now)}
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
    .limit(MAX_SHOWN_QUESTIONS);
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

type Purchase = NotificationFacts & { id: string; title: string; confirmedAt: string };

/** A bought book to sell again: one push for each, one email about all. */
export const resaleNotifications: NotificationKind<Purchase> = {
  name: 'resale',
  factsSql: `SELECT sale.id, coalesce(sale.title, b.title) AS title, sale.confirmed_at AS "confirmedAt"
    FROM confirmed_sales sale LEFT JOIN books b ON b.id = sale.book_id
    WHERE sale.id = n.subject_id AND sale.buyer_id = n.user_id AND coalesce(sale.title, b.title) IS NOT NULL`,
  push: {
    setting: 'pushReminders',
    text: ({ id, title }, count, { text }) =>
      count === undefined
        ? {
            title: text('trades.resale.question', { title }),
            body: text('trades.push.resale-text'),
            path: `/add-listing?again=${id}`,
          }
        : { title: text('trades.push.resales'), body: text('trades.push.resales-text'), path: '/profile' },
  },
  mail: {
    setting: 'mailReminders',
    groupedBy: 'user',
    text: ({ publicUrl }, { name, text }, boughtBooks) => ({
      subject: text('trades.mail.resale.subject'),
      text: `${text('platform.mail.greeting', { name: defuseLinks(name) })}

${boughtBooks
  .toSorted((one, other) => Date.parse(one.confirmedAt) - Date.parse(other.confirmedAt))
  .map(
    ({ id, title }) => `${text('trades.resale.question', { title: defuseLinks(title) })}
${publicUrl}/add-listing?again=${id}`,
  )
  .join('\n\n')}

${text('trades.mail.resale.once')} ${stopEmailsText({ publicUrl }, text)}`,
    }),
  },
};

/** Notifies buyers of new questions. */
export async function notifyOfResaleQuestions(context: Context & EnqueueContext): Promise<void> {
  const { buyerId, notifiedAt } = resaleQuestions;
  await forEachDue(context, {
    failure: 'a buyer could not be notified of the question about bought books',
    read: async (after, limit) => {
      const { rows } = await context.database.orm.execute<{ id: string }>(sql`
        SELECT DISTINCT ${buyerId} AS id FROM ${resaleQuestions}
        WHERE ${notifiedAt} IS NULL AND ${buyerId} > ${after} AND NOT ${isPaused(buyerId, context.clock.now())} ORDER BY id LIMIT ${limit}`);
      return rows;
    },
    act: (tx, { id }) => notifyBuyer(context, tx, id),
  });
}

async function notifyBuyer(
  context: Context & EnqueueContext,
  tx: Transaction,
  buyerId: string,
): Promise<void> {
  const now = context.clock.now();
  const claimed = await tx
    .update(resaleQuestions)
    .set({ notifiedAt: now })
    .where(and(eq(resaleQuestions.buyerId, buyerId), isNull(resaleQuestions.notifiedAt)))
    .returning({ saleId: resaleQuestions.saleId, dismissedAt: resaleQuestions.dismissedAt });
  const open = claimed.flatMap(({ saleId, dismissedAt }) => (dismissedAt === null ? [saleId] : []));
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT ${confirmedSales.id}
    FROM ${confirmedSales} LEFT JOIN ${books} ON ${books.id} = ${confirmedSales.bookId}
    WHERE ${confirmedSales.id} = ANY(${sql.param(open)}::uuid[])
      AND coalesce(${confirmedSales.title}, ${books.title}) IS NOT NULL AND NOT ${isListedAgain}
    ORDER BY ${confirmedSales.confirmedAt}, ${confirmedSales.id}`);
  const entries = rows.map(({ id }) => ({ userId: buyerId, subjectId: id }));
  await enqueueNotifications(context, tx, resaleNotifications, entries, { now });
}
