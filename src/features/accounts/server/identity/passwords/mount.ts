import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { accountProblem, signInInput, signUpInput } from '../../../contract.ts';
import { throwIfCampusOffice } from '../../../reserved-names.ts';
import { isEmailBanned } from '../../bans/ban-email.ts';
import { findMailbox } from '../../mailboxes.ts';
import {
  callBetterAuth,
  sendAuthResponse,
  withoutSecrets,
  toAuthHeaders,
} from '../better-auth/call-better-auth.ts';
import type { AuthRequestContext } from '../better-auth/create-better-auth.ts';
import { type Caller, toCaller } from '#platform/server/caller.ts';
import type { IdentityContext } from '../identity-context.ts';
import { finishSignIn, type SignedInUser } from '../sessions/finish-sign-in.ts';
import { attemptsAt } from '../rate-limits/attempt-limits.ts';
import type { Attempt } from '../rate-limits/limit-attempts.ts';
import { toQueueGroups } from '#platform/server/http/ip-network.ts';
import { throwIfWeakPassword } from '../weak-passwords/throw-if-weak-password.ts';
import { parseInput } from '#platform/server/http/parse-input.ts';
import { rejectStaleSignIn } from '../sessions/reject-stale-sign-in.ts';
import { findCommittedPasswordHash, renewPasswordHash } from './password-hashes.ts';
import { sendAccountClaimEmail } from './reset-password.ts';
import { keyOfKnown, keyOfStranger } from './password-queue-key.ts';
import { identityUsers } from '../../table.ts';
import { sendVerificationEmail } from '../email-links/verify-email.ts';

/** `fromOurPages`: options of a route that only the product's own pages may call. */
type Context = IdentityContext & { fromOurPages: object };

/** Sign-up and sign-in with a password. Rate limits come before the comparison. */
export function mountPasswordSignIn(context: Context): void {
  mountSignUp(context);
  mountSignIn(context);
}

function mountSignUp(context: Context): void {
  const { http, database, identity, hasher, attempts, devices, secrets, log } = context;

  /** A failed email must not fail the sign-up: the user can request it again. */
  const logAndIgnoreErrors = (work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      log.warn({ err: error }, 'email of the identity provider could not be queued'),
    );

  const throwTaken = (email: string, request: FastifyRequest) => async (error: unknown) => {
    // One of two simultaneous sign-ups fails at the unique email, and Better Auth does not say why.
    const taken = await database.orm.$count(identityUsers, eq(identityUsers.email, email));
    if (taken === 0) throw error;
    await logAndIgnoreErrors(sendAccountClaimEmail(context, email, toCaller(request)));
    throw accountProblem('email-taken', { cause: error });
  };

  const sendSignUpEmail = async (email: string, { ip, language }: Caller) => {
    // A user who is deleted and signs up again has a new id each time: the limit is by mailbox.
    const mailbox = await findMailbox(database.orm, email);
    await attempts.begin(attemptsAt.signUpMail, { mailbox, sender: toQueueGroups(ip)[0]! });
    await database.transaction(async (tx) => {
      const [identityUser] = await tx
        .select({ id: identityUsers.id })
        .from(identityUsers)
        .where(eq(identityUsers.email, email));
      if (identityUser !== undefined)
        await sendVerificationEmail(
          context,
          tx,
          { id: identityUser.id, email, language },
          context.clock.now(),
        );
    });
  };

  http.post('/api/auth/sign-up/email', context.fromOurPages, async (request, reply) => {
    const body = parseInput(signUpInput, request.body ?? {}, 'body');
    throwIfCampusOffice(context.isCampusOffice, body.name);
    const queueKey = keyOfStranger({ ip: request.ip, account: body.email });
    hasher.throwIfBusy(queueKey);
    const attempt = await attempts.begin(attemptsAt.signUp, { email: body.email, ip: request.ip });
    if (await isEmailBanned(database.orm, { email: body.email, secrets }))
      throw accountProblem('email-banned');
    throwIfWeakPassword(body.password, body, 'password');
    const hash = await hasher.hash(body.password, queueKey).catch(giveBackAndThrow(attempt));
    const response = await identity.runAs({ hash, queueKey }, () =>
      callBetterAuth(() =>
        identity.api.signUpEmail({ body, headers: toAuthHeaders(request), returnHeaders: true }),
      ).catch(throwTaken(body.email, request)),
    );
    await logAndIgnoreErrors(sendSignUpEmail(body.email, toCaller(request)));
    return sendAuthResponse(reply, withoutSecrets(response), [
      devices.remember(request.headers.cookie, body.email),
    ]);
  });
}

function mountSignIn(context: Context): void {
  const { http, database, identity, hasher, attempts, devices, fromOurPages, log } = context;

  /** Strengthens a hash if the queue is empty; otherwise a later sign-in does it. */
  const strengthenHash = async (
    identityId: string,
    password: string,
    { verified, queueKey }: AuthRequestContext,
  ) => {
    if (verified === undefined || !hasher.isOutdated(verified) || hasher.queue.waiting > 0) return;
    const to = await hasher.hash(password, queueKey);
    await renewPasswordHash(database.orm, identityId, { from: verified, to });
  };

  http.post('/api/auth/sign-in/email', fromOurPages, async (request, reply) => {
    const body = parseInput(signInInput, request.body ?? {}, 'body');
    const sender = { email: body.email, ip: request.ip };
    await attempts.check(attemptsAt.signedIn, sender);
    const device = await devices.find(request.headers.cookie, body.email);
    const asker = { ip: request.ip, account: body.email };
    const queueKey = device === undefined ? keyOfStranger(asker) : keyOfKnown({ ...asker, device });
    hasher.throwIfBusy(queueKey);
    const attempt = await (device === undefined
      ? attempts.begin(attemptsAt.signIn, sender)
      : attempts.begin(attemptsAt.signInOfDevice, { email: body.email, device }));
    const authContext: AuthRequestContext = { queueKey };
    const signIn = async () => {
      const response = await callBetterAuth(() =>
        identity.api.signInEmail({ body, headers: toAuthHeaders(request), returnHeaders: true }),
      );
      const { token, user } = response.response as { token: string; user: { id: string } };
      await rejectStaleSignIn(context, token, {
        isCurrent: async (orm) => {
          const hash = await findCommittedPasswordHash(orm, user.id);
          if (hash === null || hash === authContext.verified) return hash !== null;
          // Another sign-in may have hashed the same password again.
          return hasher.verify(body.password, hash, authContext.queueKey);
        },
        problem: 'invalid-credentials',
      });
      // A failure must not fail the sign-in.
      await strengthenHash(user.id, body.password, authContext).catch((error: unknown) =>
        log.warn({ err: error }, 'a password could not be hashed again'),
      );
      return response;
    };
    const response = await identity
      .runAs(authContext, signIn)
      .catch(unlessWrongPassword(giveBackAndThrow(attempt)));
    await attempt.forgive();
    await attempts.record(attemptsAt.signedIn, sender);
    const { user } = response.response as { user: SignedInUser };
    const deviceCookie = await finishSignIn(context, request, user, device !== undefined);
    return sendAuthResponse(reply, withoutSecrets(response), [deviceCookie]);
  });
}

function giveBackAndThrow(attempt: Attempt) {
  return async (error: unknown): Promise<never> => {
    await attempt.giveBack();
    throw error;
  };
}

/** A wrong password stays counted; any other error takes the attempt back. */
function unlessWrongPassword(otherwise: (error: unknown) => Promise<never>) {
  return async (error: unknown): Promise<never> => {
    if ((error as { code?: unknown }).code === 'invalid-credentials') throw error;
    return otherwise(error);
  };
}
