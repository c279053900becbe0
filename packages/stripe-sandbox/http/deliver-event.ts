import { createHmac } from 'node:crypto';
import { toUnixSeconds } from '../resources/ids-and-times.ts';
import { readSandbox, type SandboxContext } from '../storage/sandbox-transaction.ts';

type WebhookRequest = { headers: Record<string, string>; body: string };

/** Sends a request to the webhook endpoint and returns the status of the response. */
export type SendWebhook = (request: WebhookRequest) => Promise<number>;

/** Sends one event to the webhook, signed as Stripe signs. Throws unless the webhook accepts it. */
export async function deliverEvent(
  context: SandboxContext,
  { webhookSecret, sendWebhook }: { webhookSecret: string; sendWebhook: SendWebhook },
  eventId: string,
): Promise<void> {
  const event = await readSandbox(context, ({ objects }) => objects.find('event', eventId));
  if (event === null) return;
  const body = JSON.stringify(event);
  const at = toUnixSeconds(context.clock.now());
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex');
  const status = await sendWebhook({
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${at},v1=${signature}`,
    },
    body,
  });
  if (status < 200 || status > 299)
    throw new Error(`The webhook returned ${status} for ${event.type} ${eventId}`);
}
