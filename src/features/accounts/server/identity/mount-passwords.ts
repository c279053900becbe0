import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountProblem, signInInput, signUpInput } from '../../contract.ts';
import { asked, send } from './ask-better-auth.ts';
import type { Identity } from './create-identity.ts';
import type { KnownDevices } from './known-devices.ts';
import { type Attempt, type AttemptCounter, attemptLimits } from './limit-attempts.ts';
import { identityUsers } from './table.ts';

type Parts = Pick<ServerContext, 'http' | 'database'> & {
  identity: Identity;
  attempts: AttemptCounter;
  devices: KnownDevices;
  /** Options of a route that only the product's own pages may call. */
  fromOurPages: object;
};

/** Signing up and in with a password: limited, counted, and only then looked at. */
export function mountPasswords({ http, database, identity, attempts, devices, fromOurPages }: Parts): void {
  const { api } = identity;

  const unlessTaken = (email: string) => async (error: unknown) => {
    // Two sign-ups at once: the slower one fails at the unique e-mail, and Better Auth does not say why.
    const taken = await database.orm.$count(identityUsers, eq(identityUsers.email, email));
    throw taken > 0 ? accountProblem('email-taken', { cause: error }) : error;
  };

  http.post('/api/auth/sign-up/email', fromOurPages, async (request, reply) => {
    const body = parseBody(signUpInput, request.body);
    const attempt = await attempts.begin(attemptLimits.signUp(body.email, request.ip));
    const hash = await identity.hasher.hash(body.password).catch(giveBackAndRaise(attempt));
    const answer = await identity.withHash(hash, () =>
      asked(() => api.signUpEmail({ body, returnHeaders: true })).catch(unlessTaken(body.email)),
    );
    return send(reply, answer, [devices.remember(request, body.email)]);
  });

  http.post('/api/auth/sign-in/email', fromOurPages, async (request, reply) => {
    const body = parseBody(signInInput, request.body);
    const device = devices.find(request, body.email);
    const attempt = await attempts.begin(attemptLimits.signIn(body.email, request.ip, device));
    const answer = await asked(() => api.signInEmail({ body, returnHeaders: true })).catch(
      unlessWrong(giveBackAndRaise(attempt)),
    );
    await attempt.forgive();
    return send(reply, answer, [devices.remember(request, body.email)]);
  });
}

function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw commonProblem('invalid-request', { errors, detail: errors[0]?.message });
}

function giveBackAndRaise(attempt: Attempt) {
  return async (error: unknown): Promise<never> => {
    await attempt.giveBack();
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
