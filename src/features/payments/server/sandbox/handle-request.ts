import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { isUnavailable } from '#platform/server/http/create-http-server.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { StripeApiError, invalidRequestError } from './stripe-api-error.ts';
import { catalogueOperations } from './products-and-prices.ts';
import {
  runSandboxTransaction,
  readSandbox,
  type SandboxTransaction,
  type SandboxContext,
} from './sandbox-transaction.ts';
import { customerOperations } from './customer.ts';
import { decodeForm, type Form } from './decode-form.ts';
import { expand } from './expand.ts';
import { newSandboxId } from './ids-and-times.ts';
import type { Operation } from './operation.ts';
import { refundAndInvoiceOperations } from './refund-and-invoice-operations.ts';
import { paymentIntentOperations } from './payment-intent-operations.ts';
import { subscriptionOperations } from './subscription-operations.ts';
import { sandboxRequests } from './table.ts';

const operations: readonly Operation[] = [
  ...customerOperations,
  ...catalogueOperations,
  ...paymentIntentOperations,
  ...subscriptionOperations,
  ...refundAndInvoiceOperations,
];

type SandboxResponse = { status: number; body: object; replayed?: boolean };
type SandboxRequest = { operation: Operation; id: string; form: Form; expand: string[] };

/** Answers as the provider's server would. */
export function createSandboxFetch(
  context: SandboxContext & { log: Logger },
  secretKey: string,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const requestId = newSandboxId('req');
    const { status, body, replayed } = await answer(context, secretKey, request, requestId).catch(
      (error: unknown) => asAnswer(error, context.log),
    );
    const headers = { 'request-id': requestId, ...(replayed && { 'idempotent-replayed': 'true' }) };
    return Response.json(body, { status, headers });
  };
}

async function answer(
  context: SandboxContext,
  secretKey: string,
  request: Request,
  requestId: string,
): Promise<SandboxResponse> {
  if (request.headers.get('authorization') !== `Bearer ${secretKey}`)
    throw invalidRequestError('Invalid API Key provided.', {}, 401);
  const { pathname, search } = new URL(request.url);
  const sent = request.method === 'POST' ? await request.text() : search.slice(1);
  const asked = find(request.method, pathname, sent);
  if (request.method === 'GET') return readSandbox(context, (change) => carryOut(change, asked));
  const key = request.headers.get('idempotency-key');
  const fingerprint = createHash('sha256').update(`${request.method} ${pathname}\n${sent}`).digest('hex');
  return runSandboxTransaction(
    context,
    async (change) => {
      // All changes stand in line: nobody is carrying out a request of the same key just now.
      const known = key === null ? null : await answered(change, key, fingerprint);
      if (known !== null) return known;
      const given = await carryOut(change, asked);
      if (key !== null)
        await change.tx
          .insert(sandboxRequests)
          .values({ idempotencyKey: key, fingerprint, ...given, createdAt: change.now });
      return given;
    },
    { request: { id: requestId, idempotency_key: key } },
  );
}

function find(method: string, path: string, sent: string): SandboxRequest {
  for (const operation of operations) {
    const match = operation.method === method ? operation.path.exec(path) : null;
    if (match === null) continue;
    const { expand: wanted = [], ...form } = decodeForm(sent);
    if (!Array.isArray(wanted) || !wanted.every((path) => typeof path === 'string'))
      throw invalidRequestError('Invalid array', { param: 'expand' });
    return { operation, id: match[1] ?? '', form, expand: wanted };
  }
  throw invalidRequestError(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
}

async function carryOut(
  change: SandboxTransaction,
  { operation, id, form, expand: paths }: SandboxRequest,
): Promise<SandboxResponse> {
  const result = await operation.execute(change, form, id);
  if (result instanceof StripeApiError) return { status: result.status, body: { error: result.body } };
  return { status: 200, body: await expand(change, result, paths) };
}

async function answered(
  { tx }: SandboxTransaction,
  key: string,
  fingerprint: string,
): Promise<SandboxResponse | null> {
  const [kept] = await tx.select().from(sandboxRequests).where(eq(sandboxRequests.idempotencyKey, key));
  if (kept === undefined) return null;
  if (kept.fingerprint !== fingerprint)
    throw invalidRequestError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  return { status: kept.status, body: kept.body as object, replayed: true };
}

/** The provider's shape for every failure, also for our own. */
function asAnswer(error: unknown, log: Logger): SandboxResponse {
  if (error instanceof StripeApiError) return { status: error.status, body: { error: error.body } };
  if (!isUnavailable(error)) log.error({ err: error }, 'the payment sandbox failed');
  const body = { error: { type: 'api_error', message: 'The payment sandbox failed.' } };
  return { status: isUnavailable(error) ? 503 : 500, body };
}
