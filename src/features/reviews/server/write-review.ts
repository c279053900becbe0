import { and, eq, ne } from 'drizzle-orm';
import { spendBudget } from '#features/accounts/server/budgets/public.ts';
import { users } from '#features/accounts/server/table.ts';
import { lockSaleOfActor } from '#features/trades/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { type OwnReview, type PublicReview, type ReviewInput, reviewProblem } from '../contract.ts';
import { type SaleSide, toReviewEnd, toReviewState } from '../rules.ts';
import { announceSale } from './announce-reviews.ts';
import {
  isPublic,
  type ReviewContext,
  reviewsChanged,
  selectReviews,
  toPublicReview,
} from './list-reviews.ts';
import { reviews } from './table.ts';

type Row = typeof reviews.$inferSelect;
type Sale = { id: string; writtenBy: SaleSide; reviewedId: string; confirmedAt: Date; counts: boolean };

/**
 * Writes the actor's review of a sale, or changes it while it is hidden. The row of the sale is locked, so
 * that of two who write at the same time one is the second. A repeat of the stored review returns it. Throws
 * 'confirmed-sale-not-found', 'participant-left', 'review-published', 'review-period-ended',
 * 'email-not-verified'.
 */
export async function writeReview(
  context: ReviewContext,
  actorId: string,
  { saleId, input }: { saleId: string; input: ReviewInput },
): Promise<OwnReview> {
  const { database, clock } = context;
  const now = clock.now();
  const review = await database.transaction(async (tx) => {
    const sale = await getSale(tx, saleId, actorId);
    const [own] = await tx.select().from(reviews).where(isOwn(sale));
    if (own !== undefined && isSame(own, input)) return own;
    if (own !== undefined && !canChange(own, now)) throw reviewProblem('review-published');
    if (toReviewEnd(sale.confirmedAt) <= now) throw reviewProblem('review-period-ended');
    await throwIfUnverified(tx, actorId);
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    if (own === undefined) return addReview(context, tx, sale, { authorId: actorId, input, now });
    const [review] = await tx.update(reviews).set(input).where(isOwn(sale)).returning();
    return review!;
  });
  return toOwnReview(review, now);
}

/** Accounts that cost nothing would praise each other. */
async function throwIfUnverified(tx: Transaction, actorId: string): Promise<void> {
  const isVerified = and(eq(users.id, actorId), eq(users.emailVerified, true));
  if ((await tx.$count(users, isVerified)) === 0) throw reviewProblem('email-not-verified');
}

const canChange = (own: Row, now: Date): boolean => ['hidden', 'private'].includes(toReviewState(own, now));

const isOwn = ({ id, writtenBy }: Sale) => and(eq(reviews.saleId, id), eq(reviews.writtenBy, writtenBy));

const isSame = (own: Row, { stars, tags, text }: ReviewInput): boolean =>
  own.removedAt === null && own.stars === stars && own.text === text && own.tags.join() === tags.join();

async function getSale(tx: Transaction, saleId: string, actorId: string): Promise<Sale> {
  const sale = await lockSaleOfActor(tx, saleId, actorId);
  if (sale === undefined) throw reviewProblem('confirmed-sale-not-found');
  const isSeller = sale.sellerId === actorId;
  const reviewedId = isSeller ? sale.buyerId : sale.sellerId;
  if (reviewedId === null) throw reviewProblem('participant-left');
  const { id, confirmedAt, counts } = sale;
  return { id, writtenBy: isSeller ? 'seller' : 'buyer', reviewedId, confirmedAt, counts };
}

/**
 * The second review of a sale makes both public, and is announced with the first. None of a sale that does
 * not count becomes public.
 */
async function addReview(
  context: ReviewContext,
  tx: Transaction,
  { id: saleId, confirmedAt, ...sale }: Sale,
  { authorId, input, now }: { authorId: string; input: ReviewInput; now: Date },
): Promise<Row> {
  const isOther = and(eq(reviews.saleId, saleId), ne(reviews.writtenBy, sale.writtenBy));
  const others = await tx
    .update(reviews)
    .set({ publishedAt: now })
    .where(and(isOther, eq(reviews.counts, true)))
    .returning({ id: reviews.id });
  const isSecond = others.length > 0;
  const publishedAt = isSecond ? now : toReviewEnd(confirmedAt);
  const [review] = await tx
    .insert(reviews)
    .values({ ...input, ...sale, id: newId(now), saleId, authorId, publishedAt, createdAt: now })
    .returning();
  if (isSecond) await announceSale(context, tx, saleId, now);
  return review!;
}

export function toOwnReview(row: Row, now: Date): OwnReview {
  const { id, saleId, stars, tags, text, publishedAt } = row;
  const state = toReviewState(row, now);
  return { id, reservationId: saleId, stars, tags, text, state, publishedAt: publishedAt.toISOString() };
}

/**
 * Adds the reply of the actor to a public review about them. A repeat of the stored reply returns the
 * review. Throws 'review-not-found', 'review-replied'.
 */
export async function replyToReview(
  { database, clock, events }: ReviewContext,
  actorId: string,
  { id, text }: { id: string; text: string },
): Promise<PublicReview> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const [found] = await tx
      .select({ reply: reviews.reply })
      .from(reviews)
      .where(and(eq(reviews.id, id), eq(reviews.reviewedId, actorId), isPublic(now)))
      .for('no key update');
    if (found === undefined) throw reviewProblem('review-not-found');
    if (found.reply !== null && found.reply !== text) throw reviewProblem('review-replied');
    if (found.reply === null) {
      await spendBudget(tx, { userId: actorId, kind: 'edits', now });
      await tx.update(reviews).set({ reply: text, repliedAt: now }).where(eq(reviews.id, id));
      events.publish(reviewsChanged, { userId: actorId });
    }
    const [row] = await selectReviews(tx).where(eq(reviews.id, id));
    return toPublicReview(row!);
  });
}
