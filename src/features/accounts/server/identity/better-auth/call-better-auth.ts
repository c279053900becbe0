import { isAPIError } from 'better-auth/api';
import type { FastifyReply } from 'fastify';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountProblem } from '#features/accounts/contract.ts';

/** What a call of Better Auth gives: its body, and headers with the cookies to set. */
export type BetterAuthResponse = { headers: Headers | null; response: unknown };

/** Calls Better Auth; its errors become problems of the register, any other error stays what it is. */
export async function callBetterAuth(call: () => Promise<BetterAuthResponse>): Promise<BetterAuthResponse> {
  try {
    return await call();
  } catch (error) {
    throw isAPIError(error) ? toAuthProblem(error.body?.code, error) : error;
  }
}

function toAuthProblem(code: string | undefined, error: { statusCode: number }): Error {
  const cause = { cause: error };
  if (code === 'INVALID_EMAIL_OR_PASSWORD') return accountProblem('credentials-wrong', cause);
  if (code?.startsWith('FAILED_TO')) return commonProblem('service-unavailable', { ...cause, retryAfter: 2 });
  if (error.statusCode === 401) return commonProblem('sign-in-required', cause);
  return commonProblem(error.statusCode >= 500 ? 'internal-error' : 'invalid-request', cause);
}

/** What the page may know: not the session's token, which stands in a cookie so that scripts cannot read it. */
export function withoutSecrets({ headers, response }: BetterAuthResponse): BetterAuthResponse {
  if (response === null) return { headers, response };
  const { session, user } = response as { session?: Record<string, unknown>; user: unknown };
  if (session === undefined) return { headers, response: { user } };
  const { id, createdAt, expiresAt } = session;
  return { headers, response: { session: { id, createdAt, expiresAt }, user } };
}

/** Sends what it answered, with the cookies that it wants set and further ones. */
export function sendAuthResponse(
  reply: FastifyReply,
  { headers, response }: BetterAuthResponse,
  more: string[] = [],
): FastifyReply {
  for (const cookie of [...(headers?.getSetCookie() ?? []), ...more]) void reply.header('set-cookie', cookie);
  return reply.header('cache-control', 'no-store').send(response ?? null);
}
