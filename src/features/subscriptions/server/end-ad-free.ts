import { asc, eq, lte } from 'drizzle-orm';
import { goThrough } from '#features/payments/server/public.ts';
import { askAgainAfter, callOffAt, hasEnded } from '../rules.ts';
import { callOff } from './call-off.ts';
import { followUnlessUnknown } from './follow-subscription.ts';
import { lockSubscription, writeSubscription } from './renew-ad-free.ts';
import { type SubscriptionRow, type SubscriptionsContext, told } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

/** Subscriptions in one run. */
const batch = 50;

/**
 * Looks after subscriptions whose time has come: a renewal may have gone unheard, ad-free time is over, one has run unpaid for longer
 * than the grace, or we ended one and the provider has not said yet that it knows. One that fails does not stand in the others' way.
 */
export async function endAdFree(context: SubscriptionsContext): Promise<void> {
  const { database, clock, log } = context;
  const due = await database.orm
    .select()
    .from(subscriptions)
    .where(lte(subscriptions.askAt, clock.now()))
    .orderBy(asc(subscriptions.askAt), asc(subscriptions.id))
    .limit(batch);
  await goThrough(
    due,
    (row) => lookAfter(context, row),
    async (row, error) => {
      await putOff(context, row);
      log.error({ err: error, subscription: row.id }, 'a subscription could not be looked after');
    },
  );
}

/** What another provider runs cannot be asked about; here it is over with what was paid. */
async function lookAfter(context: SubscriptionsContext, row: SubscriptionRow): Promise<void> {
  const { payments, clock } = context;
  const isForeign = !payments.open || payments.provider().id !== row.provider;
  if (isForeign || hasEnded(row.status)) {
    await showTime(context, row);
    if (isForeign && !hasEnded(row.status)) await putOff(context, row);
    return;
  }
  const followed = await followUnlessUnknown(context, row.stripeSubscriptionId);
  // The log says so; there is an answer, so that the others' turn comes.
  if (followed === null) return putOff(context, row);
  const { row: now } = followed;
  const end = callOffAt(now);
  if (end !== null && end <= clock.now()) await callOff(context, now);
}

/** What its person has of it now. */
async function showTime(context: SubscriptionsContext, { id }: SubscriptionRow): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const after = await database.transaction(async (tx) => {
    const row = await lockSubscription(tx, id);
    return row === undefined
      ? () => {}
      : told(context, row.userId, await writeSubscription(tx, row, {}, now));
  });
  after();
}

async function putOff({ database, clock }: SubscriptionsContext, { id }: SubscriptionRow): Promise<void> {
  const askAt = new Date(clock.now().getTime() + askAgainAfter);
  await database.orm.update(subscriptions).set({ askAt }).where(eq(subscriptions.id, id));
}
