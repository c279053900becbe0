import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { books } from '#features/books/server/table.ts';
import {
  findReceivers,
  queueBookNotices,
  type Receiver,
  stopEmailsText,
} from '#features/notifications/server/public.ts';
import { confirmedSales, resaleQuestions } from '../table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { resaleQuestionText } from '../../rules.ts';
import { isListedAgain } from './resale-questions.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'log' | 'mailer' | 'jobs' | 'publicUrl'>;
type BoughtBook = { id: string; title: string };

/** Notifies buyers of new questions, by push and by one email, as their settings say. */
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
  const boughtBooks = await findBoughtBooks(tx, open);
  const [receiver] = await findReceivers(tx, [buyerId]);
  if (receiver === undefined || boughtBooks.length === 0) return;
  if (receiver.pushReminders) await queueBookNotices(context, tx, toNotices(buyerId, boughtBooks), now);
  if (receiver.mailReminders && receiver.emailVerified)
    await context.mailer.send(tx, toEmail(context, receiver, boughtBooks));
}

async function findBoughtBooks(tx: Transaction, saleIds: readonly string[]): Promise<BoughtBook[]> {
  if (saleIds.length === 0) return [];
  const title = sql<string>`coalesce(${confirmedSales.title}, ${books.title})`;
  return tx
    .select({ id: confirmedSales.id, title })
    .from(confirmedSales)
    .leftJoin(books, eq(books.id, confirmedSales.bookId))
    .where(and(inArray(confirmedSales.id, [...saleIds]), sql`${title} IS NOT NULL AND NOT ${isListedAgain}`))
    .orderBy(confirmedSales.confirmedAt, confirmedSales.id);
}

/** More are one notice. */
const MAX_NOTICES = 3;

function toNotices(userId: string, boughtBooks: readonly BoughtBook[]) {
  const notice = { userId, bookId: null };
  if (boughtBooks.length > MAX_NOTICES)
    return [{ ...notice, title: 'Done with your books?', body: 'Sell them again.', path: '/profile' }];
  return boughtBooks.map(({ id, title }) => ({
    ...notice,
    title: resaleQuestionText(title),
    body: 'The form is filled in from your purchase.',
    path: `/add-listing?again=${id}`,
  }));
}

const toEmail = (
  { publicUrl }: Context,
  { email, name }: Receiver,
  boughtBooks: readonly BoughtBook[],
): EmailMessage => ({
  to: email,
  subject: 'Sell your books again on BookSwap',
  text: `Hi ${defuseLinks(name)},

${boughtBooks
  .map(
    ({ id, title }) => `${resaleQuestionText(defuseLinks(title))}
${publicUrl}/add-listing?again=${id}`,
  )
  .join('\n\n')}

We email you once about each book. ${stopEmailsText({ publicUrl })}`,
});
