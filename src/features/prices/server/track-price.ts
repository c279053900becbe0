import { and, desc, eq, gt, lt } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { PriceCut } from '#features/books/price-cut.ts';
import { newId } from '#platform/server/new-id.ts';
import { CORRECTION_SECONDS, FORMER_PRICE_MS, toPriceCut } from '../price-history.ts';
import { priceChanges } from './table.ts';

type Priced = PriceCut & { id: string; price: number; createdAt: Date };

/** Records a changed price, unless it is corrected at once; returns what the listing then stores. */
export async function trackPrice(
  tx: Transaction,
  former: Priced,
  price: number | undefined,
  now: Date,
): Promise<Partial<PriceCut>> {
  if (price === undefined || price === former.price) return {};
  const since = new Date(now.getTime() - FORMER_PRICE_MS);
  const [last, ...earlier] = await tx
    .select({ id: priceChanges.id, formerPrice: priceChanges.formerPrice, changedAt: priceChanges.changedAt })
    .from(priceChanges)
    .where(and(eq(priceChanges.bookId, former.id), gt(priceChanges.changedAt, since)))
    .orderBy(desc(priceChanges.changedAt), desc(priceChanges.id));
  const formerPrices = earlier.map(({ formerPrice }) => formerPrice);
  if (last !== undefined && now.getTime() - last.changedAt.getTime() < CORRECTION_SECONDS * 1000) {
    await tx
      .delete(priceChanges)
      .where(and(eq(priceChanges.bookId, former.id), eq(priceChanges.id, last.id)));
    const restored = { ...former, ...cutBefore(former, last.changedAt), price: last.formerPrice };
    if (price !== restored.price) await record(tx, { bookId: former.id, formerPrice: restored.price }, now);
    return toPriceCut({ former: restored, price, formerPrices }, now);
  }
  if (last !== undefined) formerPrices.push(last.formerPrice);
  await record(tx, { bookId: former.id, formerPrice: former.price }, now);
  return toPriceCut({ former, price, formerPrices }, now);
}

/** The cut that a listing shows unless it is of this change. */
const cutBefore = ({ previousPrice, priceLoweredAt }: PriceCut, changedAt: Date): PriceCut =>
  priceLoweredAt !== null && priceLoweredAt < changedAt
    ? { previousPrice, priceLoweredAt }
    : { previousPrice: null, priceLoweredAt: null };

const record = (tx: Transaction, change: { bookId: string; formerPrice: number }, now: Date) =>
  tx.insert(priceChanges).values({ ...change, id: newId(now), changedAt: now });

/** Deletes the prices that limit no former price any more. */
export async function deleteOldPrices({ orm }: Pick<Database, 'orm'>, now: Date): Promise<void> {
  await orm.delete(priceChanges).where(lt(priceChanges.changedAt, new Date(now.getTime() - FORMER_PRICE_MS)));
}
