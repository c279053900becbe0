import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { paginationQuery, isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { paymentStatuses, purchaseTypes, refundReasons } from './rules.ts';

/** A purchase as its buyer sees it; also its receipt. */
const payment = z.strictObject({
  id: uuidSchema,
  stripePaymentIntentId: z.string(),
  userId: uuidSchema,
  bookId: uuidSchema.nullable(),
  /** The current title of the boosted listing; null if the listing no longer exists. */
  bookTitle: z.string().nullable(),
  type: z.enum(purchaseTypes),
  amount: z.int().describe('In minor units of the currency'),
  currency: z.string().describe('ISO 4217, in lower case'),
  status: z.enum(paymentStatuses),
  /** The provider works on it, which may take days. */
  processing: z.boolean(),
  stripeCustomerId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** The provider's message about the last failed attempt; null after a later success. */
  lastError: z.string().nullable(),
  /** Why a refund is due: the purchase could not be fulfilled. Set while the status is still 'succeeded'. */
  refundReason: z.enum(refundReasons).nullable(),
  card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
  receiptUrl: z.url().nullable(),
  testMode: z.boolean(),
  processedAt: isoTimestamp.nullable(),
  createdAt: isoTimestamp,
});
export type Payment = z.infer<typeof payment>;

/** The payment provider and its public key: what the payment form needs. Public. */
const paymentProvider = z.strictObject({
  kind: z.enum(['stripe', 'sandbox']),
  publishableKey: z.string(),
  /** No live key is in use: no money moves. */
  testMode: z.boolean(),
});
export type PaymentProvider = z.infer<typeof paymentProvider>;

export const paymentEndpoints = defineEndpoints({
  'GET /api/payments/provider': {
    auth: 'public',
    summary: 'Returns the payment provider; null if purchases are off',
    response: z.strictObject({ provider: paymentProvider.nullable() }),
  },
  'GET /api/payments': {
    auth: 'user',
    summary: 'Lists your purchases, newest first, without unfinished payments',
    query: z.object(paginationQuery),
    response: z.array(payment),
    paged: true,
  },
  'POST /api/payments/settle': {
    auth: 'user',
    whilePaused: 'allowed',
    callsServices: true,
    growsDatabase: false,
    summary: 'Syncs your unfinished payments with the provider and returns each outcome once',
    body: z.object({
      paymentIntentId: z
        .string()
        .max(200)
        .regex(/^pi_\w+$/)
        .optional()
        .describe('The payment to report on, even if it failed or is still processing'),
    }),
    response: z.strictObject({ news: z.array(payment) }),
  },
});
export type PaymentEndpoints = typeof paymentEndpoints;

export const paymentProblems = defineProblems({
  'purchases-disabled': { status: 404 },
  'payment-processing': { status: 409 },
  'too-many-pending-payments': { status: 409 },
  'amount-mismatch': { status: 400 },
  'invalid-webhook-signature': { status: 400 },
  'webhook-mode-mismatch': { status: 400 },
  'webhook-payment-mismatch': { status: 400 },
  'payment-provider-unavailable': { status: 503 },
});
export const paymentProblem = createProblemFactory('payments', paymentProblems);
