import { asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { processBatch } from '#features/payments/server/public.ts';
import { RECHECK_AFTER_MS, terminationDate, hasEnded } from '../rules.ts';
import { terminateSubscription } from './terminate-subscription.ts';
import { syncIfKnown } from './sync-subscription.ts';
import { lockSubscription, writeSubscription } from './update-ad-free.ts';
import type { SubscriptionRow, SubscriptionsContext } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

const CHECK_BATCH_SIZE = 50;

const isDue = (now: Date) => lte(subscriptions.nextCheckAt, now);

export const selectDueSubscriptions = (now: Date): SQL =>
  sql`SELECT FROM ${subscriptions} WHERE ${isDue(now)}`;

/** When the next one is due. */
export const selectNextCheck = (): SQL => sql`SELECT min(next_check_at) FROM ${subscriptions}`;

/**
 * Checks subscriptions that are due: an event of a renewal may be lost, ad-free time may be over, the grace
 * period may have passed, or the provider has not confirmed our termination. One failure does not block the
 * others.
 */
export async function checkDueSubscriptions(context: SubscriptionsContext): Promise<void> {
  const { database, clock, log } = context;
  const due = await database.orm
    .select()
    .from(subscriptions)
    .where(isDue(clock.now()))
    .orderBy(asc(subscriptions.nextCheckAt), asc(subscriptions.id))
    .limit(CHECK_BATCH_SIZE);
  await processBatch(
    due,
    (row) => checkSubscription(context, row),
    async (row, error) => {
      await putOff(context, row);
      log.error({ err: error, subscription: row.id }, 'checking a subscription failed');
    },
  );
}

/** A subscription at another provider cannot be fetched; here it ends with its paid period. */
async function checkSubscription(context: SubscriptionsContext, row: SubscriptionRow): Promise<void> {
  const { payments, clock } = context;
  const isForeign = !payments.open || payments.provider().id !== row.provider;
  if (isForeign || hasEnded(row.status)) {
    await showTime(context, row);
    if (isForeign && !hasEnded(row.status)) await putOff(context, row);
    return;
  }
  const followed = await syncIfKnown(context, row.stripeSubscriptionId);
  // Already logged. The provider did respond, so continue with the next one.
  if (followed === null) return putOff(context, row);
  const { row: now } = followed;
  const end = terminationDate(now);
  if (end !== null && end <= clock.now()) await terminateSubscription(context, now);
}

function showTime(context: SubscriptionsContext, { id }: SubscriptionRow): Promise<void> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const row = await lockSubscription(tx, id);
    if (row !== undefined) await writeSubscription(context, tx, row, {}, now);
  });
}

async function putOff({ database, clock }: SubscriptionsContext, { id }: SubscriptionRow): Promise<void> {
  const nextCheckAt = new Date(clock.now().getTime() + RECHECK_AFTER_MS);
  await database.orm.update(subscriptions).set({ nextCheckAt }).where(eq(subscriptions.id, id));
}
