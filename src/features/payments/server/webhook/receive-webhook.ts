import { eq, lt } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import { toCaller } from '#platform/server/caller.ts';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { Database } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { toStripeAmount } from '../../stripe-amounts.ts';
import { paymentProblem } from '../../contract.ts';
import type { Provider } from '../provider/open-provider.ts';
import { toId, type PaymentsContext } from '../payments-context.ts';
import { runProviderEventEffect, findPayment, preparePaymentSync } from '../sync/sync-payment.ts';
import { webhookEvents } from '../table.ts';

const WEBHOOK_PATH = '/api/webhooks/stripe';
const MAX_EVENT_BYTES = 256 * 1024;

/** Seconds that an event may be old, and that the provider's clock may be ahead of ours. */
const MAX_EVENT_AGE_SECONDS = 300;
const MAX_CLOCK_SKEW_SECONDS = 60;

/** All events of payments, charges, refunds and disputes. They only trigger a sync. */
const PAYMENT_EVENT_TYPE = /^(payment_intent|charge(\.dispute|\.refund)?|refund)\.\w+$/;

/** The provider's webhook. It repeats a delivery after a 5xx. */
export async function mountWebhook(
  http: FastifyInstance,
  context: PaymentsContext,
  limit: EndpointRegistryOptions['limit'],
): Promise<void> {
  const noticeVersion = versionNotice(context);
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature is over the bytes.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(WEBHOOK_PATH, {
      config: { auth: 'public' },
      bodyLimit: MAX_EVENT_BYTES,
      onRequest: (request) => limit(`POST ${WEBHOOK_PATH}`, null, toCaller(request)),
      handler: async (request) => {
        const event = readEvent(context, request);
        noticeVersion(event);
        await receive(context, event);
        return { received: true };
      },
    });
  });
}

function readEvent({ provider, clock, trace }: PaymentsContext, request: FastifyRequest): Stripe.Event {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const event = verifyEvent(provider, body, request.headers['stripe-signature'], clock.now());
  if (event === null) throw paymentProblem('invalid-webhook-signature');
  if (event.livemode !== provider.livemode) throw paymentProblem('webhook-mode-mismatch');
  if (typeof event.data?.object !== 'object' || event.data.object === null)
    throw commonProblem('invalid-request');
  trace('verified');
  return event;
}

/**
 * The event in these bytes if the provider signed them recently, else null. While the secret is rotated the
 * provider signs with both, so one matching signature is enough.
 */
function verifyEvent(
  { stripe, webhookSecret }: Provider,
  body: Buffer,
  signature: string | string[] | undefined,
  now: Date,
): Stripe.Event | null {
  const nowMs = now.getTime();
  if (typeof signature !== 'string' || signedAt(signature) > nowMs / 1000 + MAX_CLOCK_SKEW_SECONDS)
    return null;
  try {
    const { webhooks } = stripe;
    return webhooks.constructEvent(body, signature, webhookSecret, MAX_EVENT_AGE_SECONDS, undefined, nowMs);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

/** Read as the library reads it: of several the last. */
function signedAt(signature: string): number {
  const time = signature.split(',').findLast((part) => part.startsWith('t='));
  return parseInt(time?.slice(2) ?? '', 10);
}

/** Warns once: events in another API version may name their objects in other fields. */
function versionNotice({ log }: PaymentsContext): (event: Stripe.Event) => void {
  // One made by hand may say none.
  const known = new Set<string | null | undefined>([Stripe.API_VERSION, null, undefined]);
  return ({ api_version: version, id }) => {
    if (known.has(version)) return;
    known.add(version);
    log.error(
      { event: id, version, expected: Stripe.API_VERSION },
      'the webhook endpoint at the provider has another API version: recreate it with the expected one',
    );
  };
}

async function receive(context: PaymentsContext, event: Stripe.Event): Promise<void> {
  const handler = context.eventHandlers.get(event.type);
  const about = PAYMENT_EVENT_TYPE.test(event.type) ? intentOf(event) : null;
  const subject = about ?? handler?.subject(event) ?? null;
  if (subject === null) return;
  // Events of one object come in bursts. Concurrent syncs would invalidate each other.
  await context.mutex.runExclusive(subject, async () => {
    if (await isRecorded(context, event)) return;
    if (about === null) return runProviderEventEffect(context, () => handler!.read(subject), event);
    await refuseContradiction(context, about, event);
    const prepare = () => preparePaymentSync(context, about, `webhook ${event.id}`);
    await runProviderEventEffect(context, prepare, event);
  });
}

async function isRecorded({ database }: PaymentsContext, event: Stripe.Event): Promise<boolean> {
  const recorded = await database.orm
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(eq(webhookEvents.id, event.id));
  return recorded.length > 0;
}

/** Fields that the objects of a payment's events share. */
type Carried = {
  id: string;
  object: string;
  amount?: number;
  currency?: string;
  payment_intent?: string | { id: string } | null;
};

const objectOf = (event: Stripe.Event) => event.data.object as Carried;

function intentOf(event: Stripe.Event): string | null {
  const object = objectOf(event);
  return object.object === 'payment_intent' ? object.id : toId(object.payment_intent);
}

/** Payment and charge have the full amount, refunds may be partial, disputes in the bank's currency. */
async function refuseContradiction(context: PaymentsContext, id: string, event: Stripe.Event): Promise<void> {
  const row = await findPayment(context, id);
  const { object, amount, currency } = objectOf(event);
  if (row === null || object === 'dispute') return;
  const whole = toStripeAmount(row.amount, row.currency);
  const isAmount = amount === undefined || (object === 'refund' ? amount <= whole : amount === whole);
  if (isAmount && (currency === undefined || currency === row.currency)) return;
  const about = { payment: row.id, event: event.id, amount, currency };
  context.log.error(about, 'an event contradicts its payment');
  throw paymentProblem('webhook-payment-mismatch');
}

/** The provider repeats a delivery for three days; an operator can resend it for a month. */
const WEBHOOK_EVENT_TTL_MS = 60 * DAY_MS;

export async function deleteOldWebhookEvents({ orm }: Database, now: Date): Promise<void> {
  await orm
    .delete(webhookEvents)
    .where(lt(webhookEvents.receivedAt, new Date(now.getTime() - WEBHOOK_EVENT_TTL_MS)));
}
