import { isAPIError } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountProblem, signInInput, signUpInput } from '../../contract.ts';
import { createOriginCheck } from './check-origin.ts';
import type { Identity } from './create-identity.ts';
import { type AttemptCounter, type AttemptLimit, attemptLimits } from './limit-attempts.ts';
import { identityUsers } from './table.ts';

type Parts = Pick<ServerContext, 'http' | 'database' | 'publicUrl'> & {
  identity: Identity;
  attempts: AttemptCounter;
  publicOrigins: string[];
};

/** What a call of Better Auth gives: its body, and headers with the cookies to set. */
type Answer = { headers: Headers | null; response: unknown };

/**
 * The doors of the embedded identity provider. Only these six of its calls exist here; everything else under `/api/auth` is 404
 * like any other unknown address.
 */
export function mountIdentity({ http, database, publicUrl, publicOrigins, identity, attempts }: Parts): void {
  const checkOrigin = createOriginCheck(publicUrl, publicOrigins);
  const { api } = identity;
  const open = { config: { auth: 'public' }, bodyLimit: 8 * 1024 } as const;
  const onRequest = async (request: FastifyRequest) => {
    checkOrigin(request);
    const type = request.headers['content-type'];
    if (type !== undefined && !/^application\/json\b/i.test(type))
      throw commonProblem('unsupported-media-type');
  };
  const fromOurPages = { ...open, onRequest };

  const unlessTaken = (email: string) => async (error: unknown) => {
    // Two sign-ups at once: the slower one fails at the unique e-mail, and Better Auth does not say why.
    const taken = await database.orm.$count(identityUsers, eq(identityUsers.email, email));
    throw taken > 0 ? accountProblem('email-taken', { cause: error }) : error;
  };

  http.post('/api/auth/sign-up/email', fromOurPages, async (request, reply) => {
    const body = parseBody(signUpInput, request.body);
    const limits = attemptLimits.signUp(body.email, request.ip);
    await attempts.count(limits);
    const hash = await identity.hasher.hash(body.password).catch(giveBackAndRaise(attempts, limits));
    const answer = await identity.withHash(hash, () =>
      asked(() => api.signUpEmail({ body, returnHeaders: true })).catch(unlessTaken(body.email)),
    );
    return send(reply, answer);
  });

  http.post('/api/auth/sign-in/email', fromOurPages, async (request, reply) => {
    const body = parseBody(signInInput, request.body);
    const limits = attemptLimits.signIn(body.email, request.ip);
    await attempts.count(limits);
    const answer = await asked(() => api.signInEmail({ body, returnHeaders: true })).catch(
      unlessWrong(giveBackAndRaise(attempts, limits)),
    );
    await attempts.forget(limits.filter(({ who }) => who.startsWith('account ')));
    await attempts.giveBack(limits.filter(({ who }) => who.startsWith('address ')));
    return send(reply, answer);
  });

  http.post('/api/auth/sign-out', fromOurPages, async (request, reply) =>
    send(reply, await asked(() => api.signOut({ headers: headersOf(request), returnHeaders: true }))),
  );

  http.get('/api/auth/get-session', open, async (request, reply) =>
    send(reply, await asked(() => api.getSession({ headers: headersOf(request), returnHeaders: true }))),
  );

  http.get('/api/auth/token', open, async (request, reply) =>
    send(reply, await asked(() => api.getToken({ headers: headersOf(request), returnHeaders: true }))),
  );

  http.get('/api/auth/jwks', open, async (_request, reply) => {
    const { response } = await asked(() => api.getJwks({ returnHeaders: true }));
    return reply.header('cache-control', 'public, max-age=60').send(response);
  });
}

function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw commonProblem('invalid-request', { errors, detail: errors[0]?.message });
}

/** Only what the provider needs of a request: the session cookie. */
function headersOf(request: FastifyRequest): Headers {
  return new Headers(request.headers.cookie === undefined ? {} : { cookie: request.headers.cookie });
}

async function asked(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw isAPIError(error) ? problemOf(error.body?.code, error) : error;
  }
}

function problemOf(code: string | undefined, error: { statusCode: number }): Error {
  const cause = { cause: error };
  if (code === 'INVALID_EMAIL_OR_PASSWORD') return accountProblem('credentials-wrong', cause);
  if (code?.startsWith('FAILED_TO')) return commonProblem('service-unavailable', { ...cause, retryAfter: 2 });
  if (error.statusCode === 401) return commonProblem('sign-in-required', cause);
  return commonProblem(error.statusCode >= 500 ? 'internal-error' : 'invalid-request', cause);
}

function giveBackAndRaise(attempts: AttemptCounter, limits: AttemptLimit[]) {
  return async (error: unknown): Promise<never> => {
    await attempts.giveBack(limits);
    throw error;
  };
}

/** A wrong password stays counted; whatever else went wrong was no attempt. */
function unlessWrong(otherwise: (error: unknown) => Promise<never>) {
  return async (error: unknown): Promise<never> => {
    if ((error as { code?: unknown }).code === 'credentials-wrong') throw error;
    return otherwise(error);
  };
}

function send(reply: FastifyReply, { headers, response }: Answer): FastifyReply {
  for (const cookie of headers?.getSetCookie() ?? []) void reply.header('set-cookie', cookie);
  return reply.header('cache-control', 'no-store').send(response ?? null);
}
