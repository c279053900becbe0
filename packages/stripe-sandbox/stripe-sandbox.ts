import { createHmac } from 'node:crypto';
import { runBilling } from './billing/run-billing.ts';
import { createSandboxFetch } from './http/handle-api-request.ts';
import {
  createBrowserApi,
  type BrowserRequest,
  type BrowserResponse,
  type TakePoint,
} from './http/handle-browser-request.ts';
import { toUnixSeconds } from './resources/ids-and-times.ts';
import { readSandbox, type SandboxContext } from './storage/sandbox-transaction.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Stripe stores responses for a day and events for thirty. */
const RESPONSE_TTL_MS = DAY_MS;
const EVENT_TTL_MS = 30 * DAY_MS;

export type SandboxKeys = { secretKey: string; publishableKey: string; webhookSecret: string };

type StripeSandboxOptions = SandboxContext & {
  keys: SandboxKeys;
  /** Sends a request to the webhook endpoint and returns the status of the response. */
  sendWebhook: (request: { headers: Record<string, string>; body: string }) => Promise<number>;
  takePoint: TakePoint;
};

export type StripeSandbox = {
  /** Responds to the SDK as api.stripe.com does. Give it to `Stripe.createFetchHttpClient`. */
  fetch: typeof fetch;
  /** Responds to the browser's requests. Mount it under any path. */
  handleBrowserRequest: (request: BrowserRequest) => Promise<BrowserResponse>;
  /** Sends one event to the webhook. Throws unless the webhook accepts it: then call again later. */
  deliverEvent: (eventId: string) => Promise<void>;
  /** Renews, retries and ends due subscriptions. Call it every minute, in one process at a time. */
  runBilling: () => Promise<void>;
  /** Deletes what Stripe does not store for longer. Call it every hour. */
  deleteExpired: () => Promise<void>;
};

/** The part of Stripe that takes one-time and monthly payments, for test cards. Throws for live keys. */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const { keys } = options;
  throwIfNoTestKey(keys.secretKey, 'sk_test_');
  throwIfNoTestKey(keys.publishableKey, 'pk_test_');
  return {
    fetch: createSandboxFetch(options, keys.secretKey),
    handleBrowserRequest: createBrowserApi(options, { ...options, ...keys }),
    deliverEvent: (eventId) => deliverEvent(options, eventId),
    runBilling: () => runBilling(options),
    deleteExpired: () => deleteExpired(options),
  };
}

function throwIfNoTestKey(key: string, prefix: string): void {
  if (!key.startsWith(prefix)) throw new Error(`The Stripe sandbox starts with keys ${prefix}… only`);
}

async function deleteExpired({ storage, clock }: SandboxContext): Promise<void> {
  const now = clock.now().getTime();
  await storage.deleteResponsesBefore(new Date(now - RESPONSE_TTL_MS));
  await storage.deleteObjectsBefore('event', new Date(now - EVENT_TTL_MS));
}

/** Signed as Stripe signs. */
async function deliverEvent(options: StripeSandboxOptions, eventId: string): Promise<void> {
  const event = await readSandbox(options, ({ objects }) => objects.find('event', eventId));
  if (event === null) return;
  const body = JSON.stringify(event);
  const at = toUnixSeconds(options.clock.now());
  const signature = createHmac('sha256', options.keys.webhookSecret).update(`${at}.${body}`).digest('hex');
  const status = await options.sendWebhook({
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${at},v1=${signature}`,
    },
    body,
  });
  if (status < 200 || status > 299)
    throw new Error(`The webhook returned ${status} for ${event.type} ${eventId}`);
}
