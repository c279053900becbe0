import { enqueueNotifications, findReceivers, type Receiver } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { sql } from 'drizzle-orm';
import { decideDelivery, type Delivery } from '../../decide-delivery.ts';
import { nextMorning } from '#platform/shared/next-morning.ts';
import { MAX_NOTIFIED_AT_ONCE, MAX_NOTIFIED_BY_MAILBOX } from '../../rules.ts';
import { findNotified, type NotifyingSeller, toNotifyingSeller } from './find-notified.ts';
import { createWantedDigests, wantedNotifications } from './wanted-notifications.ts';
import type { WantedContext } from '../wanted-context.ts';
import { wantedAlerts } from '../table.ts';

export type NewAlert = { entryId: string; userId: string; isExact: boolean };

export type AlertedBook = { id: string; sellerMailbox: string; isSellerVerified: boolean };

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
  await enqueueNotifications(context, tx, wantedNotifications, toEntries(decided, book, now), { now });
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
  const digest = decided.filter(({ delivery }) => delivery.mail === 'daily');
  const mailAt = nextMorning(now, context.timeZone);
  await enqueueNotifications(
    context,
    tx,
    createWantedDigests(context.timeZone),
    digest.map(({ receiver }) => ({ userId: receiver.id, subjectId: book.id, mailAt })),
    { now },
  );
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

const toEntries = (decided: readonly Decided[], book: AlertedBook, now: Date) =>
  decided
    .filter(({ delivery }) => isAtOnce(delivery))
    .map(({ receiver, delivery: { push, mail } }) => ({
      userId: receiver.id,
      subjectId: book.id,
      isSilent: !push,
      mailAt: mail === 'at-once' ? now : null,
    }));
