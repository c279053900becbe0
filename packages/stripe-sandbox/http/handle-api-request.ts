import { createHash } from 'node:crypto';
import type { Operation } from '../operations/operation.ts';
import { paymentOperations } from '../operations/payment-operations.ts';
import { subscriptionOperations } from '../operations/subscription-operations.ts';
import {
  runSandboxTransaction,
  readSandbox,
  type SandboxContext,
  type SandboxTransaction,
} from '../storage/sandbox-transaction.ts';
import { decodeForm, type Form } from './decode-form.ts';
import { expand } from './expand.ts';
import { StripeApiError, invalidRequestError } from './stripe-api-error.ts';

const operations: readonly Operation[] = [...paymentOperations, ...subscriptionOperations];

type ApiResponse = { status: number; body: object };
type OperationRequest = { operation: Operation; id: string; form: Form; expand: string[] };

/** A `fetch` that calls the sandbox in place of api.stripe.com, and responds as it does. Never throws. */
export function createSandboxFetch(context: SandboxContext, secretKey: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { status, body } = await respond(context, secretKey, request).catch((error: unknown) =>
      toErrorResponse(context, error),
    );
    return Response.json(body, { status });
  };
}

async function respond(context: SandboxContext, secretKey: string, request: Request): Promise<ApiResponse> {
  const { method, headers } = request;
  const { pathname: path, search } = new URL(request.url);
  if (headers.get('authorization') !== `Bearer ${secretKey}`)
    throw invalidRequestError('Invalid API Key provided.', {}, 401);
  const isRead = method === 'GET';
  const body = isRead ? search.slice(1) : await request.text();
  const parsed = parseRequest(method, path, body);
  if (isRead) return readSandbox(context, (tx) => execute(tx, parsed));
  const key = headers.get('idempotency-key');
  const fingerprint = createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
  return runSandboxTransaction(context, async (tx) => {
    if (key === null) return execute(tx, parsed);
    // Transactions run one after another, so no other one executes a request with this key now.
    const stored = await findStoredResponse(tx, key, fingerprint);
    if (stored !== null) return stored;
    const response = await execute(tx, parsed);
    await tx.storage.insertResponse({ idempotencyKey: key, fingerprint, ...response, createdAt: tx.now });
    return response;
  });
}

function parseRequest(method: string, path: string, body: string): OperationRequest {
  for (const operation of operations) {
    const match = operation.method === method ? operation.path.exec(path) : null;
    if (match === null) continue;
    const { expand: paths = [], ...form } = decodeForm(body);
    if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string'))
      throw invalidRequestError('Invalid array', { param: 'expand' });
    return { operation, id: match[1] ?? '', form, expand: paths };
  }
  throw invalidRequestError(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
}

async function execute(tx: SandboxTransaction, { operation, id, form, expand: paths }: OperationRequest) {
  const result = await operation.execute(tx, form, id);
  if (result instanceof StripeApiError) return { status: result.status, body: { error: result.body } };
  return { status: 200, body: await expand(tx, result, paths) };
}

async function findStoredResponse({ storage }: SandboxTransaction, key: string, fingerprint: string) {
  const stored = await storage.findResponse(key);
  if (stored === null) return null;
  if (stored.fingerprint !== fingerprint)
    throw invalidRequestError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  return stored;
}

/** Stripe's shape for every error, also for a failure of the sandbox. */
function toErrorResponse({ log, storage }: SandboxContext, error: unknown): ApiResponse {
  if (error instanceof StripeApiError) return { status: error.status, body: { error: error.body } };
  const isUnavailable = storage.isUnavailable(error);
  if (!isUnavailable) log.error({ err: error }, 'a request to the Stripe sandbox failed');
  const body = { error: { type: 'api_error', message: 'The payment sandbox failed.' } };
  return { status: isUnavailable ? 503 : 500, body };
}
