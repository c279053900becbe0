import type { TakePoint } from '#packages/stripe-sandbox/http/handle-browser-request.ts';
import type { SandboxContext } from '#packages/stripe-sandbox/storage/sandbox-transaction.ts';
import {
  createStripeSandbox,
  type SandboxKeys,
  type StripeSandbox,
} from '#packages/stripe-sandbox/stripe-sandbox.ts';
import { RateLimiter } from '#platform/server/rate-limits/rate-limiter.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { mountBrowserApi } from './mount-browser-api.ts';
import { createSandboxStorage, DELIVER_QUEUE, selectDueBilling } from './sandbox-storage.ts';

const WEBHOOK_URL = '/api/webhooks/stripe';

type Context = Pick<ServerContext, 'database' | 'clock' | 'jobs' | 'log'>;

/** The sandbox's ports, as the product implements them. */
export const createSandboxContext = ({ database, clock, jobs, log }: Context): SandboxContext => ({
  storage: createSandboxStorage({ database, jobs }),
  clock,
  log,
});

/**
 * Runs the Stripe sandbox in the product: its API for browsers, its jobs, and its events to the product's own
 * webhook.
 */
export async function mountSandbox(
  context: Context & Pick<ServerContext, 'http' | 'secrets'>,
): Promise<SandboxKeys & Pick<StripeSandbox, 'fetch'>> {
  const { http, jobs } = context;
  const keys = deriveKeys(context);
  const sandbox = createStripeSandbox({
    ...createSandboxContext(context),
    keys,
    takePoint: createTakePoint(context),
    async sendWebhook({ headers, body }) {
      const response = await http.inject({ method: 'POST', url: WEBHOOK_URL, headers, payload: body });
      return response.statusCode;
    },
  });
  const composed = whenComposed(context);
  await jobs.handle<{ eventId: string }>(DELIVER_QUEUE, async ({ eventId }) => {
    await composed;
    await sandbox.deliverEvent(eventId);
  });
  await mountBrowserApi(context, sandbox);
  await jobs.schedule('run-sandbox-billing', '* * * * *', sandbox.runBilling, { due: selectDueBilling });
  await jobs.schedule('delete-old-sandbox-data', '31 * * * *', sandbox.deleteExpired);
  return { ...keys, fetch: sandbox.fetch };
}

function createTakePoint({ clock }: Pick<ServerContext, 'clock'>): TakePoint {
  const limiter = new RateLimiter(clock);
  return (limit, key) => limiter.tryConsume(limit, key);
}

function deriveKeys({ secrets }: Pick<ServerContext, 'secrets'>): SandboxKeys {
  const derive = (name: string) => secrets.derive(`payment sandbox: ${name}`).slice(0, 32);
  return {
    secretKey: `sk_test_sandbox${derive('secret key')}`,
    publishableKey: `pk_test_sandbox${derive('publishable key')}`,
    webhookSecret: `whsec_${derive('webhook secret')}`,
  };
}

/**
 * An injected request closes the list of routes, and jobs of an earlier process may run while this one is
 * still mounting routes.
 */
function whenComposed({ http }: Pick<ServerContext, 'http'>): Promise<void> {
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
  return composed.promise;
}
