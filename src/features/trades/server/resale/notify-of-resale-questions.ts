import { and, eq, isNull, sql } from 'drizzle-orm';
import { books } from '#features/books/server/table.ts';
import {
  type EnqueueContext,
  enqueueNotifications,
  type NotificationFacts,
  type NotificationKind,
  stopEmailsText,
} from '#features/notifications/server/public.ts';
import { confirmedSales, resaleQuestions } from '../table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { resaleQuestionText } from '../../rules.ts';
import { isListedAgain } from './resale-questions.ts';

type Context = EnqueueContext & Pick<ServerContext, 'database' | 'clock' | 'log'>;

type BoughtBook = NotificationFacts & { id: string; title: string; confirmedAt: string };

/** A bought book to sell again: one push for each, one email about all. */
export const resaleNotifications: NotificationKind<BoughtBook> = {
  name: 'resale',
  factsSql: `SELECT sale.id, coalesce(sale.title, b.title) AS title, sale.confirmed_at AS "confirmedAt"
    FROM confirmed_sales sale LEFT JOIN books b ON b.id = sale.book_id
    WHERE sale.id = n.subject_id AND sale.buyer_id = n.user_id AND coalesce(sale.title, b.title) IS NOT NULL`,
  push: {
    setting: 'pushReminders',
    text: ({ id, title }, count) =>
      count === undefined
        ? {
            title: resaleQuestionText(title),
            body: 'The form is filled in from your purchase.',
            path: `/add-listing?again=${id}`,
          }
        : { title: 'Done with your books?', body: 'Sell them again.', path: '/profile' },
  },
  mail: {
    setting: 'mailReminders',
    groupedBy: 'user',
    text: ({ publicUrl }, { name }, boughtBooks) => ({
      subject: 'Sell your books again on BookSwap',
      text: `Hi ${defuseLinks(name)},

${boughtBooks
  .toSorted((one, other) => Date.parse(one.confirmedAt) - Date.parse(other.confirmedAt))
  .map(
    ({ id, title }) => `${resaleQuestionText(defuseLinks(title))}
${publicUrl}/add-listing?again=${id}`,
  )
  .join('\n\n')}

We email you once about each book. ${stopEmailsText({ publicUrl })}`,
    }),
  },
};

/** Notifies buyers of new questions. */
export async function notifyOfResaleQuestions(context: Context): Promise<void> {
  const { buyerId, notifiedAt } = resaleQuestions;
  await forEachDue(context, {
    failure: 'a buyer could not be notified of the question about bought books',
    read: async (after, limit) => {
      const { rows } = await context.database.orm.execute<{ id: string }>(sql`
        SELECT DISTINCT ${buyerId} AS id FROM ${resaleQuestions}
        WHERE ${notifiedAt} IS NULL AND ${buyerId} > ${after} ORDER BY id LIMIT ${limit}`);
      return rows;
    },
    act: (tx, { id }) => notifyBuyer(context, tx, id),
  });
}

async function notifyBuyer(context: Context, tx: Transaction, buyerId: string): Promise<void> {
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
