import { z } from 'zod';
import { authenticateIntent, confirmIntent } from '../payments/confirm-intent.ts';
import { type Intent, toPublicIntent } from '../resources/payment-objects.ts';
import {
  runSandboxTransaction,
  readSandbox,
  type SandboxContext,
  type SandboxTransaction,
} from '../storage/sandbox-transaction.ts';
import { decodeForm } from './decode-form.ts';
import { StripeApiError, resourceMissingError, invalidRequestError } from './stripe-api-error.ts';

export type BrowserRequest = {
  method: string;
  /** `/v1/payment_intents/pi_…`, with `/confirm` or `/authenticate` behind it in POST requests. */
  path: string;
  /** A form as text, or the parameters as an object. */
  body: unknown;
  /** Whose requests count together against the rate limit: an IP address or network. */
  client: string;
};

export type BrowserResponse = { status: number; headers: Record<string, string>; body: object };

type SandboxRateLimit = { name: string; points: number; durationMs: number };

/** Counts a request for the key. False if there are too many. */
export type TakePoint = (limit: SandboxRateLimit, key: string) => boolean;

const clientRateLimit = { name: 'stripe-sandbox-client', points: 600, durationMs: 60_000 };
const intentRateLimit = { name: 'stripe-sandbox-intent', points: 60, durationMs: 60_000 };

const INTENT_ROUTES = /^\/v1\/payment_intents\/([^/]+?)(?:\/(confirm|authenticate))?$/;
const INTENT_ID = /^pi_\w+$/;
const short = z.string().max(200);

/** Parameters of every request: the account's key, and the secret of the intent. */
const credentials = z.object({ key: short, client_secret: short });
type Credentials = z.infer<typeof credentials>;

const digits = z.string().trim().max(40);

const confirmation = credentials.extend({
  payment_method_data: z.object({
    type: z.literal('card'),
    card: z.object({ number: digits, exp_month: digits, exp_year: digits, cvc: digits }),
  }),
});

const authentication = credentials.extend({ outcome: z.enum(['complete', 'fail']) });

/**
 * Stripe's API for browsers. The client secret of an intent authorizes its payment, with or without a
 * session. Of a card only the brand and the last four digits are stored. Throws what is not Stripe's error,
 * such as a lost database.
 */
export function createBrowserApi(
  context: SandboxContext,
  { publishableKey, takePoint }: { publishableKey: string; takePoint: TakePoint },
) {
  return async ({ method, path, body, client }: BrowserRequest): Promise<BrowserResponse> => {
    try {
      const [, id = '', action = ''] = INTENT_ROUTES.exec(path) ?? [];
      const isAllowed =
        takePoint(clientRateLimit, client) && (method !== 'POST' || takePoint(intentRateLimit, id));
      if (!isAllowed) throw rateLimitError();
      const route = routes[`${method} ${action}`];
      if (id === '' || route === undefined)
        throw invalidRequestError(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
      const { given, execute } = route(body);
      const transact = method === 'GET' ? readSandbox : runSandboxTransaction;
      return toResponse(
        await transact(context, async (tx) => execute(tx, await getIntent(tx, id, given, publishableKey))),
      );
    } catch (error) {
      if (error instanceof StripeApiError) return toResponse(error);
      throw error;
    }
  };
}

/** The intent of the secret. For a wrong secret the error is the same as for an unknown id. */
async function getIntent(
  { objects }: SandboxTransaction,
  id: string,
  given: Credentials,
  publishableKey: string,
): Promise<Intent> {
  if (given.key !== publishableKey) throw invalidRequestError('Invalid API Key provided.', {}, 401);
  const intent = INTENT_ID.test(id) ? await objects.find('payment_intent', id) : null;
  if (intent === null || intent.client_secret !== given.client_secret)
    throw resourceMissingError('payment_intent', id, 'intent');
  return intent;
}

type Execute = (tx: SandboxTransaction, intent: Intent) => Promise<Intent | StripeApiError>;
type Route = (body: unknown) => { given: Credentials; execute: Execute };

/** Parses the body of a request, and does with the intent what it asks for. */
const createRoute =
  <T extends Credentials>(schema: z.ZodType<T>, toExecute: (given: T) => Execute): Route =>
  (body) => {
    const given = parseBody(schema, body);
    return { given, execute: toExecute(given) };
  };

const routes: Record<string, Route> = {
  'GET ': createRoute(credentials, () => async (_tx, intent) => intent),
  'POST confirm': createRoute(
    confirmation,
    ({ payment_method_data: { card } }) =>
      (tx, intent) =>
        confirmIntent(tx, intent, card),
  ),
  'POST authenticate': createRoute(
    authentication,
    ({ outcome }) =>
      (tx, intent) =>
        authenticateIntent(tx, intent, outcome),
  ),
};

const rateLimitError = () =>
  invalidRequestError('Too many requests. Please try again in a minute.', { code: 'rate_limit' }, 429);

function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(typeof body === 'string' ? decodeForm(body) : body);
  if (parsed.success) return parsed.data;
  const param = parsed.error.issues[0]!.path.join('.');
  throw invalidRequestError(`Invalid or missing parameter: ${param}`, { code: 'parameter_missing', param });
}

function toResponse(result: Intent | StripeApiError): BrowserResponse {
  const headers = { 'cache-control': 'no-store' };
  if (!(result instanceof StripeApiError)) return { status: 200, headers, body: toPublicIntent(result) };
  const { payment_intent, ...error } = result.body;
  const intent = payment_intent && { payment_intent: toPublicIntent(payment_intent) };
  return { status: result.status, headers, body: { error: { ...error, ...intent } } };
}
