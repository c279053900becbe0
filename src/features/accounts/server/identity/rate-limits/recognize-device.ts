import type { FastifyRequest } from 'fastify';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { IdentityContext } from '../identity-context.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import { type AttemptLimit, attemptLimits } from './attempt-limits.ts';
import type { KnownDevices } from './known-devices.ts';

type Context = Pick<IdentityContext, 'database' | 'attempts' | 'mailer' | 'emails'> &
  Pick<ServerContext, 'log'> & { devices: KnownDevices };

/** Whom a sign-in has signed in, as Better Auth responds. */
export type SignedInUser = { id: string; email: string; emailVerified: boolean };

/**
 * Makes the browser known to the account that has just signed in with it, and mails the user if it was not.
 * Nothing is mailed to an unverified address: it may be a stranger's. Returns the cookie to set.
 */
export async function recognizeDevice(
  context: Context,
  request: FastifyRequest,
  user: SignedInUser,
): Promise<string> {
  const { devices, log } = context;
  const isNew = devices.find(request.headers.cookie, user.email) === undefined;
  if (isNew && user.emailVerified)
    // A failed email must not fail the sign-in.
    await mailNewDevice(context, request, user).catch((error: unknown) =>
      log.warn({ err: error }, 'email about a new device could not be queued'),
    );
  return devices.remember(request.headers.cookie, user.email);
}

/** None is dropped: beyond the limit, one email an hour says that there were several. */
async function mailNewDevice(
  { database, attempts, mailer, emails }: Context,
  request: FastifyRequest,
  user: SignedInUser,
): Promise<void> {
  const isWithin = async (limits: AttemptLimit[]) => (await attempts.tryBegin(limits)) !== undefined;
  const send = (message: EmailMessage) => database.transaction((tx) => mailer.send(tx, message));
  if (await isWithin(attemptLimits.securityMail(user.email)))
    await send(emails.newDevice(user, describeDevice(request.headers['user-agent'] ?? '')));
  else if (await isWithin(attemptLimits.mergedSecurityMail(user.email))) await send(emails.newDevices(user));
}
