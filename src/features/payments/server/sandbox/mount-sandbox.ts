import type { SandboxContext } from '#packages/stripe-sandbox/storage/sandbox-transaction.ts';
import {
  createStripeSandbox,
  type SandboxKeys,
  type StripeSandbox,
} from '#packages/stripe-sandbox/stripe-sandbox.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toIpNetwork } from '#platform/server/http/ip-network.ts';
import { RateLimiter } from '#platform/server/rate-limits/rate-limiter.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import {
  createSandboxStorage,
  DELIVER_QUEUE,
  selectDueBilling,
  selectNextBilling,
} from './sandbox-storage.ts';

const WEBHOOK_URL = '/api/webhooks/stripe';
const BODY_LIMIT_BYTES = 16 * 1024;
const PREFIX = '/api/payment-sandbox';

type Context = Pick<ServerContext, 'database' | 'clock' | 'jobs' | 'log'>;

/** The sandbox's ports, as the product implements them. */
export const createSandboxContext = ({ database, clock, jobs, log }: Context): SandboxContext => ({
  storage: createSandboxStorage({ database, jobs }),
  clock,
  log,
});

/** The sandbox in the product: its API for browsers, its jobs, its events to the product's own webhook. */
export async function mountSandbox(
  context: Context & Pick<ServerContext, 'http' | 'secrets'>,
): Promise<SandboxKeys & Pick<StripeSandbox, 'fetch'>> {
  const { http, jobs } = context;
  const keys = deriveKeys(context);
  const limiter = new RateLimiter(context.clock);
  const sandbox = createStripeSandbox({
    ...createSandboxContext(context),
    keys,
    takePoint: (limit, key) => limiter.tryConsume(limit, key),
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
  await jobs.schedule('run-sandbox-billing', '* * * * *', sandbox.runBilling, {
    due: selectDueBilling,
    nextDue: selectNextBilling,
  });
  await jobs.schedule('delete-old-sandbox-data', '31 * * * *', sandbox.deleteExpired);
  return { ...keys, fetch: sandbox.fetch };
}

function deriveKeys({ secrets }: Pick<ServerContext, 'secrets'>): SandboxKeys {
  const derive = (name: string) => secrets.derive(`payment sandbox: ${name}`).slice(0, 32);
  return {
    secretKey: `sk_test_sandbox${derive('secret key')}`,
    publishableKey: `pk_test_sandbox${derive('publishable key')}`,
    webhookSecret: `whsec_${derive('webhook secret')}`,
  };
}

/** An injected request closes the list of routes, and jobs of an earlier process may run before. */
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

/** Mounts the API that the sandbox offers to browsers. */
async function mountBrowserApi(
  { http }: Pick<ServerContext, 'http'>,
  sandbox: Pick<StripeSandbox, 'handleBrowserRequest'>,
): Promise<void> {
  await http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { status, headers, body } = await sandbox.handleBrowserRequest({
        method: request.method,
        path: request.url.slice(PREFIX.length).split('?', 1)[0]!,
        body: request.method === 'GET' ? request.query : request.body,
        client: toIpNetwork(request.ip),
      });
      return reply.code(status).headers(headers).send(body);
    };
    const options = { config: { auth: 'public' as const }, bodyLimit: BODY_LIMIT_BYTES };
    const intent = `${PREFIX}/v1/payment_intents/:id`;
    scope.get(intent, options, handler);
    scope.post(`${intent}/confirm`, options, handler);
    scope.post(`${intent}/authenticate`, options, handler);
  });
}
