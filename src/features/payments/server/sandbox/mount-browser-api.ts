import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { toIpNetwork } from '#platform/server/http/ip-network.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { StripeApiError, resourceMissingError, invalidRequestError } from './stripe-api-error.ts';
import {
  type SandboxTransaction,
  runSandboxTransaction,
  readSandbox,
  type SandboxContext,
} from './sandbox-transaction.ts';
import { authenticateIntent, confirmIntent, methodOfCard } from './confirm-intent.ts';
import { decodeForm } from './decode-form.ts';
import { publicIntent } from './payment-intent.ts';
import type { Intent } from './sandbox-store.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
const short = z.string().max(200);
const intentId = /^pi_\w+$/;

/** What every call brings: who asks, and the proof that this intent is theirs. */
const proof = z.object({ key: short, client_secret: short });
type Proof = z.infer<typeof proof>;

// JSON may say numbers where a form says texts.
const digits = z.union([z.string().trim().max(40), z.int().transform(String)]);

const confirmation = proof.extend({
  payment_method_data: z.object({
    type: z.literal('card'),
    card: z.object({ number: digits, exp_month: digits, exp_year: digits, cvc: digits }),
  }),
  return_url: z.string().max(2000).optional(),
});

const authentication = proof.extend({ outcome: z.enum(['complete', 'fail']) });

/**
 * What the provider offers to browsers. Whoever knows an intent's client secret may pay it, signed in or not. Card numbers pass through
 * and leave nothing behind but the card's brand and last four digits.
 */
export async function mountBrowserApi(
  context: SandboxContext & Pick<ServerContext, 'http'>,
  publishableKey: string,
): Promise<void> {
  const byAddress = new RateLimiterMemory({ points: 600, duration: 60 });
  const byIntent = new RateLimiterMemory({ points: 60, duration: 60 });

  await context.http.register(async (door) => {
    door.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    door.setErrorHandler((error, _request, reply) => answerError(reply, error));
    door.addHook('preHandler', async (request) => {
      try {
        await byAddress.consume(toIpNetwork(request.ip));
        if (request.method === 'POST') await byIntent.consume((request.params as { id: string }).id);
      } catch (limit) {
        if (!(limit instanceof RateLimiterRes)) throw limit;
        throw invalidRequestError(
          'Too many requests. Please try again in a minute.',
          { code: 'rate_limit' },
          429,
        );
      }
    });
    const options = { config: { auth: 'public' as const }, bodyLimit: BODY_LIMIT_BYTES };
    const base = '/api/payment-sandbox/v1/payment_intents/:id';

    /** The caller's intent; whoever cannot prove that learns nothing about it. */
    const intentFor = async ({ objects }: SandboxTransaction, id: string, given: Proof): Promise<Intent> => {
      if (given.key !== publishableKey) throw invalidRequestError('Invalid API Key provided.', {}, 401);
      const intent = intentId.test(id) ? await objects.find('payment_intent', id) : null;
      if (intent === null || intent.client_secret !== given.client_secret)
        throw resourceMissingError('payment_intent', id, 'intent');
      return intent;
    };

    door.get<{ Params: { id: string } }>(base, options, async (request, reply) => {
      const given = check(proof, request.query);
      const intent = await readSandbox(context, (change) => intentFor(change, request.params.id, given));
      return answer(reply, intent);
    });

    door.post<{ Params: { id: string } }>(`${base}/confirm`, options, async (request, reply) => {
      const given = check(confirmation, request.body);
      const result = await runSandboxTransaction(context, async (change) => {
        const intent = await intentFor(change, request.params.id, given);
        return confirmIntent(change, intent, () => methodOfCard(change, given.payment_method_data.card));
      });
      return answer(reply, result);
    });

    door.post<{ Params: { id: string } }>(`${base}/authenticate`, options, async (request, reply) => {
      const given = check(authentication, request.body);
      const result = await runSandboxTransaction(context, async (change) =>
        authenticateIntent(change, await intentFor(change, request.params.id, given), given.outcome),
      );
      return answer(reply, result);
    });
  });
}

function check<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(typeof input === 'string' ? decodeForm(input) : input);
  if (parsed.success) return parsed.data;
  const param = parsed.error.issues[0]!.path.join('.');
  throw invalidRequestError(`Invalid or missing parameter: ${param}`, { code: 'parameter_missing', param });
}

function answer(reply: FastifyReply, result: Intent | StripeApiError): FastifyReply {
  if (result instanceof StripeApiError) return answerError(reply, result);
  return reply.header('cache-control', 'no-store').send(publicIntent(result));
}

function answerError(reply: FastifyReply, error: unknown): FastifyReply {
  // Whatever is not the provider's to say is the product's to say.
  if (!(error instanceof StripeApiError)) throw error;
  const { payment_intent } = error.body;
  const shown = payment_intent && { payment_intent: publicIntent(payment_intent) };
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .send({ error: { ...error.body, ...shown } });
}
