import { findReceivers, queueBookNotices, type Receiver } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { sql } from 'drizzle-orm';
import { decideDelivery, type Delivery } from '../../decide-delivery.ts';
import { nextMorning } from '../../next-morning.ts';
import { MAX_NOTIFIED_AT_ONCE, MAX_NOTIFIED_BY_MAILBOX, UNVERIFIED_LISTING_TEXT } from '../../rules.ts';
import { findNotified } from './find-notified.ts';
import { type NotifyingSeller, toNotifyingSeller } from './notified-by.ts';
import { atOnceEmail } from './wanted-emails.ts';
import type { WantedContext } from '../wanted-context.ts';
import { wantedAlerts } from '../table.ts';

export type NewAlert = { entryId: string; userId: string; isExact: boolean };

export type AlertedBook = {
  id: string;
  sellerId: string;
  sellerName: string;
  sellerMailbox: string;
  isSellerVerified: boolean;
  title: string;
  condition: string;
  price: number;
};

type Deciding = { book: AlertedBook; seller: NotifyingSeller; alerts: readonly NewAlert[]; now: Date };
type Decided = { receiver: Receiver; delivery: Delivery };

/** Queues pushes and emails of new alerts in the transaction that writes them, one of each for a user. */
export async function deliverAlerts(
  context: WantedContext,
  tx: Transaction,
  book: AlertedBook,
  alerts: readonly NewAlert[],
): Promise<void> {
  const now = context.clock.now();
  const seller = toNotifyingSeller(context, {
    mailbox: book.sellerMailbox,
    isVerified: book.isSellerVerified,
  });
  const decided = await decideDeliveries(tx, { book, seller, alerts, now });
  const pushed = decided.filter(({ delivery }) => delivery.push);
  await queueBookNotices(
    context,
    tx,
    pushed.map(({ receiver }) => toNotice(receiver, book)),
    now,
  );
  for (const { receiver, delivery } of decided)
    if (delivery.mail === 'at-once') await context.mailer.send(tx, atOnceEmail(context, receiver, book));
  const entriesOf = (isMeant: (delivery: Delivery) => boolean) => {
    const users = new Set(
      decided.flatMap(({ receiver, delivery }) => (isMeant(delivery) ? receiver.id : [])),
    );
    return alerts.filter(({ userId }) => users.has(userId)).map(({ entryId }) => entryId);
  };
  const notified = entriesOf(isAtOnce);
  if (notified.length > 0)
    await tx.execute(sql`UPDATE ${wantedAlerts} SET notified_at = ${now}, notified_by = ${seller.key}
      WHERE book_id = ${book.id} AND entry_id = ANY(${sql.param(notified)}::uuid[])`);
  const due = entriesOf(({ mail }) => mail === 'daily');
  if (due.length > 0)
    await tx.execute(sql`UPDATE ${wantedAlerts} SET digest_due_at = ${nextMorning(now, context.timeZone)}
      WHERE book_id = ${book.id} AND entry_id = ANY(${sql.param(due)}::uuid[])`);
}

const isAtOnce = ({ push, mail }: Delivery) => push || mail === 'at-once';

/**
 * What each user gets; entries that this seller has notified the user of today count only for the digest. So
 * does everything beyond the share of the seller, which leaves the rest of the day to others.
 */
async function decideDeliveries(
  tx: Transaction,
  { book, seller, alerts, now }: Deciding,
): Promise<Decided[]> {
  const alertsOf = Map.groupBy(alerts, ({ userId }) => userId);
  const receivers = await findReceivers(tx, [...alertsOf.keys()]);
  const decide = (receiver: Receiver, isHeld: boolean, entries: readonly NewAlert[]) =>
    decideDelivery(receiver, {
      isHeld,
      isExact: entries.some(({ isExact }) => isExact),
      isSellerVerified: book.isSellerVerified,
    });
  const eager = receivers.filter((receiver) => isAtOnce(decide(receiver, false, alertsOf.get(receiver.id)!)));
  const notified = await findNotified(tx, { userIds: eager.map(({ id }) => id), seller, now });
  return receivers.map((receiver) => {
    const before = notified.get(receiver.id);
    const fresh = alertsOf.get(receiver.id)!.filter(({ entryId }) => !before?.entryIds.includes(entryId));
    const isUsedUp =
      before !== undefined &&
      (before.count >= MAX_NOTIFIED_AT_ONCE || before.countOfShare >= MAX_NOTIFIED_BY_MAILBOX);
    const isHeld = fresh.length === 0 || isUsedUp;
    return { receiver, delivery: decide(receiver, isHeld, fresh) };
  });
}

const toNotice = ({ id }: Receiver, book: AlertedBook) => ({
  userId: id,
  bookId: book.id,
  title: book.isSellerVerified ? `Listed: ${book.title}` : UNVERIFIED_LISTING_TEXT,
  body: `${formatPrice(book.price)}, ${book.condition}${book.isSellerVerified ? `, from ${book.sellerName}` : ''}`,
  path: `/book/${book.id}`,
});
