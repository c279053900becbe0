import { and, eq, inArray, isNull, notInArray, or, type SQL } from 'drizzle-orm';
import { books } from '#features/books/server/table.ts';
import type { Database } from '#platform/server/database/database.ts';
import {
  afterCursor,
  decodeKeyset,
  encodeKeyset,
  orderByKeyset,
  type Paging,
  rowsForPage,
  toPage,
} from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { Payment } from '../contract.ts';
import { type PaymentRow, payments } from './table.ts';

const keyset = { at: payments.createdAt, id: payments.id };

/** One page of the user's purchases, newest first, without those whose form was never submitted. */
export async function listPayments(
  database: Database,
  userId: string,
  { limit, cursor }: Paging,
): Promise<Page<Payment>> {
  const wasTried = or(notInArray(payments.status, ['pending', 'canceled']), payments.wasAttempted);
  const rows = await withTitles(database)
    .where(and(eq(payments.userId, userId), wasTried, afterCursor(keyset, decodeKeyset(cursor))))
    .orderBy(...orderByKeyset(keyset))
    .limit(rowsForPage(limit));
  const page = toPage(rows, limit, ({ payment }) => encodeKeyset({ at: payment.createdAt, id: payment.id }));
  return { items: page.items.map(toPayment), next: page.next };
}

export const findPayments = async (database: Database, ids: string[]): Promise<Payment[]> =>
  ids.length === 0 ? [] : readPayments(database, inArray(payments.id, ids), 'newest-first');

/** All payments of a user, oldest first, for the personal data export. */
export const exportPayments = (database: Database, userId: string): Promise<Payment[]> =>
  readPayments(database, eq(payments.userId, userId), 'oldest-first');

async function readPayments(database: Database, condition: SQL, order: 'newest-first' | 'oldest-first') {
  const rows = await withTitles(database)
    .where(condition)
    .orderBy(...orderByKeyset(keyset, order));
  return rows.map(toPayment);
}

const withTitles = ({ orm }: Database) =>
  orm
    .select({ payment: payments, bookTitle: books.title })
    .from(payments)
    .leftJoin(books, and(eq(books.id, payments.bookId), isNull(books.deletedAt)));

function toPayment({ payment: row, bookTitle }: { payment: PaymentRow; bookTitle: string | null }): Payment {
  return {
    id: row.id,
    stripePaymentIntentId: row.stripePaymentIntentId,
    // Only one's own are shown.
    userId: row.userId!,
    bookId: row.bookId,
    bookTitle,
    type: row.type,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    processing: row.isProcessing,
    stripeCustomerId: row.stripeCustomerId,
    metadata: row.metadata,
    lastError: row.lastError,
    refundReason: row.refundReason,
    card:
      row.cardBrand !== null && row.cardLast4 !== null
        ? { brand: row.cardBrand, last4: row.cardLast4 }
        : null,
    receiptUrl: row.receiptUrl,
    testMode: row.provider !== 'stripe-live',
    processedAt: row.processedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
