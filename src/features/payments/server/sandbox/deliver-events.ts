import type { ServerContext } from '#platform/server/server-context.ts';
import { type SandboxContext, readSandbox } from './sandbox-transaction.ts';
import { deliverQueue, signPayload } from './event.ts';
import { toUnixSeconds } from './ids-and-times.ts';

/** Where the product takes the provider's events. */
const webhookUrl = '/api/webhooks/stripe';

/** Sends what happened to the product's own webhook, signed and again until it is taken, as the provider would from outside. */
export async function deliverEvents(
  context: SandboxContext & Pick<ServerContext, 'http'>,
  webhookSecret: string,
): Promise<void> {
  const { http, clock, jobs } = context;
  // To inject a request closes the list of routes, and jobs of an earlier run may be waiting while this one is still being composed.
  const composed = Promise.withResolvers<void>();
  http.addHook('onReady', (done) => {
    composed.resolve();
    done();
  });
  http.addHook('onClose', (_http, done) => {
    composed.reject(new Error('The process ended before it listened'));
    done();
  });
  composed.promise.catch(() => {});

  await jobs.handle<{ eventId: string }>(deliverQueue, async ({ eventId }) => {
    await composed.promise;
    const event = await readSandbox(context, ({ objects }) => objects.find('event', eventId));
    if (event === null) return;
    const payload = JSON.stringify(event);
    const { statusCode } = await http.inject({
      method: 'POST',
      url: webhookUrl,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signPayload(payload, webhookSecret, toUnixSeconds(clock.now())),
      },
      payload,
    });
    if (statusCode < 200 || statusCode > 299)
      throw new Error(`The webhook answered ${statusCode} to ${event.type} ${eventId}`);
  });
}
