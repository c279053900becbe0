import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/server/new-id.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { hideListing, showListing } from '#tests/support/product/hide-listing.ts';
import { TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { BOOST_HOURS } from '../rules.ts';
import { boostPurchase } from './boost-purchase.ts';

let shop: TestSandboxApp;
let seller: TestClient;

beforeAll(async () => {
  shop = await TestSandboxApp.open();
  seller = await shop.app.signedInClient('Priya Raman');
});
afterAll(() => shop.app.stop());

type Step =
  | { do: 'buy' }
  | { do: 'hide' }
  | { do: 'show' }
  | { do: 'refund'; which: number }
  | { do: 'pass'; hours: number; tidied: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant({ do: 'buy' as const }),
  fc.constant({ do: 'hide' as const }),
  fc.constant({ do: 'show' as const }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(9) }),
  fc.record({
    do: fc.constant('pass' as const),
    hours: fc.double({ min: 0.1, max: 100, noNaN: true }),
    tidied: fc.boolean(),
  }),
);

/** Boosts run in order of purchase: time passes for the first, and a refund removes the refunded one. */
type Line = { paymentId: string; left: number }[];
type Listing = { line: Line; hidden: { is: boolean; was: boolean } };

function pass(line: Line, time: number): void {
  let gone = time;
  for (const boost of line) {
    const used = Math.min(gone, boost.left);
    boost.left -= used;
    gone -= used;
  }
}

it('always has the duration that results from purchases, use and refunds', async () => {
  const { database, clock } = shop.app;
  const purchase = boostPurchase(shop.app.app.context.events);
  const paidFor = (paymentId: string, bookId: string) => ({
    paymentId,
    bookId,
    userId: seller.id,
    type: 'boost' as const,
    stripePaymentIntentId: `pi_${paymentId}`,
    stripeSubscriptionId: null,
  });
  const carryOut = async (bookId: string, { line, hidden }: Listing, now: Step) => {
    if (now.do === 'hide' || now.do === 'show') {
      if (now.do === 'hide') await hideListing(shop.app, bookId);
      else await showListing(shop.app, bookId);
      hidden.is = now.do === 'hide';
      hidden.was ||= hidden.is;
      return;
    }
    if (now.do === 'pass') {
      const time = Math.round(now.hours * HOUR_MS);
      clock.advance({ seconds: time / 1000 });
      if (!hidden.is) pass(line, time);
      if (now.tidied) await shop.app.app.context.jobs.runNow('expire-boosts');
      return;
    }
    if (now.do === 'buy') {
      const paymentId = newId(clock.now());
      await database.pool.query(
        `INSERT INTO payments (id, provider, stripe_payment_intent_id, user_id, book_id, type, amount, currency, created_at)
         VALUES ($1, 'sandbox', $2, $3, $4, 'boost', 299, 'usd', $5)`,
        [paymentId, `pi_${paymentId}`, seller.id, bookId, clock.now()],
      );
      const paid = paidFor(paymentId, bookId);
      const { kind } = await database.transaction((tx) => purchase.fulfill(tx, paid, clock.now()));
      expect(kind).toBe(hidden.is ? 'impossible' : 'fulfilled');
      if (kind === 'fulfilled') line.push({ paymentId, left: BOOST_HOURS * HOUR_MS });
      return;
    }
    const [refunded] = line.splice(now.which, 1);
    if (refunded === undefined) return;
    const paid = paidFor(refunded.paymentId, bookId);
    await database.transaction((tx) => purchase.revoke(tx, paid, clock.now()));
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const bookId = await shop.list(seller);
      const listing: Listing = { line: [], hidden: { is: false, was: false } };
      const { line, hidden } = listing;
      for (const next of steps) {
        await carryOut(bookId, listing, next);
        const left = line.reduce((sum, boost) => sum + boost.left, 0);
        const until = left === 0 ? null : new Date(clock.now().getTime() + left).toISOString();
        const { body } = await seller.get(`/api/books/mine/${bookId}`);
        expect([body.isBoosted, body.boostedUntil]).toEqual([until !== null, until]);
        // The rows have the times of before; what a hidden listing lost is in the listing alone.
        if (!hidden.was) expect(await lastOfRows(bookId)).toBe(until);
      }
      await seller.delete(`/api/books/${bookId}`);
    }),
    { numRuns: 40 },
  );
});

/** The end of the listing's last boost according to the rows, which follow each other without a gap. */
async function lastOfRows(bookId: string): Promise<string | null> {
  const { rows } = await shop.app.database.pool.query<{ starts_at: Date; ends_at: Date }>(
    'SELECT starts_at, ends_at FROM boosts WHERE book_id = $1 AND revoked_at IS NULL AND ends_at > $2 ORDER BY starts_at',
    [bookId, shop.app.clock.now()],
  );
  for (const [index, row] of rows.entries())
    if (index > 0) expect(row.starts_at).toEqual(rows[index - 1]!.ends_at);
  return rows.at(-1)?.ends_at.toISOString() ?? null;
}
