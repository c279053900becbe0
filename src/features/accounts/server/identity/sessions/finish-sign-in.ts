import type { FastifyRequest } from 'fastify';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import { localeOfUser } from '../../../language-of-user.ts';
import { findLanguages } from '../find-languages.ts';
import type { AccountContext } from '../identity-context.ts';
import { describeDevice } from './describe-device.ts';
import { revokeExcessSessions } from './revoke-sessions.ts';

/** Whom a sign-in has signed in, as Better Auth responds. */
export type SignedInUser = { id: string; email: string; emailVerified: boolean };

/**
 * Follows every sign-in: makes the browser known to the account, and mails the user if it was not; never to an
 * unverified address, which may be a stranger's. Returns the cookie to set. `isExpected`: the browser is known or
 * that of the sign-up.
 */
export async function finishSignIn(
  context: AccountContext,
  request: FastifyRequest,
  user: SignedInUser,
  isExpected = false,
): Promise<string> {
  const { devices, log } = context;
  const { cookie } = request.headers;
  request.signedInEmail = user.email;
  await revokeExcessSessions(context, user.email);
  if (!isExpected && user.emailVerified && (await devices.find(cookie, user.email)) === undefined)
    // A failed email must not fail the sign-in.
    await mailNewDevice(context, request, user).catch((error: unknown) =>
      log.warn({ err: error }, 'email about a new device could not be queued'),
    );
  return devices.remember(cookie, user.email);
}

/** None is dropped: beyond the limit, one email an hour says that there were several. */
async function mailNewDevice(
  { database, attempts, mailer, emails, localeOf }: AccountContext,
  request: FastifyRequest,
  user: SignedInUser,
): Promise<void> {
  const isWithin = async (limit: 'securityMail' | 'mergedSecurityMail') =>
    (await attempts.tryBegin([limit], { email: user.email })) !== undefined;
  const send = (write: (to: Parameters<typeof emails.newDevices>[0]) => EmailMessage) =>
    database.transaction(async (tx) => {
      // Not that of the request, which may be a stranger's.
      const languages = await findLanguages(tx, user.id);
      await mailer.send(tx, write({ ...user, locale: localeOfUser(languages, localeOf) }));
    });
  if (await isWithin('securityMail'))
    await send((to) => emails.newDevice(to, describeDevice(request.headers['user-agent'] ?? '')));
  else if (await isWithin('mergedSecurityMail')) await send(emails.newDevices);
}
