import { asc, eq, lte } from 'drizzle-orm';
import { processBatch } from '#features/payments/server/public.ts';
import { RECHECK_AFTER_MS, terminationDate, hasEnded } from '../rules.ts';
import { terminateSubscription } from './terminate-subscription.ts';
import { syncIfKnown } from './sync-subscription.ts';
import { lockSubscription, writeSubscription } from './update-ad-free.ts';
import {
  type SubscriptionRow,
  type SubscriptionsContext,
  afterSubscriptionChange,
} from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

/** Subscriptions in one run. */
const CHECK_BATCH_SIZE = 50;

/**
 * Looks after subscriptions whose time has come: a renewal may have gone unheard, ad-free time is over, one has run unpaid for longer
 * than the grace, or we ended one and the provider has not said yet that it knows. One that fails does not stand in the others' way.
 */
export async function checkDueSubscriptions(context: SubscriptionsContext): Promise<void> {
  const { database, clock, log } = context;
  const due = await database.orm
    .select()
    .from(subscriptions)
    .where(lte(subscriptions.nextCheckAt, clock.now()))
    .orderBy(asc(subscriptions.nextCheckAt), asc(subscriptions.id))
    .limit(CHECK_BATCH_SIZE);
  await processBatch(
    due,
    (row) => checkSubscription(context, row),
    async (row, error) => {
      await putOff(context, row);
      log.error({ err: error, subscription: row.id }, 'a subscription could not be looked after');
    },
  );
}

/** What another provider runs cannot be asked about; here it is over with what was paid. */
async function checkSubscription(context: SubscriptionsContext, row: SubscriptionRow): Promise<void> {
  const { payments, clock } = context;
  const isForeign = !payments.open || payments.provider().id !== row.provider;
  if (isForeign || hasEnded(row.status)) {
    await showTime(context, row);
    if (isForeign && !hasEnded(row.status)) await putOff(context, row);
    return;
  }
  const followed = await syncIfKnown(context, row.stripeSubscriptionId);
  // The log says so; there is an answer, so that the others' turn comes.
  if (followed === null) return putOff(context, row);
  const { row: now } = followed;
  const end = terminationDate(now);
  if (end !== null && end <= clock.now()) await terminateSubscription(context, now);
}

/** What its person has of it now. */
async function showTime(context: SubscriptionsContext, { id }: SubscriptionRow): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const after = await database.transaction(async (tx) => {
    const row = await lockSubscription(tx, id);
    return row === undefined
      ? () => {}
      : afterSubscriptionChange(context, row.userId, await writeSubscription(tx, row, {}, now));
  });
  after();
}

async function putOff({ database, clock }: SubscriptionsContext, { id }: SubscriptionRow): Promise<void> {
  const nextCheckAt = new Date(clock.now().getTime() + RECHECK_AFTER_MS);
  await database.orm.update(subscriptions).set({ nextCheckAt }).where(eq(subscriptions.id, id));
}
