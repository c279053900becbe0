import { createHash } from 'node:crypto';
import { customerOperations } from '../operations/customer-operations.ts';
import { invoiceOperations } from '../operations/invoice-operations.ts';
import type { Operation } from '../operations/operation.ts';
import { paymentIntentOperations } from '../operations/payment-intent-operations.ts';
import { priceOperations } from '../operations/price-operations.ts';
import { refundOperations } from '../operations/refund-operations.ts';
import { subscriptionOperations } from '../operations/subscription-operations.ts';
import { newSandboxId } from '../resources/ids-and-times.ts';
import {
  runSandboxTransaction,
  readSandbox,
  type SandboxContext,
  type SandboxTransaction,
} from '../storage/sandbox-transaction.ts';
import { decodeForm, type Form } from './decode-form.ts';
import { expand } from './expand.ts';
import { StripeApiError, invalidRequestError } from './stripe-api-error.ts';

const operations: readonly Operation[] = [
  ...customerOperations,
  ...priceOperations,
  ...paymentIntentOperations,
  ...subscriptionOperations,
  ...refundOperations,
  ...invoiceOperations,
];

/** A request of a server. `body` is a form; of a GET request it is the query. */
type ApiRequest = { method: string; path: string; headers: Headers; body: string };
type ApiResponse = { status: number; headers: Record<string, string>; body: object };

type OperationResponse = { status: number; body: object; isReplayed?: boolean };
type OperationRequest = { operation: Operation; id: string; form: Form; expand: string[] };

/** A `fetch` that calls the sandbox in place of api.stripe.com. */
export function createSandboxFetch(context: SandboxContext, secretKey: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const { status, headers, body } = await handleApiRequest(context, secretKey, {
      method: request.method,
      path: pathname,
      headers: request.headers,
      body: request.method === 'POST' ? await request.text() : search.slice(1),
    });
    return Response.json(body, { status, headers });
  };
}

/** Responds as api.stripe.com does. Never throws. */
async function handleApiRequest(
  context: SandboxContext,
  secretKey: string,
  request: ApiRequest,
): Promise<ApiResponse> {
  const requestId = newSandboxId('req');
  const { status, body, isReplayed } = await respond(context, secretKey, request, requestId).catch(
    (error: unknown) => toErrorResponse(context, error),
  );
  const headers = { 'request-id': requestId, ...(isReplayed && { 'idempotent-replayed': 'true' }) };
  return { status, headers, body };
}

async function respond(
  context: SandboxContext,
  secretKey: string,
  { method, path, headers, body }: ApiRequest,
  requestId: string,
): Promise<OperationResponse> {
  if (headers.get('authorization') !== `Bearer ${secretKey}`)
    throw invalidRequestError('Invalid API Key provided.', {}, 401);
  const request = parseRequest(method, path, body);
  if (method === 'GET') return readSandbox(context, (tx) => execute(tx, request));
  const key = headers.get('idempotency-key');
  const fingerprint = createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
  return runSandboxTransaction(
    context,
    async (tx) => {
      if (key === null) return execute(tx, request);
      // Transactions run one after another, so no other one executes a request with this key now.
      const stored = await findStoredResponse(tx, key, fingerprint);
      if (stored !== null) return stored;
      const response = await execute(tx, request);
      await tx.storage.insertResponse({
        idempotencyKey: key,
        fingerprint,
        ...response,
        createdAt: tx.now,
      });
      return response;
    },
    { request: { id: requestId, idempotency_key: key } },
  );
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

async function execute(
  tx: SandboxTransaction,
  { operation, id, form, expand: paths }: OperationRequest,
): Promise<{ status: number; body: object }> {
  const result = await operation.execute(tx, form, id);
  if (result instanceof StripeApiError) return { status: result.status, body: { error: result.body } };
  return { status: 200, body: await expand(tx, result, paths) };
}

async function findStoredResponse(
  { storage }: SandboxTransaction,
  key: string,
  fingerprint: string,
): Promise<OperationResponse | null> {
  const stored = await storage.findResponse(key);
  if (stored === null) return null;
  if (stored.fingerprint !== fingerprint)
    throw invalidRequestError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  return { status: stored.status, body: stored.body, isReplayed: true };
}

/** Stripe's shape for every error, also for a failure of the sandbox. */
function toErrorResponse({ log, storage }: SandboxContext, error: unknown): OperationResponse {
  if (error instanceof StripeApiError) return { status: error.status, body: { error: error.body } };
  const isUnavailable = storage.isUnavailable(error);
  if (!isUnavailable) log.error({ err: error }, 'a request to the Stripe sandbox failed');
  const body = { error: { type: 'api_error', message: 'The payment sandbox failed.' } };
  return { status: isUnavailable ? 503 : 500, body };
}
