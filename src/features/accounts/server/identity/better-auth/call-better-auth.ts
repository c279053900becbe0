import { type APIError, isAPIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountProblem } from '../../../contract.ts';

/** The result of a call to Better Auth: the body, and headers with the cookies to set. */
export type BetterAuthResponse = { headers: Headers | null; response: unknown };

/** Calls Better Auth and turns its errors into problems. Throws other errors unchanged. */
export async function callBetterAuth<R extends BetterAuthResponse>(
  call: () => Promise<R>,
  toProblem: (error: APIError) => Error = toAuthProblem,
): Promise<R> {
  try {
    return await call();
  } catch (error) {
    throw isAPIError(error) ? toProblem(error) : error;
  }
}

export function toAuthProblem(error: APIError): Error {
  const cause = { cause: error };
  const code = error.body?.code;
  if (code === 'INVALID_EMAIL_OR_PASSWORD') return accountProblem('invalid-credentials', cause);
  if (code?.startsWith('FAILED_TO')) return commonProblem('service-unavailable', { ...cause, retryAfter: 2 });
  if (error.statusCode === 401) return commonProblem('sign-in-required', cause);
  return commonProblem(error.statusCode >= 500 ? 'internal-error' : 'invalid-request', cause);
}

/** The fields that scripts may read. The session token is only in a cookie that they cannot read. */
export function withoutSecrets({ headers, response }: BetterAuthResponse): BetterAuthResponse {
  if (response === null) return { headers, response };
  const { session, user } = response as { session?: Record<string, unknown>; user: unknown };
  if (session === undefined) return { headers, response: { user } };
  const { id, createdAt, expiresAt } = session;
  return { headers, response: { session: { id, createdAt, expiresAt }, user } };
}

export function sendAuthResponse(
  reply: FastifyReply,
  { headers, response }: BetterAuthResponse,
  more: string[] = [],
): FastifyReply {
  for (const cookie of [...(headers?.getSetCookie() ?? []), ...more]) void reply.header('set-cookie', cookie);
  return reply.header('cache-control', 'no-store').send(response ?? null);
}

const MAX_USER_AGENT_LENGTH = 500;

/** What Better Auth reads of a request: its cookies, and the user agent for the label of a session. */
export const toAuthHeaders = ({ headers }: FastifyRequest): Headers =>
  new Headers({
    ...(headers.cookie !== undefined && { cookie: headers.cookie }),
    'user-agent': (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
  });
