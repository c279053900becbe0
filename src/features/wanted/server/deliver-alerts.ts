import { findReceivers, queueBookNotices, type Receiver } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { sql } from 'drizzle-orm';
import { decideDelivery } from '../decide-delivery.ts';
import { nextMorning } from '../next-morning.ts';
import { atOnceEmail } from './wanted-emails.ts';
import type { WantedContext } from './wanted-context.ts';
import { wantedAlerts } from './table.ts';

export type NewAlert = { entryId: string; userId: string; isExact: boolean };

export type AlertedBook = {
  id: string;
  sellerId: string;
  sellerName: string;
  title: string;
  condition: string;
  price: number;
};

/** Queues pushes and emails of new alerts in the transaction that writes them, one of each for a user. */
export async function deliverAlerts(
  context: WantedContext,
  tx: Transaction,
  book: AlertedBook,
  alerts: readonly NewAlert[],
): Promise<void> {
  const now = context.clock.now();
  const exact = new Set(alerts.filter(({ isExact }) => isExact).map(({ userId }) => userId));
  const receivers = await findReceivers(tx, [...new Set(alerts.map(({ userId }) => userId))]);
  const decided = receivers.map((receiver) => ({
    receiver,
    delivery: decideDelivery(receiver, { isExact: exact.has(receiver.id) }),
  }));
  const pushed = decided.filter(({ delivery }) => delivery.push).map(({ receiver }) => receiver);
  await queueBookNotices(
    context,
    tx,
    pushed.map((receiver) => toNotice(receiver, book)),
    now,
  );
  for (const { receiver, delivery } of decided)
    if (delivery.mail === 'at-once') await context.mailer.send(tx, atOnceEmail(context, receiver, book));
  const daily = decided
    .filter(({ delivery }) => delivery.mail === 'daily')
    .map(({ receiver }) => receiver.id);
  // One of several alerts of the same listing is enough.
  const due = alerts.filter(({ userId }) => daily.includes(userId)).map(({ entryId }) => entryId);
  if (due.length > 0)
    await tx.execute(sql`UPDATE ${wantedAlerts} SET digest_due_at = ${nextMorning(now, context.timeZone)}
      WHERE book_id = ${book.id} AND entry_id = ANY(${sql.param(due)}::uuid[])`);
}

const toNotice = ({ id }: Receiver, book: AlertedBook) => ({
  userId: id,
  bookId: book.id,
  title: `Listed: ${book.title}`,
  body: `${formatPrice(book.price)}, ${book.condition}, from ${book.sellerName}`,
  path: `/book/${book.id}`,
});
